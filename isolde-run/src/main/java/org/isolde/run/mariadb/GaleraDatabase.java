package org.isolde.run.mariadb;

import java.nio.file.Path;
import java.util.List;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Surroundings;
import org.isolde.run.Target;
import org.isolde.run.jdbc.JdbcDatabase;
import org.isolde.run.jdbc.SqlDialect;

/** Galera: three nodes of MariaDB, all of which take reads and writes, as the system has it installed. */
public final class GaleraDatabase extends JdbcDatabase {
    private static final int NODES = 3;

    @Override
    public String name() {
        return "galera";
    }

    @Override
    public String summary() {
        return "a Galera cluster of three nodes of MariaDB, as installed here; sessions are spread over the nodes";
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return InnodbLevels.galera(target);
    }

    @Override
    public List<String> options() {
        return List.of("NAME=VALUE  an option of all nodes, such as wsrep_sync_wait=1; also as set.NAME=VALUE");
    }

    @Override
    public SqlDialect dialect() {
        return new MysqlDialect(true);
    }

    @Override
    public RunningDatabase open(Target target, Surroundings surroundings) throws DatabaseException {
        Path library = MariadbPrograms.galeraLibrary();
        if (target.version() != null) {
            throw new DatabaseException("Galera comes in the version that is installed here; take --db galera");
        }
        MariadbInstallation installation = MariadbInstallation.mariadb(null, surroundings.progress());
        MariadbServer cluster = MariadbServer.cluster(installation, target.options(), NODES, library);
        return MariadbDatabase.started(target, cluster, surroundings, true);
    }
}
