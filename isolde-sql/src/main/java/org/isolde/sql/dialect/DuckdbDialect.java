package org.isolde.sql.dialect;

import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** DuckDB: no savepoints, no locks; its errors have no SQLState. */
final class DuckdbDialect extends StronglyTypedDialect {
    @Override
    public String name() {
        return "duckdb";
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(
                Feature.COMMON_TABLES,
                Feature.WINDOW_FUNCTIONS,
                Feature.UPSERT,
                Feature.QUANTIFIED_COMPARISONS,
                Feature.READING_WHAT_IS_WRITTEN);
    }

    @Override
    public ErrorKind classify(SQLException problem) {
        String words = String.valueOf(problem.getMessage()).toLowerCase(Locale.ROOT);
        if (words.contains("internal error") || words.contains("fatal error")) {
            return ErrorKind.CRASH;
        }
        if (words.contains("conflict")) {
            return ErrorKind.ROLLED_BACK;
        }
        return words.contains("constraint") ? ErrorKind.CONSTRAINT : ErrorKind.UNEXPECTED;
    }

    @Override
    public boolean waits() {
        return false;
    }
}
