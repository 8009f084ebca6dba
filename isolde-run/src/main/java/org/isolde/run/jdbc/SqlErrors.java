package org.isolde.run.jdbc;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.function.BooleanSupplier;
import org.isolde.run.Session.Failure;
import org.isolde.run.Session.Failure.Kind;

/** What the SQLState of an error says of the transaction, after the standard. */
final class SqlErrors {
    private SqlErrors() {}

    /**
     * @param committing whether commit was under way
     * @param alive whether the connection still answers; asked only where the error doesn't say
     */
    static Failure classify(SQLException problem, SqlDialect dialect, boolean committing, BooleanSupplier alive) {
        Failure known = dialect.classify(problem, committing);
        if (known != null) {
            return known;
        }
        String state = problem.getSQLState() == null ? "" : problem.getSQLState();
        String reason = reason(problem, state);
        if (isLost(problem, state)) {
            return lost(committing, reason);
        }
        if (state.equals("40003")) {
            return new Failure(Kind.UNKNOWN, reason);
        }
        // 40: rolled back; 23: a constraint, which here is a row that was there already
        if (state.startsWith("40") || state.startsWith("23") || dialect.isDuplicateKey(problem)) {
            return new Failure(Kind.ABORTED, reason);
        }
        if (!alive.getAsBoolean()) {
            return lost(committing, reason);
        }
        return new Failure(Kind.FATAL, problem.getMessage());
    }

    private static Failure lost(boolean committing, String reason) {
        return new Failure(committing ? Kind.UNKNOWN : Kind.DISCONNECTED, reason);
    }

    private static boolean isLost(SQLException problem, String state) {
        return state.startsWith("08")
                || problem instanceof SQLRecoverableException
                || problem instanceof SQLNonTransientConnectionException
                || problem instanceof SQLTransientConnectionException;
    }

    private static String reason(SQLException problem, String state) {
        String meaning = switch (state) {
            case "40001" -> "serialization failure";
            case "40P01" -> "deadlock";
            case "23505" -> "duplicate key";
            default -> state.startsWith("08") ? "connection lost" : state.startsWith("23") ? "duplicate key" : "";
        };
        String code = state.isEmpty() ? "error " + problem.getErrorCode() : state;
        return meaning.isEmpty() ? code : meaning + " (" + code + ")";
    }
}
