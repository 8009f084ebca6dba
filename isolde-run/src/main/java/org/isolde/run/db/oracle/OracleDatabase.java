package org.isolde.run.db.oracle;

import java.sql.Driver;
import java.util.List;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Handling;
import org.isolde.run.Isolation;
import org.isolde.run.Target;
import org.isolde.run.jdbc.SqlDialect;
import org.isolde.run.jdbc.UrlDatabase;

/** Oracle Database by its URL; the user gives the driver. */
public final class OracleDatabase extends UrlDatabase {
    @Override
    public String name() {
        return "oracle";
    }

    @Override
    public String summary() {
        return "Oracle Database by its URL, with --driver ojdbc11.jar";
    }

    @Override
    public Handling handling() {
        return new Handling("SELECT ... FOR UPDATE", "ORA-08177 or ORA-00060");
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(
                new Isolation(Isolation.READ_COMMITTED, Level.RC),
                new Isolation(
                        Isolation.SERIALIZABLE,
                        Level.SI,
                        "the name says more, but its documentation describes a snapshot, which allows write skew"));
    }

    @Override
    public boolean acceptsUrl(String url) {
        return url.startsWith("jdbc:oracle:");
    }

    @Override
    protected String example() {
        return "jdbc:oracle:thin:@//host:1521/service --driver ojdbc11.jar";
    }

    @Override
    protected Driver driver(String url, Access access) throws DatabaseException {
        throw new DatabaseException("Oracle's driver does not come with Isolde: get com.oracle.database.jdbc:ojdbc11"
                + " from Maven Central, if its licence suits you, and give it by --driver ojdbc11.jar");
    }

    @Override
    public SqlDialect dialect() {
        return new OracleDialect();
    }
}
