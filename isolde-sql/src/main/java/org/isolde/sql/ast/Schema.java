package org.isolde.sql.ast;

import java.util.List;

/** The tables of a test case, and their indexes. */
public record Schema(List<Table> tables, List<Index> indexes) {
    public Schema {
        tables = List.copyOf(tables);
        indexes = List.copyOf(indexes);
    }

    public Table table(String name) {
        return tables.stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no table " + name));
    }
}
