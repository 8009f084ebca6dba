package org.isolde.run.db.h2;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.isolde.run.Isolation;
import org.isolde.run.Session.Failure;
import org.isolde.run.jdbc.SqlDialect;

/** H2's SQL. */
final class H2Dialect extends SqlDialect {
    private static final int LOCK_TIMEOUT = 50200;
    private static final int CONCURRENT_UPDATE = 90131;

    @Override
    public String upsert(String table) {
        return "merge into " + table + " (id, sk, v) key (id) values (?, ?, ?)";
    }

    @Override
    public String upsertAppend(String table) {
        return "merge into " + table + " t using (values (cast(? as bigint), cast(? as bigint), cast(? as varchar)))"
                + " s(id, sk, v) on t.id = s.id when matched then update set v = t.v || ',' || s.v"
                + " when not matched then insert (id, sk, v) values (s.id, s.sk, s.v)";
    }

    /**
     * It has them; but while others wait for the row, 2.5.252 now and then fails with an internal error, "illegally transitioned
     * from ROLLING_BACK to ROLLING_BACK", which would end the run.
     */
    @Override
    public boolean hasSavepoints() {
        return false;
    }

    @Override
    public void isolate(Connection connection, Isolation isolation) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("set session characteristics as transaction isolation level " + isolation.sql());
        }
    }

    @Override
    public Failure classify(SQLException problem, boolean committing) {
        return switch (problem.getErrorCode()) {
            case LOCK_TIMEOUT -> new Failure(Failure.Kind.ABORTED, "lock timeout (50200)");
            case CONCURRENT_UPDATE -> new Failure(Failure.Kind.ABORTED, "concurrent update (90131)");
            default -> null;
        };
    }

    @Override
    public List<String> opening(Isolation isolation) {
        return List.of("set session characteristics as transaction isolation level " + isolation.sql());
    }

    @Override
    public List<String> beginning(Isolation isolation) {
        return List.of("begin");
    }
}
