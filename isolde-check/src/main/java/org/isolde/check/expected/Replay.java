package org.isolde.check.expected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.check.facts.Aggregation;
import org.isolde.check.facts.BadConditionException;
import org.isolde.check.graph.IntList;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Contradiction.UnexpectedResult.Surplus;
import org.isolde.condition.ConditionException;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;

/**
 * Runs transactions one after the other on one state (Enne, algorithm 4): every operation must find what it says that it found.
 *
 * <p>The state is the present value of each key and whether that is a dead row's; for tables that conditions ask of, also the
 * {@link Table}. A transaction's own writes are in it at once, since nobody else runs in between.
 */
final class Replay {
    private final History history;
    private final Rows rows;
    private final Tables tables;
    private final int[] present;
    /** Which rows are dead; null if the history has none. */
    private final boolean[] dead;

    private final IntList[] lists;
    private final Findings findings;
    /** Of the transaction that runs. */
    private boolean isAtItsPlace;

    /** By table: the predicate read, plus one, that named a row last. */
    private final int[][] namedBy;

    private final IntList matching = new IntList();
    private final Aggregation aggregation;

    Replay(History history, Findings findings) {
        this.history = history;
        this.findings = findings;
        rows = history.predicates() == 0 ? null : history.rows();
        tables = rows == null ? null : new Tables(history);
        present = new int[history.keys()];
        dead = history.rows() == null ? null : new boolean[history.keys()];
        lists = history.hasLists() ? new IntList[history.keys()] : null;
        namedBy = rows == null ? null : new int[tables.size()][];
        aggregation = rows == null ? null : new Aggregation(history);
    }

    /**
     * Runs one transaction.
     *
     * @param hasOwnPlace whether it is certain what is before it
     * @throws BadHistoryException if a condition fails on a row
     */
    void run(int t, boolean hasOwnPlace) throws BadHistoryException {
        isAtItsPlace = hasOwnPlace;
        int end = history.firstOp(t + 1);
        int predicate = rows == null ? 0 : rows.firstPredicate(t);
        int op = history.firstOp(t);
        while (op < end || isOf(predicate, t)) {
            if (isOf(predicate, t) && rows.firstItem(predicate) <= op) {
                ask(predicate, t);
                // the rows that came back have been looked at with it
                op += rows.items(predicate++);
            } else {
                step(op++);
            }
        }
    }

    private boolean isOf(int predicate, int t) {
        return rows != null && predicate < rows.predicates() && rows.transaction(predicate) == t;
    }

    private void step(int op) {
        byte kind = history.kind(op);
        int key = history.key(op);
        int value = history.value(op);
        if (OpKind.isWrite(kind)) {
            write(op, kind, key, value);
        } else if (kind == OpKind.LIST_READ) {
            readList(op, lists[key]);
        } else if ((present[key] == value) == (kind == OpKind.CAS_FAILED)) {
            add(new Contradiction.UnexpectedRead(op, present[key], -1));
        }
    }

    private void write(int op, byte kind, int key, int value) {
        if (dead != null) {
            if (dead[key]) {
                add(new Contradiction.DeadRow(op, present[key]));
            }
            dead[key] = kind == OpKind.DELETE;
            if (tables != null && tables.has(key)) {
                Table table = tables.table(tables.tableOf(key));
                if (kind == OpKind.DELETE) {
                    table.delete(tables.rowOf(key));
                } else {
                    table.write(tables.rowOf(key), op);
                }
            }
        }
        present[key] = value;
        if (kind == OpKind.APPEND && lists != null) {
            lists[key] = lists[key] == null ? new IntList() : lists[key];
            lists[key].add(value);
        }
    }

    /** A list that was read is the whole list. */
    private void readList(int op, IntList elements) {
        int list = history.listOf(op);
        int first = history.listFirst(list);
        int length = history.listFirst(list + 1) - first;
        int there = elements == null ? 0 : elements.size();
        for (int i = 0; i < Math.max(length, there); i++) {
            int seen = i < length ? history.listElement(first + i) : -1;
            int expected = i < there ? elements.get(i) : -1;
            if (seen != expected) {
                add(new Contradiction.UnexpectedRead(op, expected, i));
                return;
            }
        }
    }

    private void add(Contradiction contradiction) {
        findings.add(contradiction, isAtItsPlace);
    }

    // ---- conditions

    private void ask(int predicate, int t) throws BadHistoryException {
        try {
            if (rows.aggregate(predicate) == null) {
                askRows(predicate);
            } else {
                askAggregate(predicate);
            }
        } catch (ConditionException | BadConditionException e) {
            throw BadHistoryException.of("transaction " + history.transactionName(t) + " asks for rows of "
                    + rows.tableName(rows.table(predicate)) + ", and that fails: " + e.getMessage());
        }
    }

    /** Rows came back that match and are there, none twice, and as many as match: then they are those. */
    private void askRows(int predicate) throws ConditionException {
        Asked asked = tables.asked(predicate);
        int first = rows.firstItem(predicate);
        int items = rows.items(predicate);
        boolean same = true;
        for (int op = first; op < first + items && same; op++) {
            same = isRight(op, predicate, asked);
        }
        if (!same || asked.count() != items) {
            tellRows(predicate, asked);
        }
    }

    private boolean isRight(int op, int predicate, Asked asked) throws ConditionException {
        int row = tables.rowOf(history.key(op));
        int[] named = namedRows(rows.table(predicate));
        if (named[row] == predicate + 1 || present[history.key(op)] != history.value(op)) {
            return false;
        }
        named[row] = predicate + 1;
        Table table = tables.table(rows.table(predicate));
        return table.present(row) >= 0 && asked.matches(row);
    }

    private int[] namedRows(int table) {
        if (namedBy[table] == null) {
            namedBy[table] = new int[tables.table(table).size()];
        }
        return namedBy[table];
    }

    private void tellRows(int predicate, Asked asked) throws ConditionException {
        if (!findings.wants(Contradiction.UnexpectedResult.class)) {
            return;
        }
        int[] named = namedRows(rows.table(predicate));
        Table table = tables.table(rows.table(predicate));
        List<Surplus> surplus = new ArrayList<>();
        List<Integer> missing = new ArrayList<>();
        // from the beginning: what was looked at before is not told apart
        Arrays.fill(named, 0);
        for (int op = rows.firstItem(predicate); op < rows.firstItem(predicate) + rows.items(predicate); op++) {
            int key = history.key(op);
            boolean twice = named[tables.rowOf(key)] == predicate + 1;
            if (!isRight(op, predicate, asked)) {
                surplus.add(new Surplus(op, present[key], twice, present[key] != history.value(op)));
            }
        }
        matching.clear();
        asked.list(matching);
        for (int i = 0; i < matching.size(); i++) {
            if (named[matching.get(i)] != predicate + 1) {
                missing.add(table.present(matching.get(i)));
            }
        }
        add(new Contradiction.UnexpectedResult(predicate, missing, surplus, null));
    }

    private void askAggregate(int predicate) throws ConditionException {
        Asked asked = tables.asked(predicate);
        Table table = tables.table(rows.table(predicate));
        long value = rows.aggregateValue(predicate);
        String expected;
        if (rows.aggregate(predicate) == Rows.Aggregate.COUNT) {
            int count = asked.count();
            expected = count == value ? null : Integer.toString(count);
        } else {
            matching.clear();
            asked.list(matching);
            aggregation.begin(predicate);
            for (int i = 0; i < matching.size(); i++) {
                aggregation.add(table.version(matching.get(i)).code(rows.aggregateColumn(predicate)));
            }
            expected = aggregation.agrees() ? null : aggregation.text();
        }
        if (expected != null) {
            add(new Contradiction.UnexpectedResult(predicate, List.of(), List.of(), expected));
        }
    }
}
