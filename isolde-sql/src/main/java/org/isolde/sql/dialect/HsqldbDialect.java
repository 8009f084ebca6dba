package org.isolde.sql.dialect;

import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.sql.ast.Table;
import org.isolde.sql.ast.Type;

/** HSQLDB: no windows, and a null has a type. */
final class HsqldbDialect extends Dialect {
    /** What it says of an error inside it. */
    private static final String GENERAL_ERROR = "S1000";

    @Override
    public String name() {
        return "hsqldb";
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(
                Feature.COMMON_TABLES,
                Feature.UPSERT,
                Feature.QUANTIFIED_COMPARISONS,
                Feature.READING_WHAT_IS_WRITTEN,
                Feature.SAVEPOINTS);
    }

    @Override
    protected String nullOf(Type type) {
        return cast("null", type);
    }

    @Override
    protected String upsert(Table table, List<String> rows, List<String> assignments) {
        return merge(table, rows, assignments);
    }

    @Override
    public ErrorKind classify(SQLException problem) {
        return GENERAL_ERROR.equals(problem.getSQLState()) ? ErrorKind.CRASH : super.classify(problem);
    }
}
