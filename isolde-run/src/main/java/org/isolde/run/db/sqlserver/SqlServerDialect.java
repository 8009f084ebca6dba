package org.isolde.run.db.sqlserver;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.isolde.condition.Condition;
import org.isolde.run.Isolation;
import org.isolde.run.Session.Failure;
import org.isolde.run.jdbc.RowDialect;
import org.isolde.run.jdbc.SqlDialect;

/** SQL Server's SQL. */
final class SqlServerDialect extends SqlDialect {
    @Override
    public String upsert(String table) {
        return merge(table, "s.v");
    }

    @Override
    public String upsertAppend(String table) {
        return merge(table, concat("t.v", "s.v"));
    }

    /** With holdlock, since without it two of these may both insert. */
    private static String merge(String table, String value) {
        return "merge into " + table + " with (holdlock) as t using (values (?, ?, ?)) as s (id, sk, v) on t.id = s.id"
                + " when matched then update set v = " + value
                + " when not matched then insert (id, sk, v) values (s.id, s.sk, s.v);";
    }

    @Override
    protected String concat(String list, String element) {
        return "concat(" + list + ", ',', " + element + ")";
    }

    @Override
    public void isolate(Connection connection, Isolation isolation) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("set transaction isolation level " + isolation.sql());
        }
    }

    @Override
    public boolean isDuplicateKey(SQLException problem) {
        return problem.getErrorCode() == 2627 || problem.getErrorCode() == 2601;
    }

    @Override
    public Failure classify(SQLException problem, boolean committing) {
        return switch (problem.getErrorCode()) {
            case 1205 -> new Failure(Failure.Kind.ABORTED, "deadlock (1205)");
            case 1222 -> new Failure(Failure.Kind.ABORTED, "lock timeout (1222)");
            case 3960, 3961 -> new Failure(Failure.Kind.ABORTED, "snapshot conflict (" + problem.getErrorCode() + ")");
            default -> null;
        };
    }

    @Override
    public List<String> opening(Isolation isolation) {
        return List.of("set transaction isolation level " + isolation.sql());
    }

    @Override
    public List<String> beginning(Isolation isolation) {
        return List.of("begin transaction");
    }

    @Override
    public RowDialect rows(String table) {
        return new RowDialect(table) {
            @Override
            public String selectToChange(Condition where) {
                return "select " + COLUMNS + " from " + table() + " with (updlock)" + where(where);
            }
        };
    }
}
