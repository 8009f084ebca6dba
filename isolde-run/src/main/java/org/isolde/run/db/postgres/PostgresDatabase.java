package org.isolde.run.db.postgres;

import java.sql.Driver;
import java.util.List;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.family.postgres.PostgresDialect;
import org.isolde.run.jdbc.Drivers;
import org.isolde.run.jdbc.JdbcDatabase;
import org.isolde.run.jdbc.SqlDialect;

/** PostgreSQL: any version on Maven Central, started by Isolde; or any by its URL. */
public final class PostgresDatabase extends JdbcDatabase {
    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public String summary() {
        return "PostgreSQL, fetched from Maven Central and started in a temporary folder";
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(
                new Isolation(Isolation.READ_UNCOMMITTED, Level.RC, "PostgreSQL treats it as read committed"),
                new Isolation(Isolation.READ_COMMITTED, Level.RC),
                new Isolation(Isolation.REPEATABLE_READ, Level.SI, "implemented as a snapshot"),
                new Isolation(Isolation.SERIALIZABLE, Level.SER));
    }

    @Override
    public List<String> options() {
        return List.of("NAME=VALUE  a setting of the server, such as deadlock_timeout=1s; also as set.NAME=VALUE");
    }

    @Override
    public String versions() {
        return "any on Maven Central, such as postgres:18.6 or postgres:12.3; postgres:17 is the newest 17";
    }

    @Override
    public boolean acceptsUrl(String url) {
        return url.startsWith("jdbc:postgresql:");
    }

    @Override
    public SqlDialect dialect() {
        return new PostgresDialect();
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        if (target.url() != null) {
            refuseOptions(target);
            return openUrl(target, access, () -> Drivers.shipped(PostgresDialect.DRIVER), dialect());
        }
        Driver driver = Drivers.shipped(PostgresDialect.DRIVER);
        PostgresServer server = PostgresServer.start(target.version(), target.options(), access.progress());
        Access own = new Access(server.user(), server.password(), null, access.progress());
        return open(target, own, connector(driver, server.url(), own), dialect(), server.nodes(), server::close);
    }
}
