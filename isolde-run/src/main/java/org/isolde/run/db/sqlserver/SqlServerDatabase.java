package org.isolde.run.db.sqlserver;

import java.sql.Driver;
import java.util.List;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Handling;
import org.isolde.run.Harmless;
import org.isolde.run.Isolation;
import org.isolde.run.Target;
import org.isolde.run.jdbc.Drivers;
import org.isolde.run.jdbc.SqlDialect;
import org.isolde.run.jdbc.UrlDatabase;

/** Microsoft SQL Server by its URL. */
public final class SqlServerDatabase extends UrlDatabase {
    @Override
    public String name() {
        return "sqlserver";
    }

    @Override
    public List<String> aliases() {
        return List.of("mssql");
    }

    @Override
    public String summary() {
        return "Microsoft SQL Server by its URL; the driver is fetched on first use";
    }

    @Override
    public Handling handling() {
        return new Handling(
                "SELECT ... WITH (UPDLOCK, HOLDLOCK)", "error 1205, a deadlock, or 3960, a conflict of snapshots");
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(
                new Isolation(Isolation.READ_UNCOMMITTED, Level.RU),
                new Isolation(Isolation.READ_COMMITTED, Level.G1, "with locks, which are given back after each read"),
                new Isolation(
                        Isolation.REPEATABLE_READ,
                        Level.G1,
                        "rows that were read stay as they are, but whoever read that a key is absent may miss its insert,"
                                + " a phantom"),
                new Isolation(Isolation.SNAPSHOT, Level.SI, "needs ALLOW_SNAPSHOT_ISOLATION ON"),
                new Isolation(Isolation.SERIALIZABLE, Level.SER));
    }

    @Override
    public boolean acceptsUrl(String url) {
        return url.startsWith("jdbc:sqlserver:");
    }

    @Override
    protected String example() {
        return "'jdbc:sqlserver://host;databaseName=test;encrypt=true'";
    }

    @Override
    protected Driver driver(String url, Access access) throws DatabaseException {
        return Drivers.fetched("sqlserver", url, access);
    }

    @Override
    public Harmless harmless() {
        return Harmless.settings(
                        "applicationName",
                        "database",
                        "databaseName",
                        "encrypt",
                        "instanceName",
                        "loginTimeout",
                        "portNumber",
                        "serverName",
                        "socketTimeout",
                        "trustServerCertificate")
                .withUrl("jdbc:sqlserver://" + Harmless.HOSTS);
    }

    @Override
    public SqlDialect dialect() {
        return new SqlServerDialect();
    }
}
