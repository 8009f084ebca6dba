package org.isolde.proof;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Status;

/**
 * Histories with an expected serial order: {@code ser} and {@code sser} hold if the transactions, run one after the other in it,
 * do what they did.
 *
 * <p>Counted transactions with a place in the order are <em>certain</em>. A counted one without a place may stand anywhere; an
 * unknown one that does not count may have taken effect, at its place or, if it has none, anywhere. These are <em>open</em>: a
 * witness says where they stand, and a refutation must hold wherever they do.
 */
final class ExpectedOrder {
    private final Readings readings;
    private final History history;
    private final Proof proof;
    private int[] serial;

    ExpectedOrder(Readings readings, Proof proof) {
        this.readings = readings;
        this.history = readings.history;
        this.proof = proof;
    }

    private boolean hasPlace(int t) {
        return !Double.isNaN(history.order(t));
    }

    private boolean isCertain(int t) {
        return readings.isCounted(t) && hasPlace(t);
    }

    // ---- witnesses

    /** Checks that an order is the expected one, contains what it must, and explains all that its transactions did. */
    void requireWitness(int[] order, boolean realTime) throws Refusal {
        BitSet in = new BitSet();
        for (int t : order) {
            if (t < 1 || t > history.transactions() || history.status(t) == Status.ABORTED || in.get(t)) {
                throw new Refusal("the order has " + t + ", which is aborted, none at all, or there twice");
            }
            in.set(t);
        }
        for (int t = 1; t <= history.transactions(); t++) {
            if (readings.isCounted(t) && !in.get(t)) {
                throw new Refusal("the order lacks " + history.transactionName(t));
            }
        }
        int[] run = isExpected(order) ? order : given();
        requireSessions(run);
        requireRealTime(run, realTime);
        Replay replay = new Replay(readings);
        for (int t : run) {
            replay.require(t);
        }
    }

    private boolean isExpected(int[] order) {
        double last = Double.NEGATIVE_INFINITY;
        for (int t : order) {
            if (hasPlace(t)) {
                if (history.order(t) < last) {
                    return false;
                }
                last = history.order(t);
            }
        }
        return true;
    }

    /** The expected order itself, for a witness that is another one; there must be nothing open about it. */
    private int[] given() throws Refusal {
        if (history.hasLists()) {
            throw new Refusal("the order is not the expected one");
        }
        if (serial().length < readings.writes.counted()) {
            throw new Refusal("the order is not the expected one, in which not all that count have a place");
        }
        return serial();
    }

    /** The certain transactions, in the expected order. */
    private int[] serial() {
        if (serial == null) {
            List<Integer> certain = new ArrayList<>();
            for (int t = 1; t <= history.transactions(); t++) {
                if (isCertain(t)) {
                    certain.add(t);
                }
            }
            certain.sort(Comparator.comparingDouble(history::order));
            serial = certain.stream().mapToInt(Integer::intValue).toArray();
        }
        return serial;
    }

    private boolean writes(int t) {
        return readings.firstWrite(t) < readings.firstWrite(t + 1);
    }

    private void requireSessions(int[] order) throws Refusal {
        // of each session the last transaction so far
        int[] last = new int[history.sessions()];
        for (int t : order) {
            int session = history.session(t);
            if (proof.sessionOrder() && history.status(t) != Status.UNKNOWN && t < last[session]) {
                throw new Refusal("the expected order has " + history.transactionName(t) + " behind "
                        + history.transactionName(last[session]) + ", which comes later in its session");
            }
            last[session] = Math.max(last[session], t);
        }
    }

    private void requireRealTime(int[] order, boolean counts) throws Refusal {
        long begun = Long.MIN_VALUE;
        for (int t : order) {
            if (counts && history.status(t) != Status.UNKNOWN && history.end(t) < begun) {
                throw new Refusal("the expected order has " + history.transactionName(t)
                        + " behind one that began after its end");
            }
            begun = counts ? Math.max(begun, history.begin(t)) : begun;
        }
    }

    // ---- refutations

    private void requireEvidence() throws Refusal {
        boolean serial = proof.level() == Level.SER || proof.level() == Level.SSER;
        require(serial, "an expected order refutes ser and sser alone");
        require(
                proof.evidence().contains(Evidence.ORDER) && history.hasOrder(),
                "an expected order is no evidence here");
    }

    private static void require(boolean condition, String otherwise) throws Refusal {
        if (!condition) {
            throw new Refusal(otherwise);
        }
    }

    private boolean isTransaction(int t) {
        return t > 0 && t <= history.transactions();
    }

    void check(Refutation.OutOfOrder step) throws Refusal {
        requireEvidence();
        int first = step.first();
        int second = step.second();
        require(
                isTransaction(first) && isTransaction(second) && isCertain(first) && isCertain(second),
                "not both transactions count and have a place in the expected order");
        boolean sessions = proof.sessionOrder() && readings.isSessionOrder(first, second);
        boolean time = proof.level() == Level.SSER && readings.isRealTime(first, second);
        require(sessions || time, "nothing says that the first is before the second");
        require(history.order(first) > history.order(second), "the expected order has them so");
    }

    void check(Refutation.Unexplained step) throws Refusal {
        requireEvidence();
        int op = step.operation();
        require(op >= 0 && op < history.operations(), "there is no such operation");
        int t = history.transactionOf(op);
        Replay replay = before(t, op);
        require(!replay.explains(op), "the expected order explains the operation");
        int key = history.key(op);
        if (history.isWrite(op)) {
            // dead for ever: whoever else took effect changes nothing
            return;
        }
        if (history.kind(op) == OpKind.CAS_FAILED) {
            require(
                    isWritten(t, key, op) || !openWrites(t).get(key),
                    "a transaction without a certain place may have made it fail");
            return;
        }
        require(
                !mayBeExplained(t, op),
                "what it read is by a transaction without a certain place, which may stand before it");
    }

    /** Whether what an item read saw, and the expected order does not have it see, is by an open transaction. */
    private boolean mayBeExplained(int t, int op) {
        int key = history.key(op);
        int writer = readings.writes.writer(history.value(op));
        return !isWritten(t, key, op)
                && writer > 0
                && writer != t
                && history.status(writer) != Status.ABORTED
                && !isCertain(writer)
                && isLast(writer, key, history.value(op));
    }

    void check(Refutation.UnexplainedPredicate step) throws Refusal {
        requireEvidence();
        Rows rows = history.rows();
        int p = step.predicate();
        require(p >= 0 && p < history.predicates(), "there is no such predicate read");
        int t = rows.transaction(p);
        Replay replay = before(t, rows.firstItem(p));
        for (int op = rows.firstItem(p); op < rows.firstItem(p) + rows.items(p); op++) {
            if (!replay.explains(op) && !mayBeExplained(t, op)) {
                // nobody else can have made that version
                return;
            }
        }
        BitSet open = openWrites(t);
        BitSet leftOut = new BitSet();
        for (int key : readings.writes.answers.rowsOf(p)) {
            leftOut.set(key, open.get(key) && !isWritten(t, key, rows.firstItem(p)));
        }
        require(
                rows.aggregate(p) == null || leftOut.isEmpty(),
                "a transaction without a certain place may have written rows of the table");
        require(!replay.explains(p, leftOut), "the expected order explains the predicate read");
    }

    /** The state before an operation of a certain transaction: those before it have run, and what it did before. */
    private Replay before(int t, int op) throws Refusal {
        require(isCertain(t), "its transaction does not count, or has no place in the expected order");
        Replay replay = new Replay(readings);
        double last = Double.NaN;
        for (int u : serial()) {
            if (u == t || history.order(u) > history.order(t) || !writes(u)) {
                continue;
            }
            require(
                    history.order(u) != last && history.order(u) != history.order(t),
                    "two transactions are at the same place");
            last = history.order(u);
            replay.run(history.firstOp(u), history.firstOp(u + 1));
        }
        replay.run(history.firstOp(t), op);
        return replay;
    }

    private boolean isWritten(int t, int key, int before) {
        for (int op = history.firstOp(t); op < before; op++) {
            if (history.isWrite(op) && history.key(op) == key) {
                return true;
            }
        }
        return false;
    }

    private boolean isLast(int t, int key, int value) {
        int last = 0;
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            last = history.isWrite(op) && history.key(op) == key ? history.value(op) : last;
        }
        return last == value;
    }

    /** The keys that open transactions write which may stand before this one. */
    private BitSet openWrites(int t) {
        BitSet keys = new BitSet();
        for (int u = 1; u <= history.transactions(); u++) {
            boolean before = !hasPlace(u) || history.order(u) <= history.order(t);
            if (u != t && before && !isCertain(u) && history.status(u) != Status.ABORTED) {
                for (int op = history.firstOp(u); op < history.firstOp(u + 1); op++) {
                    if (history.isWrite(op)) {
                        keys.set(history.key(op));
                    }
                }
            }
        }
        return keys;
    }
}
