package org.isolde.sql.dialect;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.isolde.sql.ast.Table;

/** H2. */
final class H2Dialect extends Dialect {
    @Override
    public String name() {
        return "h2";
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.allOf(Feature.class);
    }

    @Override
    protected String upsert(Table table, List<String> rows, List<String> assignments) {
        return merge(
                table, "(values " + String.join(", ", rows) + ") as s (" + columnNames(table, "") + ")", assignments);
    }

    static String merge(Table table, String source, List<String> assignments) {
        return "merge into " + table.name() + " using " + source + " on " + table.name() + "." + Table.PKEY + " = s."
                + Table.PKEY + " when matched then update set "
                + assignments.stream().collect(Collectors.joining(", "))
                + " when not matched then insert (" + columnNames(table, "") + ") values (" + columnNames(table, "s.")
                + ")";
    }
}
