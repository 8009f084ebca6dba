package org.isolde.sql.ast;

import java.util.List;

/** An index. One that is unique has {@value Table#PKEY} among its columns, so that nothing is ever refused because of it. */
public record Index(String name, String table, List<String> columns, boolean unique) {
    public Index {
        columns = List.copyOf(columns);
        if (unique && !columns.contains(Table.PKEY)) {
            throw new IllegalArgumentException("a unique index without the primary key: " + columns);
        }
    }
}
