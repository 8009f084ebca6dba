package mine;

import java.sql.Driver;
import java.util.List;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.Isolation;
import org.isolde.run.Target;
import org.isolde.run.jdbc.SqlDialect;
import org.isolde.run.jdbc.UrlDatabase;

/** A database of a user's own, by its URL. The example is HSQLDB under another name, with two of its levels. */
public final class MyDatabase extends UrlDatabase {
    @Override
    public String name() {
        return "mine";
    }

    @Override
    public String summary() {
        return "a database of mine by its URL: --dialect mine";
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(
                new Isolation(Isolation.READ_COMMITTED, Level.RC),
                new Isolation(Isolation.REPEATABLE_READ, Level.SI, "implemented as a snapshot"));
    }

    @Override
    protected String example() {
        return "jdbc:hsqldb:mem:mine --dialect mine";
    }

    @Override
    protected Driver driver(String url, Access access) {
        return new org.hsqldb.jdbc.JDBCDriver();
    }

    @Override
    public SqlDialect dialect() {
        return new SqlDialect();
    }
}
