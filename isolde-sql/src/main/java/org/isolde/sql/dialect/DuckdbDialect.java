package org.isolde.sql.dialect;

import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.isolde.sql.ast.Expression.AggregateFunction;
import org.isolde.sql.ast.Function;
import org.isolde.sql.ast.Type;

/** DuckDB: no savepoints, no locks; its errors have no SQLState. */
final class DuckdbDialect extends Dialect {
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
    protected String nullOf(Type type) {
        return cast("null", type);
    }

    @Override
    protected String call(Function function, List<String> arguments) {
        String all = super.call(function, arguments);
        // a tiny integer, which overflows soon
        return function == Function.SIGN ? cast(all, Type.INTEGER) : all;
    }

    @Override
    protected String aggregate(AggregateFunction function, Type type, String argument) {
        return narrowed(function, type, argument);
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
