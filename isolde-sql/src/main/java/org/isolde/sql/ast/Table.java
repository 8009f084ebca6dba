package org.isolde.sql.ast;

import java.util.List;

/**
 * A table. Its first two columns are there for the record, as in TxCheck's section 3.2: {@value #PKEY}, the primary key, names
 * the row; no other row of any table ever has it, and no statement changes it. {@value #VKEY}, the version key, names the
 * statement that wrote the row last; no other statement, nor the initial data, has it.
 *
 * @param checks what every row has to fulfil, or leave unknown; columns are those of the row, and have no source
 */
public record Table(String name, List<Column> columns, List<Predicate> checks) {
    public static final String PKEY = "pkey";
    public static final String VKEY = "vkey";

    public Table {
        columns = List.copyOf(columns);
        checks = checks == null ? List.of() : List.copyOf(checks);
        if (columns.size() < 2
                || !columns.get(0).equals(new Column(PKEY, Type.INTEGER, false))
                || !columns.get(1).equals(new Column(VKEY, Type.INTEGER, false))) {
            throw new IllegalArgumentException("a table begins with its keys: " + columns);
        }
    }

    /** A table without checks. */
    public Table(String name, List<Column> columns) {
        this(name, columns, List.of());
    }

    /** The columns behind the two keys. */
    public List<Column> plainColumns() {
        return columns.subList(2, columns.size());
    }

    public Column column(String columnName) {
        return columns.stream()
                .filter(column -> column.name().equals(columnName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(name + " has no column " + columnName));
    }
}
