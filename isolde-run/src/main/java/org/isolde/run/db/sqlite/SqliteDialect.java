package org.isolde.run.db.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.isolde.run.Isolation;
import org.isolde.run.Session.Failure;
import org.isolde.run.jdbc.ReturningRows;
import org.isolde.run.jdbc.RowDialect;
import org.isolde.run.jdbc.SqlDialect;

/** SQLite's SQL. Its driver gives no SQLState, but SQLite's own result codes, the extended ones in the upper bits. */
final class SqliteDialect extends SqlDialect {
    private static final int PRIMARY = 0xff;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int FULL = 13;
    private static final int CONSTRAINT = 19;

    @Override
    public String upsert(String table) {
        return insert(table) + " on conflict (id) do update set v = excluded.v";
    }

    @Override
    public String upsertAppend(String table) {
        return insert(table) + " on conflict (id) do update set v = " + concat("v", "excluded.v");
    }

    @Override
    protected String listType() {
        return "text";
    }

    @Override
    public void isolate(Connection connection, Isolation isolation) {
        // it has one level, and is there already
    }

    @Override
    public boolean isDuplicateKey(SQLException problem) {
        return (problem.getErrorCode() & PRIMARY) == CONSTRAINT;
    }

    @Override
    public Failure classify(SQLException problem, boolean committing) {
        return switch (problem.getErrorCode() & PRIMARY) {
            case BUSY -> new Failure(Failure.Kind.ABORTED, "busy (5)");
            case LOCKED -> new Failure(Failure.Kind.ABORTED, "locked (6)");
            case CONSTRAINT -> new Failure(Failure.Kind.ABORTED, "duplicate key (19)");
            case FULL -> new Failure(Failure.Kind.FATAL, "the disk is full: " + problem.getMessage());
            default -> null;
        };
    }

    @Override
    public List<String> beginning(Isolation isolation) {
        return List.of("begin");
    }

    @Override
    public RowDialect rows(String table) {
        return new ReturningRows(table);
    }
}
