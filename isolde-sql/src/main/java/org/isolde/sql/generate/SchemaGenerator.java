package org.isolde.sql.generate;

import java.util.ArrayList;
import java.util.List;
import org.isolde.generate.RandomSource;
import org.isolde.sql.ast.Column;
import org.isolde.sql.ast.Expression.IntegerLiteral;
import org.isolde.sql.ast.Expression.Literal;
import org.isolde.sql.ast.Index;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Table;
import org.isolde.sql.ast.Type;
import org.isolde.sql.testcase.InitialRow;

/** Random tables, their indexes, and their first rows. */
final class SchemaGenerator {
    private static final int MOST_COLUMNS = 5;
    private static final int MOST_INDEXES = 3;

    private final RandomSource random;
    private final GeneratorOptions options;

    SchemaGenerator(RandomSource random, GeneratorOptions options) {
        this.random = random;
        this.options = options;
    }

    Schema schema() {
        List<Table> tables = new ArrayList<>();
        List<Index> indexes = new ArrayList<>();
        int count = 2 + random.below(options.tables() - 1);
        for (int i = 0; i < count; i++) {
            Table table = table(options.prefix() + i);
            tables.add(table);
            int many = random.below(MOST_INDEXES + 1);
            for (int j = 0; j < many; j++) {
                indexes.add(index(table, table.name() + "_i" + j));
            }
        }
        return new Schema(tables, indexes);
    }

    private Table table(String name) {
        List<Column> columns = new ArrayList<>();
        columns.add(new Column(Table.PKEY, Type.INTEGER, false));
        columns.add(new Column(Table.VKEY, Type.INTEGER, false));
        int count = 1 + random.below(MOST_COLUMNS);
        for (int i = 0; i < count; i++) {
            columns.add(new Column("c" + i, Type.values()[random.below(Type.values().length)], random.chance(0.8)));
        }
        return new Table(name, columns);
    }

    /** Of one or two columns; a unique one has the primary key behind them. */
    private Index index(Table table, String name) {
        List<String> columns = new ArrayList<>();
        List<Column> all = table.columns().subList(1, table.columns().size());
        do {
            String column = all.get(random.below(all.size())).name();
            if (!columns.contains(column)) {
                columns.add(column);
            }
        } while (columns.size() < 2 && random.chance(0.3));
        boolean unique = random.chance(0.3);
        if (unique) {
            columns.add(Table.PKEY);
        }
        return new Index(name, table.name(), columns, unique);
    }

    /** The same tables, some with checks. */
    Schema checked(Schema schema) {
        return new Schema(
                schema.tables().stream()
                        .map(table -> random.chance(options.checks())
                                ? new Table(table.name(), table.columns(), Checks.random(random, table.plainColumns()))
                                : table)
                        .toList(),
                schema.indexes());
    }

    /** Each row has a version of its own. */
    List<InitialRow> rows(Schema schema, Keys keys) {
        List<InitialRow> rows = new ArrayList<>();
        for (Table table : schema.tables()) {
            int count = 1 + random.below(options.rows());
            for (int i = 0; i < count; i++) {
                rows.add(new InitialRow(table.name(), row(table, keys.primary(), keys.version())));
            }
        }
        return rows;
    }

    private List<Literal> row(Table table, long primary, long version) {
        List<Literal> values;
        do {
            values = new ArrayList<>();
            values.add(new IntegerLiteral(primary));
            values.add(new IntegerLiteral(version));
            for (Column column : table.plainColumns()) {
                values.add(StatementGenerator.value(random, column));
            }
        } while (!Checks.allow(table, values));
        return values;
    }
}
