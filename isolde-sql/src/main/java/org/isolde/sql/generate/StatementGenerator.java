package org.isolde.sql.generate;

import java.util.ArrayList;
import java.util.List;
import org.isolde.generate.RandomSource;
import org.isolde.sql.ast.Column;
import org.isolde.sql.ast.Expression.Literal;
import org.isolde.sql.ast.Expression.NullLiteral;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Statement.Assignment;
import org.isolde.sql.ast.Statement.Lock;
import org.isolde.sql.ast.Statement.Row;
import org.isolde.sql.ast.Table;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.dialect.Feature;

/** One random statement. */
final class StatementGenerator {
    private final GeneratorOptions options;
    private final Keys keys;
    private final Draft draft;
    private final PredicateGenerator predicates;
    private final QueryGenerator queries;

    StatementGenerator(
            RandomSource random,
            GeneratorOptions options,
            Dialect dialect,
            Schema schema,
            Constants constants,
            Keys keys) {
        this.options = options;
        this.keys = keys;
        draft = new Draft(random, dialect, schema, constants);
        predicates = new PredicateGenerator(draft);
        queries = new QueryGenerator(draft, predicates);
    }

    Statement generate() {
        int kind = draft.random.below(16);
        if (kind < 5) {
            return select();
        }
        Table table = draft.table();
        draft.writes(table);
        if (kind < 10) {
            return update(table);
        }
        if (kind < 12) {
            return delete(table);
        }
        if (kind == 12 && keys.hasOffset()) {
            long vkey = keys.version();
            return new Statement.InsertSelect(
                    table.name(), vkey, queries.copy(table, keys.offset(), vkey, options.depth()));
        }
        if (kind == 13 && draft.dialect.has(Feature.UPSERT)) {
            return upsert(table);
        }
        List<Row> rows = new ArrayList<>();
        do {
            rows.add(row(table, keys.primary()));
        } while (rows.size() < 4 && draft.random.chance(0.5));
        return new Statement.Insert(table.name(), keys.version(), rows);
    }

    Statement allRows() {
        return new Statement.Select(queries.allRows(), Lock.NONE);
    }

    private Statement select() {
        return switch (draft.random.below(5)) {
            case 0 -> new Statement.Select(queries.report(options.depth()), Lock.NONE);
            case 1 ->
                draft.dialect.has(Feature.COMMON_TABLES)
                        ? new Statement.Select(queries.withCommonTable(options.depth()), Lock.NONE)
                        : rows();
            default -> rows();
        };
    }

    private Statement rows() {
        List<Lock> locks = new ArrayList<>();
        if (draft.dialect.has(Feature.LOCKING_FOR_UPDATE)) {
            locks.add(Lock.UPDATE);
        }
        if (draft.dialect.has(Feature.LOCKING_FOR_SHARE)) {
            locks.add(Lock.SHARE);
        }
        if (!locks.isEmpty() && draft.random.chance(options.locks())) {
            return new Statement.Select(queries.lockable(options.depth()), draft.pick(locks));
        }
        return new Statement.Select(queries.rows(options.depth()), Lock.NONE);
    }

    /** What can be seen of the table that is written: its own name. */
    private Scope scope(Table table) {
        return Scope.of(List.of(draft.declare(table, table.name())));
    }

    private Statement update(Table table) {
        Scope scope = scope(table);
        return new Statement.Update(
                table.name(),
                keys.version(),
                assignments(table, scope, options.depth() - 1),
                predicates.where(scope, options.depth()));
    }

    private List<Assignment> assignments(Table table, Scope scope, int depth) {
        List<Column> columns = new ArrayList<>(table.plainColumns());
        List<Assignment> assignments = new ArrayList<>();
        do {
            Column column = columns.remove(draft.random.below(columns.size()));
            assignments.add(new Assignment(column.name(), queries.expressions().assignable(column, scope, depth)));
        } while (!columns.isEmpty() && draft.random.chance(0.3));
        return assignments;
    }

    private Statement delete(Table table) {
        return new Statement.Delete(table.name(), predicates.where(scope(table), options.depth()));
    }

    /** Values may be those of other rows, but there is no row yet to look at. */
    private Row row(Table table, long key) {
        return new Row(
                key,
                table.plainColumns().stream()
                        .map(column -> draft.random.chance(0.7)
                                ? value(draft.random, column)
                                : queries.expressions().assignable(column, Scope.EMPTY, options.depth() - 1))
                        .toList());
    }

    /** A constant for a column. */
    static Literal value(RandomSource random, Column column) {
        return column.nullable() && random.chance(0.15)
                ? new NullLiteral(column.type())
                : Constants.fresh(random, column.type());
    }

    /** One row or two; each has the key of a row that is or was in the table, or a new one. What it updates has no queries. */
    private Statement upsert(Table table) {
        List<Row> rows = new ArrayList<>();
        List<Long> used = new ArrayList<>();
        do {
            long key = draft.random.chance(0.7) ? draft.constants.key(draft.random, table.name()) : 0;
            if (key == 0 || used.contains(key)) {
                key = keys.primary();
            }
            used.add(key);
            rows.add(row(table, key));
        } while (rows.size() < 2 && draft.random.chance(0.4));
        return new Statement.Upsert(table.name(), keys.version(), rows, assignments(table, scope(table), 0));
    }
}
