package org.isolde.report;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.CheckResult;
import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.PredicateVersions;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;

/**
 * The part of a history that shows an anomaly of predicate reads: its transactions, the rows that it is about, the predicate
 * reads that it names, and the versions that these were put to.
 *
 * <p>A condition is about all rows of a table, so leaving out is not enough: a predicate read of the part is told what it was
 * put to, of the rows of the part, and gives back those of them that it gave back in the whole.
 *
 * <p>Invariant: a read comes with the write of what it saw, a predicate read with the writes of what it was put to; and a version
 * that changes the matches of a predicate read with the version before it, so that it changes them here as well. Whether the part
 * shows the same anomaly is for others to see.
 */
final class RowPart {
    private static final int MOST = 500;

    private final History history;
    private final Rows rows;
    private final Anomaly anomaly;
    /** Null where version sets are left aside: in an expected serial order. */
    private final PredicateVersions versions;

    private final boolean snapshots;
    private final BitSet keys = new BitSet();
    private final BitSet predicates = new BitSet();
    private final BitSet operations = new BitSet();
    /** Those that the anomaly names: they stay, with or without operations. */
    private final BitSet named = new BitSet();

    private final Deque<Integer> added = new ArrayDeque<>();

    private RowPart(History history, Anomaly anomaly, PredicateVersions versions) {
        this.history = history;
        this.rows = history.rows();
        this.anomaly = anomaly;
        this.versions = versions;
        this.snapshots = anomaly.kind() == AnomalyKind.OUTSIDE_SNAPSHOT;
    }

    /**
     * The part that shows an anomaly.
     *
     * @param allPredicates whether with all predicate reads of the first transaction of the anomaly that are about its row, which
     *     names none
     * @return null if there is none, or it is too large to be of use
     */
    static RowPart of(CheckResult result, Anomaly anomaly, boolean allPredicates) {
        boolean byOrder = anomaly.kind() == AnomalyKind.UNEXPECTED_RESULT;
        PredicateVersions versions = byOrder ? null : result.predicateVersions().orElse(null);
        if (versions == null && !byOrder) {
            return null;
        }
        RowPart part = new RowPart(result.history(), anomaly, versions);
        part.takeNamed(allPredicates);
        if (isOfAggregate(anomaly)) {
            part.takeState();
        }
        part.complete();
        return part.transactions().length > MOST ? null : part;
    }

    /** Whether an aggregate is not what the expected serial order gives: that is the fault of no single row. */
    static boolean isOfAggregate(Anomaly anomaly) {
        return anomaly.kind() == AnomalyKind.UNEXPECTED_RESULT && anomaly.key() < 0;
    }

    /**
     * The rows of the table as they are at the place of the predicate read at fault: the last write of each. Those that don't
     * matter to the aggregate go when the part is reduced.
     */
    private void takeState() {
        int predicate = anomaly.predicate();
        int reader = rows.transaction(predicate);
        String table = rows.tableName(rows.table(predicate)) + "/";
        int[] last = new int[history.keys()];
        Arrays.fill(last, -1);
        for (int t = 1; t <= history.transactions(); t++) {
            if (t != reader && history.isCommitted(t) && history.order(t) < history.order(reader)) {
                takeLast(t, history.firstOp(t + 1), last);
            }
        }
        takeLast(reader, rows.firstItem(predicate), last);
        for (int key = 0; key < last.length; key++) {
            if (last[key] >= 0
                    && history.kind(last[key]) != OpKind.DELETE
                    && history.keyName(key).startsWith(table)) {
                add(last[key]);
            }
        }
    }

    private void takeLast(int t, int until, int[] last) {
        for (int op = history.firstOp(t); op < until; op++) {
            int before = last[history.key(op)];
            boolean later = before < 0 || history.order(history.transactionOf(before)) <= history.order(t);
            if (history.isWrite(op) && later) {
                last[history.key(op)] = op;
            }
        }
    }

    private void takeNamed(boolean allPredicates) {
        anomaly.transactions().forEach(this::name);
        anomaly.cycle().forEach(this::takeNamed);
        anomaly.cases().forEach(each -> each.cycle().forEach(this::takeNamed));
        if (anomaly.key() >= 0) {
            keys.set(anomaly.key());
        }
        if (anomaly.predicate() >= 0) {
            predicates.set(anomaly.predicate());
        }
        if (allPredicates) {
            int t = anomaly.transactions().get(0);
            for (int p = rows.firstPredicate(t); p < rows.firstPredicate(t + 1); p++) {
                if (versions.isOfTable(p, anomaly.key())) {
                    predicates.set(p);
                }
            }
        }
        if (anomaly.kind() == AnomalyKind.RESULT_SET_MISMATCH) {
            for (int key : versions.differing(anomaly.predicate())) {
                keys.set(key);
            }
        }
        // what an aggregate is of can't be restricted: all that matches has a part in its value
        for (int p = predicates.nextSetBit(0); p >= 0 && versions != null; p = predicates.nextSetBit(p + 1)) {
            for (int key : rows.aggregate(p) == null ? new int[0] : versions.matching(p)) {
                keys.set(key);
            }
        }
    }

    private void takeNamed(Edge edge) {
        name(edge.from());
        name(edge.to());
        name(edge.reader());
        edge.via().forEach(this::name);
        if (edge.key() >= 0) {
            keys.set(edge.key());
        }
        if (edge.predicate() >= 0) {
            predicates.set(edge.predicate());
        }
    }

    private void name(int t) {
        if (t > History.INITIAL) {
            named.set(t);
        }
    }

    // ---- what that rests on

    private void complete() {
        named.stream().forEach(t -> {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (keys.get(history.key(op))) {
                    add(op);
                }
            }
            takeStatements(t);
        });
        if (versions != null) {
            predicates.stream().forEach(p -> keys.stream().forEach(key -> seen(p, key)));
            anomaly.cycle().forEach(this::before);
            anomaly.cases().forEach(each -> each.cycle().forEach(this::before));
        }
        while (!added.isEmpty()) {
            int op = added.remove();
            if (OpKind.isRead(history.kind(op))) {
                addWrite(history.value(op));
            }
        }
    }

    /** What came back for a condition stays so. */
    private void takeStatements(int t) {
        for (int p = rows.firstPredicate(t); p < rows.firstPredicate(t + 1) && versions != null; p++) {
            boolean isKept = rows.hasVersionSet(p) && items(p).intersects(operations);
            predicates.set(p, predicates.get(p) || isKept);
        }
    }

    private BitSet items(int p) {
        BitSet items = new BitSet();
        items.set(rows.firstItem(p), rows.firstItem(p) + rows.items(p));
        return items;
    }

    private void seen(int p, int key) {
        if (versions.isOfTable(p, key)) {
            addWrite(versions.seen(p, key));
        }
    }

    /** What the version that makes the difference replaced. */
    private void before(Edge edge) {
        if (edge.kind() == EdgeKind.PREDICATE_WR || edge.kind() == EdgeKind.PREDICATE_RW) {
            int writer = edge.kind() == EdgeKind.PREDICATE_WR ? edge.from() : edge.to();
            addWrite(versions.before(edge.key(), versions.made(writer, edge.key())));
        }
    }

    private void addWrite(int value) {
        if (value > 0 && history.writeOp(value) >= 0) {
            add(history.writeOp(value));
        }
    }

    private void add(int op) {
        if (!operations.get(op)) {
            operations.set(op);
            added.add(op);
        }
    }

    // ---- the part as a history

    private int[] transactions() {
        BitSet chosen = (BitSet) named.clone();
        operations.stream().forEach(op -> chosen.set(history.transactionOf(op)));
        return chosen.stream().toArray();
    }

    Excerpt excerpt() {
        return Excerpt.of(
                history,
                transactions(),
                operations::get,
                KeptPredicates.of(history, predicates, keys, versions, snapshots));
    }

    /**
     * Leaves out predicate reads and single operations for as long as the part passes a test. Nothing goes that something else
     * rests on.
     *
     * @return whether time was enough to try everything
     */
    boolean reduce(Predicate<Excerpt> test, BooleanSupplier hasTime) {
        boolean smaller = true;
        while (smaller) {
            smaller = false;
            for (int p : predicates.stream().toArray()) {
                if (!hasTime.getAsBoolean()) {
                    return false;
                }
                smaller |= leaveOut(p, items(p), test);
            }
            for (int op : operations.stream().toArray()) {
                if (isNeeded(op)) {
                    continue;
                }
                if (!hasTime.getAsBoolean()) {
                    return false;
                }
                BitSet one = new BitSet();
                one.set(op);
                smaller |= leaveOut(-1, one, test);
            }
        }
        return true;
    }

    private boolean leaveOut(int p, BitSet left, Predicate<Excerpt> test) {
        BitSet kept = (BitSet) operations.clone();
        operations.andNot(left);
        if (p >= 0) {
            predicates.clear(p);
        }
        if (test.test(excerpt())) {
            return true;
        }
        operations.or(kept);
        if (p >= 0) {
            predicates.set(p);
        }
        return false;
    }

    /** Whether a read of the part saw what an operation wrote, or a predicate read was put to it, or gave it back. */
    private boolean isNeeded(int op) {
        if (!history.isWrite(op)) {
            return history.kind(op) != OpKind.READ || predicates.stream().anyMatch(p -> items(p).get(op));
        }
        int value = history.value(op);
        return operations.stream().anyMatch(other -> !history.isWrite(other) && history.value(other) == value)
                || versions != null
                        && predicates.stream()
                                .anyMatch(p -> versions.isOfTable(p, history.key(op))
                                        && versions.seen(p, history.key(op)) == value);
    }
}
