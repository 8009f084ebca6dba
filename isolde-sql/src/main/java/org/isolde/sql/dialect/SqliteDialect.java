package org.isolde.sql.dialect;

import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.sql.ast.Function;
import org.isolde.sql.ast.Type;

/** SQLite: its errors have no SQLState, and rows can't be locked. */
final class SqliteDialect extends Dialect {
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int IO_ERROR = 10;
    private static final int CORRUPT = 11;
    private static final int CONSTRAINT = 19;
    private static final int NOT_A_DATABASE = 26;

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(
                Feature.COMMON_TABLES,
                Feature.WINDOW_FUNCTIONS,
                Feature.UPSERT,
                Feature.READING_WHAT_IS_WRITTEN,
                Feature.SAVEPOINTS);
    }

    @Override
    protected String typeName(Type type) {
        return switch (type) {
            case INTEGER -> "integer";
            case REAL -> "real";
            case TEXT -> "text";
        };
    }

    @Override
    protected String remainder(String left, String right) {
        return "(" + left + " % " + right + ")";
    }

    @Override
    protected String call(Function function, List<String> arguments) {
        String all = String.join(", ", arguments);
        return switch (function) {
            case SUBSTRING -> "substr(" + all + ")";
            case GREATEST -> "max(" + all + ")";
            case LEAST -> "min(" + all + ")";
            default -> super.call(function, arguments);
        };
    }

    @Override
    protected String distinct(String left, String right, boolean negated) {
        return left + (negated ? " is " : " is not ") + right;
    }

    /** What is busy says so at once: whoever waited would wait for a step that comes after its own. */
    @Override
    public List<String> sessionSettings() {
        return List.of("pragma busy_timeout = 0");
    }

    @Override
    public ErrorKind classify(SQLException problem) {
        // the lower byte; what is above it says more of the same
        return switch (problem.getErrorCode() & 0xff) {
            case BUSY, LOCKED -> ErrorKind.REFUSED;
            case CONSTRAINT -> ErrorKind.CONSTRAINT;
            case IO_ERROR, CORRUPT, NOT_A_DATABASE -> ErrorKind.CRASH;
            default -> ErrorKind.UNEXPECTED;
        };
    }

    @Override
    public boolean waits() {
        return false;
    }
}
