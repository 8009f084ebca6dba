package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.OpKind;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Session;
import org.isolde.run.jdbc.SqlDialect;

/** Operations on keys, as the sessions send them. */
final class KeyWording implements SqlWording {
    private final SqlDialect dialect;
    private final Tables tables;

    KeyWording(SqlDialect dialect, Tables tables) {
        this.dialect = dialect;
        this.tables = tables;
    }

    @Override
    public List<String> create(Excerpt excerpt) {
        List<String> statements = new ArrayList<>();
        for (int table : numbers(excerpt)) {
            statements.addAll(dialect.create(SqlDialect.table(table), tables));
        }
        return statements;
    }

    @Override
    public List<String> drop(Excerpt excerpt) {
        return numbers(excerpt).stream()
                .map(SqlDialect::table)
                .map(dialect::drop)
                .toList();
    }

    private java.util.SortedSet<Integer> numbers(Excerpt excerpt) {
        java.util.SortedSet<Integer> numbers = new java.util.TreeSet<>();
        excerpt.keys().forEach(key -> numbers.add(tables.of(key)));
        return numbers;
    }

    @Override
    public List<String> preparation(Excerpt excerpt) {
        List<String> statements = new ArrayList<>();
        Set<Long> written = new HashSet<>();
        for (Operation each : excerpt.preparation()) {
            KeyOperation op = (KeyOperation) each;
            statements.add(statement(op, List.of(), !written.add(op.key())));
        }
        return statements;
    }

    @Override
    public List<String> statements(Schedule schedule, Step step) {
        Excerpt excerpt = schedule.excerpt();
        KeyOperation op = (KeyOperation) excerpt.operation(step);
        List<KeyOperation> before =
                excerpt.transactions().get(step.transaction()).operations().subList(0, step.operation()).stream()
                        .map(KeyOperation.class::cast)
                        .toList();
        return List.of(statement(op, before, isWritten(schedule, op.key(), step)));
    }

    /** Whether somebody has written a key before a step. */
    private static boolean isWritten(Schedule schedule, long key, Step until) {
        Excerpt excerpt = schedule.excerpt();
        if (excerpt.preparation().stream().anyMatch(op -> ((KeyOperation) op).key() == key)) {
            return true;
        }
        for (Step step : schedule.order()) {
            if (step.equals(until)) {
                return false;
            }
            KeyOperation op = (KeyOperation) excerpt.operation(step);
            if (op != null && op.isWrite() && op.key() == key) {
                return true;
            }
        }
        return false;
    }

    /**
     * One operation.
     *
     * @param before what its transaction did before it
     * @param thereAlready whether another transaction has made the row by then, as far as is known
     */
    private String statement(KeyOperation op, List<KeyOperation> before, boolean thereAlready) {
        String table = SqlDialect.table(tables.of(op.key()));
        String key = Long.toString(op.key());
        return switch (op.kind()) {
            case OpKind.READ, OpKind.LIST_READ -> SqlWording.fill(dialect.select(table, tables.secondaryIndex()), key);
            case OpKind.WRITE, OpKind.APPEND -> write(op, table, key, before, thereAlready);
            default ->
                op.expected() == Session.ABSENT
                        ? SqlWording.fill(dialect.insert(table), key, key, literal(op.value()))
                        : SqlWording.fill(dialect.updateIf(table), literal(op.value()), key, literal(op.expected()));
        };
    }

    private String write(KeyOperation op, String table, String key, List<KeyOperation> before, boolean thereAlready) {
        boolean append = op.kind() == OpKind.APPEND;
        String value = literal(op.value());
        KeyOperation last = null;
        for (KeyOperation each : before) {
            last = each.key() == op.key() ? each : last;
        }
        String upsert = append ? dialect.upsertAppend(table) : dialect.upsert(table);
        boolean blind = last == null;
        if (blind && upsert != null) {
            return SqlWording.fill(upsert, key, key, value);
        }
        boolean present = blind ? thereAlready : last.isWrite() || last.seen() != Session.ABSENT;
        return present
                ? SqlWording.fill(append ? dialect.append(table) : dialect.update(table), value, key)
                : SqlWording.fill(dialect.insert(table), key, key, value);
    }

    private String literal(long value) {
        return tables.lists() ? "'" + value + "'" : Long.toString(value);
    }
}
