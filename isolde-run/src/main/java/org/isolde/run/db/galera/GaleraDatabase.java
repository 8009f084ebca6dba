package org.isolde.run.db.galera;

import java.util.List;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.family.mysql.InnodbDatabase;
import org.isolde.run.family.mysql.InnodbLevels;
import org.isolde.run.family.mysql.MariadbInstallation;
import org.isolde.run.family.mysql.MysqlInstallation;
import org.isolde.run.jdbc.SqlDialect;

/** Galera: three nodes of MariaDB, all of which take reads and writes, as the system has it installed. */
public final class GaleraDatabase extends InnodbDatabase {
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
        return InnodbLevels.with(
                target,
                new Isolation(
                        Isolation.SERIALIZABLE,
                        Level.SI,
                        "locks hold on one node only; between nodes, of two that write the same the first one commits"));
    }

    @Override
    public List<String> options() {
        return List.of("NAME=VALUE  an option of all nodes, such as wsrep_sync_wait=1; also as set.NAME=VALUE");
    }

    @Override
    public SqlDialect dialect() {
        return new GaleraDialect();
    }

    @Override
    protected MysqlInstallation installation(String version, Progress progress) throws DatabaseException {
        if (version != null) {
            throw new DatabaseException("Galera comes in the version that is installed here; take --db galera");
        }
        return MariadbInstallation.of(null, progress);
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        return start(target, access, GaleraCluster.of(NODES));
    }
}
