package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.isolde.condition.Condition;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.run.record.RowNames;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowAnswer.Found;
import org.isolde.run.rows.RowChange;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;
import org.isolde.run.rows.RowStatement;
import org.isolde.run.rows.RowStatement.OnConflict;
import org.isolde.run.rows.RowVersion;

/**
 * The statements of a history of rows that Isolde recorded. A history has what statements found and wrote, and not their
 * texts; so these are derived:
 *
 * <ul>
 *   <li>a predicate read, and then a change of all that it found, by one statement: an update or deletion by that condition. The
 *       column is the one in which old and new versions differ;
 *   <li>a predicate read otherwise: a query;
 *   <li>a version under its row's own name: an insert;
 *   <li>a change without a predicate read, as of a counterexample that has lost it: of that row, by its key.
 * </ul>
 *
 * <p>What was rolled back to a savepoint is not in a history. A conflict clause is known only if it had an effect.
 *
 * <p>Invariant: keys and values are numbers, and conditions are trees of columns and numbers, so no text of a history becomes
 * part of a statement.
 */
final class RowStatements {
    private static final Pattern NAME = Pattern.compile(Pattern.quote(RowNames.key("")) + "-?\\d{1,18}#\\d{1,18}");

    private final History history;
    private final Rows rows;
    /** For each value the one that it replaced, where the history says so. */
    private final Map<Integer, Integer> previous = new HashMap<>();

    /** A statement of the history is read from here on. */
    private int next;

    RowStatements(History history) {
        this.history = history;
        this.rows = history.rows();
        for (int chain = 0; chain < history.versionChains(); chain++) {
            int[] values = history.versionChain(chain);
            for (int i = 1; i < values.length; i++) {
                previous.put(values[i], values[i - 1]);
            }
        }
    }

    /** Whether a history of rows has those of the workload that Isolde runs: of others nobody knows the statements. */
    static boolean areKnown(History history) {
        Rows rows = history.rows();
        Set<String> columns = Set.copyOf(RowStatement.COLUMNS);
        for (int key = 0; key < history.keys(); key++) {
            if (!NAME.matcher(history.keyName(key)).matches()) {
                return false;
            }
        }
        for (int op = 0; op < history.operations(); op++) {
            byte kind = history.kind(op);
            boolean named = history.value(op) > 0 && Scalars.isPlain(history.valueCode(history.value(op)));
            boolean whole = kind != OpKind.WRITE || hasAllColumns(history, op);
            if (!named || !whole || kind != OpKind.READ && kind != OpKind.WRITE && kind != OpKind.DELETE) {
                return false;
            }
        }
        for (int p = 0; p < rows.predicates(); p++) {
            if (!rows.tableName(rows.table(p)).equals(RowNames.TABLE)) {
                return false;
            }
        }
        return rows.conditions().stream()
                .allMatch(condition -> columns.containsAll(condition.columns()) && !hasText(condition));
    }

    private static boolean hasAllColumns(History history, int op) {
        Rows rows = history.rows();
        int image = rows.image(op);
        if (image < 0 || rows.imageEnd(image) - rows.imageFirst(image) != RowStatement.COLUMNS.size()) {
            return false;
        }
        for (int entry = rows.imageFirst(image); entry < rows.imageEnd(image); entry++) {
            String column = rows.columnName(rows.imageColumn(entry));
            long code = rows.imageValue(entry);
            if (!RowStatement.COLUMNS.contains(column)
                    || !Scalars.isPlain(code) && (code != Scalars.NULL || column.equals("id"))) {
                return false;
            }
        }
        return true;
    }

    /** A text stands in quotes. */
    private static boolean hasText(Condition condition) {
        return condition.text().indexOf('\'') >= 0;
    }

    // ---- one transaction

    List<RowOperation> operations(int transaction) {
        List<RowOperation> operations = new ArrayList<>();
        Map<String, RowVersion> own = new HashMap<>();
        RowMark mark = mark(transaction);
        int end = history.firstOp(transaction + 1);
        int p = rows.firstPredicate(transaction);
        int lastPredicate = rows.firstPredicate(transaction + 1);
        next = history.firstOp(transaction);
        while (next < end || p < lastPredicate) {
            int statements = operations.size();
            if (p < lastPredicate && rows.firstItem(p) <= next) {
                int until = p + 1 < lastPredicate ? rows.firstItem(p + 1) : end;
                predicate(p++, until, own, mark, operations);
            } else {
                operations.add(single(next++, own, mark));
            }
            for (RowOperation operation : operations.subList(statements, operations.size())) {
                operation
                        .recorded()
                        .changes()
                        .forEach(change -> own.put(change.after().row(), change.after()));
            }
        }
        return operations;
    }

    private RowMark mark(int t) {
        long number = rows.number(t);
        int snapshot = rows.snapshotOf(t);
        return new RowMark(
                number == Segment.NO_ID ? RowMark.NONE : number, snapshot < 0 ? null : snapshot(snapshot), Double.NaN);
    }

    private RowSnapshot snapshot(int snapshot) {
        long[] but = new long[rows.butFirst(snapshot + 1) - rows.butFirst(snapshot)];
        for (int i = 0; i < but.length; i++) {
            but[i] = rows.but(rows.butFirst(snapshot) + i);
        }
        return new RowSnapshot(rows.upTo(snapshot), but);
    }

    /** @param until where the operations end that may be changes by the same statement */
    private void predicate(int p, int until, Map<String, RowVersion> own, RowMark mark, List<RowOperation> operations) {
        Condition where = rows.conditions().get(rows.condition(p));
        int items = rows.firstItem(p) + rows.items(p);
        List<Found> found = new ArrayList<>();
        List<RowVersion> seen = new ArrayList<>();
        for (int op = rows.firstItem(p); op < items; op++) {
            found.add(new Found(row(op), version(op)));
            see(history.value(op), seen);
        }
        for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
            see(rows.seesValue(i), seen);
        }
        next = items;
        RowSnapshot snapshot = rows.snapshot(p) < 0 ? null : snapshot(rows.snapshot(p));
        Map<String, Long> put = put(p);
        Rows.Aggregate function = rows.aggregate(p);
        if (function != null) {
            String column = rows.aggregateColumn(p) < 0 ? null : rows.columnName(rows.aggregateColumn(p));
            RowAnswer answer = RowAnswer.aggregate(where, function, column, number(rows.aggregateValue(p)));
            operations.add(new RowOperation(
                    new RowStatement.Aggregate(function, column, where), 0, answer.with(snapshot), mark, put, seen));
            return;
        }
        RowAnswer asked = RowAnswer.rows(where, found).with(snapshot);
        int changed = changesOf(rows.firstItem(p), items, until);
        RowStatement change = changed == items ? null : change(where, rows.firstItem(p), items, changed);
        if (change == null) {
            operations.add(new RowOperation(new RowStatement.Select(where), 0, asked, mark, put, seen));
            return;
        }
        List<RowChange> changes = new ArrayList<>();
        for (int op = items; op < changed; op++) {
            changes.add(change(op, own));
        }
        next = changed;
        operations.add(new RowOperation(
                change, version(items), RowAnswer.changed(where, found, changes).with(snapshot), mark, put, seen));
    }

    private Map<String, Long> put(int p) {
        if (!rows.hasVersionSet(p) || rows.snapshot(p) >= 0) {
            return null;
        }
        Map<String, Long> put = new LinkedHashMap<>();
        for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
            put.put(RowNames.row(history.keyName(rows.seesKey(i))), history.valueCode(rows.seesValue(i)));
        }
        return put;
    }

    /** Where the changes end that one statement made to all rows that were found; {@code from} if there are none such. */
    private int changesOf(int items, int from, int until) {
        Map<Integer, Integer> open = new HashMap<>();
        for (int op = items; op < from; op++) {
            open.put(history.key(op), history.value(op));
        }
        int op = from;
        while (op < until
                && history.isWrite(op)
                && history.kind(op) == history.kind(from)
                && version(op) == version(from)
                && isChange(open.remove(history.key(op)), history.value(op))) {
            op++;
        }
        return open.isEmpty() ? op : from;
    }

    /** Whether a value may have replaced one that was found: not if the order of versions says that it replaced another. */
    private boolean isChange(Integer found, int made) {
        return found != null && previous.getOrDefault(made, found).equals(found);
    }

    /** The statement that made these changes; null if none of those that are known did. */
    private RowStatement change(Condition where, int items, int from, int until) {
        if (history.kind(from) == OpKind.DELETE) {
            return new RowStatement.Delete(where);
        }
        Map<String, RowVersion> before = new HashMap<>();
        for (int op = items; op < from; op++) {
            RowVersion version = known(history.value(op));
            if (version == null) {
                return null;
            }
            before.put(row(op), version);
        }
        List<RowVersion> old = new ArrayList<>();
        List<RowVersion> made = new ArrayList<>();
        for (int op = from; op < until; op++) {
            made.add(image(op));
            old.add(before.get(row(op)));
        }
        return update(where, old, made);
    }

    private static Long cell(RowVersion version, String column) {
        return switch (column) {
            case "id" -> (Long) version.id();
            case "a" -> version.a();
            default -> version.b();
        };
    }

    /** The update of one column that leads from one to the other; null if there is none. */
    private static RowStatement update(Condition where, List<RowVersion> old, List<RowVersion> made) {
        for (String column : List.of("a", "b", "id")) {
            boolean others = true;
            boolean sets = true;
            Set<Long> added = new HashSet<>();
            for (int i = 0; i < old.size(); i++) {
                for (String other : RowStatement.COLUMNS) {
                    others &= other.equals(column) || Objects.equals(cell(old.get(i), other), cell(made.get(i), other));
                }
                Long before = cell(old.get(i), column);
                Long after = cell(made.get(i), column);
                sets &= Objects.equals(after, cell(made.get(0), column));
                if (before != null || after != null) {
                    added.add(before == null || after == null ? null : (Long) (after - before));
                }
            }
            if (others && sets) {
                return new RowStatement.Update(where, column, false, cell(made.get(0), column));
            }
            if (others && added.size() == 1 && !added.contains(null)) {
                return new RowStatement.Update(
                        where, column, true, added.iterator().next());
            }
        }
        return null;
    }

    /** An operation that belongs to no predicate read. */
    private RowOperation single(int op, Map<String, RowVersion> own, RowMark mark) {
        if (!history.isWrite(op)) {
            Found found = new Found(row(op), version(op));
            List<RowVersion> seen = new ArrayList<>();
            see(history.value(op), seen);
            Condition where = RowStatement.key(
                    seen.isEmpty() ? bornId(row(op)) : seen.get(0).id());
            return new RowOperation(
                    new RowStatement.Select(where), 0, RowAnswer.rows(where, List.of(found)), mark, null, seen);
        }
        RowChange change = change(op, own);
        RowVersion before = before(op, own);
        return new RowOperation(
                single(change, before),
                version(op),
                RowAnswer.changes(List.of(change)),
                mark,
                null,
                before == null ? List.of() : List.of(before));
    }

    private static RowStatement single(RowChange change, RowVersion before) {
        RowVersion after = change.after();
        if (change.kind() == RowChange.Kind.DELETED) {
            return new RowStatement.Delete(RowStatement.key(after.id()));
        }
        if (change.kind() == RowChange.Kind.INSERTED) {
            return new RowStatement.Insert(after.id(), after.a(), after.b(), OnConflict.FAIL);
        }
        RowStatement update =
                before == null ? null : update(RowStatement.key(before.id()), List.of(before), List.of(after));
        return update != null
                ? update
                : new RowStatement.Insert(after.id(), after.a(), after.b(), OnConflict.OVERWRITE);
    }

    // ---- versions

    private RowChange change(int op, Map<String, RowVersion> own) {
        RowVersion before = before(op, own);
        if (history.kind(op) == OpKind.DELETE) {
            RowVersion last = before != null
                    ? before
                    : new RowVersion(row(op), bornVersion(row(op)), bornId(row(op)), null, null, null);
            return RowChange.deleted(last, version(op));
        }
        RowVersion made = image(op);
        boolean inserted = made.row().equals(RowVersion.bornAs(made.id(), made.version()));
        Long replaced = inserted ? null : before == null ? (Long) bornVersion(made.row()) : (Long) before.version();
        return new RowChange(
                inserted ? RowChange.Kind.INSERTED : RowChange.Kind.UPDATED,
                new RowVersion(made.row(), made.version(), made.id(), made.a(), made.b(), replaced),
                0);
    }

    /** The version that a write replaced, if it is known: by the order of versions, or the transaction's own. */
    private RowVersion before(int op, Map<String, RowVersion> own) {
        RowVersion mine = own.get(row(op));
        if (mine != null) {
            return mine;
        }
        return known(previous.getOrDefault(history.value(op), 0));
    }

    /** A version that was seen, with its columns; null if its write is not in the history, or it is a dead one. */
    private RowVersion known(int value) {
        int write = value <= 0 ? -1 : history.writeOp(value);
        return write < 0 || history.kind(write) != OpKind.WRITE ? null : image(write);
    }

    private void see(int value, List<RowVersion> seen) {
        RowVersion version = known(value);
        if (version != null) {
            seen.add(version);
        }
    }

    private RowVersion image(int op) {
        int image = rows.image(op);
        Map<String, Long> cells = new HashMap<>();
        for (int entry = rows.imageFirst(image); entry < rows.imageEnd(image); entry++) {
            cells.put(rows.columnName(rows.imageColumn(entry)), number(rows.imageValue(entry)));
        }
        return new RowVersion(row(op), version(op), cells.get("id"), cells.get("a"), cells.get("b"), null);
    }

    private static Long number(long code) {
        return code == Scalars.NULL ? null : (Long) code;
    }

    private String row(int op) {
        return RowNames.row(history.keyName(history.key(op)));
    }

    private long version(int op) {
        return history.valueCode(history.value(op));
    }

    private static long bornId(String row) {
        return Long.parseLong(row.substring(0, row.indexOf('#')));
    }

    private static long bornVersion(String row) {
        return Long.parseLong(row.substring(row.indexOf('#') + 1));
    }
}
