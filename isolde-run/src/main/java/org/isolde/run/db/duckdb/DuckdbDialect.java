package org.isolde.run.db.duckdb;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.isolde.run.Isolation;
import org.isolde.run.Session.Failure;
import org.isolde.run.jdbc.ReturningRows;
import org.isolde.run.jdbc.RowDialect;
import org.isolde.run.jdbc.SqlDialect;

/** DuckDB's SQL. Its driver gives neither SQLState nor code, so errors are told apart by their words. */
final class DuckdbDialect extends SqlDialect {
    @Override
    public String upsert(String table) {
        return insert(table) + " on conflict (id) do update set v = excluded.v";
    }

    @Override
    public String upsertAppend(String table) {
        return insert(table) + " on conflict (id) do update set v = " + concat("v", "excluded.v");
    }

    @Override
    public void isolate(Connection connection, Isolation isolation) {
        // it has one level, and is there already
    }

    @Override
    public boolean isDuplicateKey(SQLException problem) {
        return words(problem).contains("duplicate key");
    }

    @Override
    public Failure classify(SQLException problem, boolean committing) {
        String words = words(problem);
        if (words.contains("duplicate key") || words.contains("constraint")) {
            return new Failure(Failure.Kind.ABORTED, "duplicate key");
        }
        if (words.contains("conflict")) {
            return new Failure(Failure.Kind.ABORTED, "transaction conflict");
        }
        return null;
    }

    private static String words(SQLException problem) {
        return problem.getMessage() == null ? "" : problem.getMessage().toLowerCase(Locale.ROOT);
    }

    @Override
    public List<String> beginning(Isolation isolation) {
        return List.of("begin transaction");
    }

    @Override
    public RowDialect rows(String table) {
        return new ReturningRows(table) {
            @Override
            public boolean hasSavepoints() {
                return false;
            }
        };
    }
}
