package org.isolde.run.db.cockroachdb;

import java.sql.Driver;
import java.util.List;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Handling;
import org.isolde.run.Harmless;
import org.isolde.run.Isolation;
import org.isolde.run.Target;
import org.isolde.run.family.postgres.PostgresDialect;
import org.isolde.run.family.postgres.PostgresUrls;
import org.isolde.run.jdbc.Drivers;
import org.isolde.run.jdbc.SqlDialect;
import org.isolde.run.jdbc.UrlDatabase;

/** CockroachDB by its URL: it speaks PostgreSQL's protocol and SQL. */
public final class CockroachDatabase extends UrlDatabase {
    @Override
    public String name() {
        return "cockroachdb";
    }

    @Override
    public List<String> aliases() {
        return List.of("cockroach");
    }

    @Override
    public String summary() {
        return "CockroachDB by its URL: --dialect cockroachdb";
    }

    @Override
    public Handling handling() {
        return PostgresDialect.HANDLING;
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(
                new Isolation(
                        Isolation.READ_COMMITTED, Level.RC, "only if the cluster allows it, else it is serializable"),
                new Isolation(Isolation.SERIALIZABLE, Level.SER));
    }

    @Override
    protected String example() {
        return "jdbc:postgresql://host:26257/defaultdb --dialect cockroachdb";
    }

    @Override
    protected Driver driver(String url, Access access) throws DatabaseException {
        return Drivers.shipped(PostgresDialect.DRIVER);
    }

    @Override
    public Harmless harmless() {
        return PostgresUrls.HARMLESS;
    }

    @Override
    public SqlDialect dialect() {
        return new CockroachDialect();
    }
}
