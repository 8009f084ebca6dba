package org.isolde.run.family.mysql;

import org.isolde.run.Access;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.isolde.run.Handling;
import org.isolde.run.Harmless;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.jdbc.Drivers;
import org.isolde.run.jdbc.JdbcDatabase;

/** A kind of database whose servers, MariaDB's or MySQL's, Isolde starts. */
public abstract class InnodbDatabase extends JdbcDatabase {
    @Override
    public Handling handling() {
        return new Handling("SELECT ... FOR UPDATE", "error 1213, a deadlock, SQLSTATE 40001");
    }

    /** The driver that comes with Isolde: MariaDB's, which MySQL's servers understand too. */
    protected static final String DRIVER = "org.mariadb.jdbc.Driver";

    /**
     * The programs of its servers.
     *
     * @param version that the user asked for; may be null
     */
    protected abstract MysqlInstallation installation(String version, Progress progress) throws DatabaseException;

    @Override
    public Harmless harmless() {
        return MysqlSettings.OF_URL.and(MysqlSettings.OF_SERVER);
    }

    /** Starts the servers of a target; sessions are spread over them. */
    protected RunningDatabase start(Target target, Access access, Cluster cluster) throws DatabaseException {
        MysqlInstallation installation = installation(target.version(), access.progress());
        MysqlServers servers = MysqlServers.start(installation, target.options(), cluster);
        Access own = new Access(MysqlInstallation.USER, servers.password(), null, access.progress());
        var driver = Drivers.shipped(DRIVER);
        return open(
                target,
                own,
                (session, more) -> connector(driver, servers.url(session), own).connect(session, more),
                dialect(),
                servers.nodes(),
                servers::close);
    }
}
