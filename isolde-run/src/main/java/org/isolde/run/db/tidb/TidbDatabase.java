package org.isolde.run.db.tidb;

import java.sql.Driver;
import java.util.List;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Harmless;
import org.isolde.run.Isolation;
import org.isolde.run.Target;
import org.isolde.run.family.mysql.MysqlSettings;
import org.isolde.run.jdbc.Drivers;
import org.isolde.run.jdbc.SqlDialect;
import org.isolde.run.jdbc.UrlDatabase;

/** TiDB by its URL: it speaks MySQL's protocol and SQL. */
public final class TidbDatabase extends UrlDatabase {
    @Override
    public String name() {
        return "tidb";
    }

    @Override
    public String summary() {
        return "TiDB by its URL: --dialect tidb; MySQL's driver is fetched on first use";
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(
                new Isolation(Isolation.READ_COMMITTED, Level.RC),
                new Isolation(
                        Isolation.REPEATABLE_READ,
                        Level.SI,
                        "its documentation calls it snapshot isolation; in pessimistic transactions writes see the newest"
                                + " rows, so updates may be lost"));
    }

    @Override
    protected String example() {
        return "jdbc:mysql://host:4000/test --dialect tidb";
    }

    @Override
    protected Driver driver(String url, Access access) throws DatabaseException {
        return Drivers.fetched("mysql-driver", url, access);
    }

    @Override
    public Harmless harmless() {
        return MysqlSettings.OF_URL;
    }

    @Override
    public SqlDialect dialect() {
        return new TidbDialect();
    }
}
