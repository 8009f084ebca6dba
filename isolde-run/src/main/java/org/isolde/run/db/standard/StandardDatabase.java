package org.isolde.run.db.standard;

import java.sql.Driver;
import java.util.List;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.Target;
import org.isolde.run.jdbc.SqlDialect;
import org.isolde.run.jdbc.UrlDatabase;

/** Any database with a JDBC driver that speaks standard SQL and tells serialization failures by SQLState 40001. */
public final class StandardDatabase extends UrlDatabase {
    @Override
    public String name() {
        return "standard";
    }

    @Override
    public String summary() {
        return "any database by its JDBC URL, in standard SQL: --dialect standard --driver JAR";
    }

    @Override
    public List<Isolation> isolations(Target target) {
        String note = "as JDBC names it; what the database promises is for you to say by --level";
        return List.of(
                new Isolation(Isolation.READ_UNCOMMITTED, Level.RU, note),
                new Isolation(Isolation.READ_COMMITTED, Level.RC, note),
                new Isolation(Isolation.REPEATABLE_READ, Level.RC, note),
                new Isolation(Isolation.SERIALIZABLE, Level.SER, note));
    }

    @Override
    protected String example() {
        return "jdbc:NAME://host/database --dialect standard --driver JAR";
    }

    @Override
    protected Driver driver(String url, Access access) throws DatabaseException {
        throw new DatabaseException("Isolde has no driver for this URL; give its jar by --driver");
    }

    @Override
    public SqlDialect dialect() {
        return new SqlDialect();
    }
}
