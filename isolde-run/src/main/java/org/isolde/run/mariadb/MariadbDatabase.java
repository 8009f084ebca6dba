package org.isolde.run.mariadb;

import java.util.List;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Surroundings;
import org.isolde.run.Target;
import org.isolde.run.jdbc.Drivers;
import org.isolde.run.jdbc.JdbcDatabase;
import org.isolde.run.jdbc.SqlDialect;

/** MariaDB: the one that the system has installed, or one from Maven Central, started by Isolde; or any by its URL. */
public final class MariadbDatabase extends JdbcDatabase {
    @Override
    public String name() {
        return "mariadb";
    }

    @Override
    public String summary() {
        return "MariaDB, as installed here or fetched from Maven Central, started in a temporary folder";
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return InnodbLevels.single(target);
    }

    @Override
    public List<String> options() {
        return List.of(
                "NAME=VALUE  an option of the server, such as innodb_snapshot_isolation=ON; also as set.NAME=VALUE");
    }

    @Override
    public String versions() {
        return "the one that is installed; or mariadb:11.4.5, which is fetched (149 MB)";
    }

    @Override
    public boolean acceptsUrl(String url) {
        return url.startsWith("jdbc:mariadb:");
    }

    @Override
    public SqlDialect dialect() {
        return new MysqlDialect(false);
    }

    @Override
    public RunningDatabase open(Target target, Surroundings surroundings) throws DatabaseException {
        if (target.url() == null) {
            MariadbInstallation installation = MariadbInstallation.mariadb(target.version(), surroundings.progress());
            return started(target, MariadbServer.single(installation, target.options()), surroundings, false);
        }
        return openUrl(target, surroundings, () -> Drivers.shipped(MariadbServer.DRIVER), dialect());
    }

    /** A server or cluster that Isolde started; its sessions are spread over the nodes. */
    static RunningDatabase started(Target target, MariadbServer server, Surroundings surroundings, boolean galera)
            throws DatabaseException {
        Surroundings own = new Surroundings(MariadbInstallation.USER, server.password(), null, surroundings.progress());
        var driver = Drivers.shipped(MariadbServer.DRIVER);
        return open(
                target,
                own,
                session -> connector(driver, server.url(session), own).connect(session),
                new MysqlDialect(galera),
                server.nodes(),
                server::close);
    }
}
