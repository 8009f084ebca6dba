package org.isolde.app.replay;

import java.util.List;
import org.isolde.history.OpKind;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Session;
import org.isolde.run.jdbc.SqlDialect;

/**
 * The operations of an excerpt as statements of one dialect, with their parameters filled in: what Isolde's sessions send.
 *
 * <p>Invariant: only numbers are filled in, never a text of a history.
 */
final class SqlWording {
    private final SqlDialect dialect;
    private final Tables tables;

    SqlWording(SqlDialect dialect, Tables tables) {
        this.dialect = dialect;
        this.tables = tables;
    }

    /** The statements that make the tables of these keys, and nothing in them. */
    List<String> create(Iterable<Long> keys) {
        List<String> statements = new java.util.ArrayList<>();
        for (int table : numbers(keys)) {
            statements.addAll(dialect.create(table, tables));
        }
        return statements;
    }

    List<String> drop(Iterable<Long> keys) {
        return numbers(keys).stream().map(SqlDialect::table).map(dialect::drop).toList();
    }

    private java.util.SortedSet<Integer> numbers(Iterable<Long> keys) {
        java.util.SortedSet<Integer> numbers = new java.util.TreeSet<>();
        keys.forEach(key -> numbers.add(tables.of(key)));
        return numbers;
    }

    /**
     * One operation.
     *
     * @param before what its transaction did before it
     * @param thereAlready whether another transaction has made the row by then, as far as is known
     */
    String statement(Operation op, List<Operation> before, boolean thereAlready) {
        String table = SqlDialect.table(tables.of(op.key()));
        String key = Long.toString(op.key());
        return switch (op.kind()) {
            case OpKind.READ, OpKind.LIST_READ -> fill(dialect.select(table, tables.secondaryIndex()), key);
            case OpKind.WRITE, OpKind.APPEND -> write(op, table, key, before, thereAlready);
            default ->
                op.expected() == Session.ABSENT
                        ? fill(dialect.insert(table), key, key, literal(op.value()))
                        : fill(dialect.updateIf(table), literal(op.value()), key, literal(op.expected()));
        };
    }

    private String write(Operation op, String table, String key, List<Operation> before, boolean thereAlready) {
        boolean append = op.kind() == OpKind.APPEND;
        String value = literal(op.value());
        Operation last = null;
        for (Operation each : before) {
            last = each.key() == op.key() ? each : last;
        }
        String upsert = append ? dialect.upsertAppend(table) : dialect.upsert(table);
        boolean blind = last == null;
        if (blind && upsert != null) {
            return fill(upsert, key, key, value);
        }
        boolean present = blind ? thereAlready : last.isWrite() || last.seen() != Session.ABSENT;
        return present
                ? fill(append ? dialect.append(table) : dialect.update(table), value, key)
                : fill(dialect.insert(table), key, key, value);
    }

    private String literal(long value) {
        return tables.lists() ? "'" + value + "'" : Long.toString(value);
    }

    /** Puts literals in the place of the parameters; there is no question mark in these statements but for them. */
    private static String fill(String statement, String... literals) {
        StringBuilder text = new StringBuilder();
        int next = 0;
        for (int i = 0; i < statement.length(); i++) {
            if (statement.charAt(i) == '?') {
                text.append(literals[next++]);
            } else {
                text.append(statement.charAt(i));
            }
        }
        if (next != literals.length) {
            throw new IllegalStateException("a statement with other parameters than expected: " + statement);
        }
        // some dialects end a statement themselves
        return text.toString().replaceFirst(";$", "");
    }
}
