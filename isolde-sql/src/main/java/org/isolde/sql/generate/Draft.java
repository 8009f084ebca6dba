package org.isolde.sql.generate;

import java.util.List;
import org.isolde.generate.RandomSource;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Table;
import org.isolde.sql.ast.Type;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.dialect.Feature;

/** What the parts of one statement share while it is made. */
final class Draft {
    final RandomSource random;
    final Dialect dialect;
    final Schema schema;
    final Constants constants;
    final Limits limits = new Limits();
    private int names;

    /** The table that no query of the statement may name, because the statement writes it; null if they may name all. */
    private String untouchable;

    Draft(RandomSource random, Dialect dialect, Schema schema, Constants constants) {
        this.random = random;
        this.dialect = dialect;
        this.schema = schema;
        this.constants = constants;
    }

    /** The statement writes this table. */
    void writes(Table table) {
        untouchable = dialect.has(Feature.READING_WHAT_IS_WRITTEN) ? null : table.name();
    }

    /** A name that nothing else of the statement has. */
    String newName(String prefix) {
        return prefix + names++;
    }

    <T> T pick(List<T> list) {
        return list.get(random.below(list.size()));
    }

    /** Any table. */
    Table table() {
        return pick(schema.tables());
    }

    /** A table that a query may name; there are two at least. */
    Table tableToRead() {
        return pick(schema.tables().stream()
                .filter(table -> !table.name().equals(untouchable))
                .toList());
    }

    /** Makes a table visible by a name. */
    Scope.Visible declare(Table table, String name) {
        table.columns()
                .forEach(column -> limits.declare(
                        name,
                        column.name(),
                        column.name().equals(Table.PKEY)
                                ? Keys.LARGEST
                                : column.type() == Type.TEXT ? Limits.COLUMN_TEXT : Limits.COLUMN));
        return new Scope.Visible(name, table.name(), table.columns());
    }
}
