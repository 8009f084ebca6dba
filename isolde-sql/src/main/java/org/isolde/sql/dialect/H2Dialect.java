package org.isolde.sql.dialect;

import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.sql.ast.Table;

/** H2: rows are locked for update alone. */
final class H2Dialect extends Dialect {
    private static final int LOCK_TIMEOUT = 50200;
    private static final int CONCURRENT_UPDATE = 90131;
    private static final int GENERAL_ERROR = 50000;
    private static final int FILE_CORRUPTED = 90030;
    private static final int ROW_NOT_FOUND = 90143;

    @Override
    public String name() {
        return "h2";
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.complementOf(EnumSet.of(Feature.LOCKING_FOR_SHARE));
    }

    @Override
    protected String upsert(Table table, List<String> rows, List<String> assignments) {
        return merge(table, rows, assignments);
    }

    @Override
    public List<String> sessionSettings() {
        return List.of("set lock_timeout 400");
    }

    @Override
    public ErrorKind classify(SQLException problem) {
        return switch (problem.getErrorCode()) {
            case LOCK_TIMEOUT, CONCURRENT_UPDATE -> ErrorKind.REFUSED;
            case GENERAL_ERROR, FILE_CORRUPTED, ROW_NOT_FOUND -> ErrorKind.CRASH;
            default -> super.classify(problem);
        };
    }
}
