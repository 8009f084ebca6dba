package org.isolde.proof;

import java.util.Arrays;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.proof.Refutation.TimestampStep;

/**
 * Checks a {@link Refutation} by timestamps: its first step names something that the timestamps forbid. Each axiom is held to
 * its definition, in one pass over the history, but for the writers of one key, which are sorted.
 */
final class TimestampRefutationChecker {
    private final History history;
    private final Proof proof;
    private final TimestampOrder order;

    TimestampRefutationChecker(History history, Proof proof, TimestampOrder order) {
        this.history = history;
        this.proof = proof;
        this.order = order;
    }

    void check(Refutation refutation) throws Refusal {
        if (refutation.steps().isEmpty()) {
            throw new Refusal("no step is a contradiction");
        }
        try {
            if (refutation.steps().get(0) instanceof TimestampStep step) {
                check(step);
            } else {
                throw new Refusal("under timestamps only what they forbid is a contradiction");
            }
        } catch (Refusal e) {
            throw new Refusal("step 0: " + e.getMessage());
        }
    }

    private void check(TimestampStep step) throws Refusal {
        int t = step.transaction();
        switch (step.axiom()) {
            case START_AFTER_COMMIT -> require(order.startsAfterCommit(t), t + " does not start after its commit");
            case SESSION -> session(t);
            case INT -> internal(step.operation());
            case EXT -> external(t, step.key());
            case NOCONFLICT -> conflict(t, step.other(), step.key());
            case SAME_COMMIT -> {
                requireWriters(t, step.other(), step.key());
                require(order.compareCommits(t, step.other()) == 0, "the commit timestamps are different");
            }
            case REAL_TIME -> realTime(step.other(), t);
        }
    }

    private static void require(boolean condition, String otherwise) throws Refusal {
        if (!condition) {
            throw new Refusal(otherwise);
        }
    }

    private void requirePart(int transaction) throws Refusal {
        require(order.takesPart(transaction), transaction + " is no transaction that takes part");
    }

    private void session(int transaction) throws Refusal {
        requirePart(transaction);
        require(proof.sessionOrder(), "session order does not count");
        int before = order.sessionPredecessor(transaction);
        boolean unseen = before != History.INITIAL && !order.isSeenBy(before, transaction);
        require(unseen || history.isAfterGap(transaction), "it sees what is before it in its session");
    }

    private void internal(int operation) throws Refusal {
        require(operation >= 0 && operation < history.operations(), "no such operation");
        int transaction = history.transactionOf(operation);
        requirePart(transaction);
        boolean[] broken = {false};
        new TimestampReads(history).walk(transaction, new TimestampReads.Visitor() {
            @Override
            public void internal(int op) {
                broken[0] |= op == operation;
            }

            @Override
            public void external(int op, int length) {
                // nothing that the transaction did itself
            }
        });
        require(broken[0], "the operation agrees with what its transaction did before");
    }

    private void external(int transaction, int key) throws Refusal {
        requirePart(transaction);
        requireKey(key);
        int[] snapshot = snapshot(transaction, key);
        boolean[] broken = {false};
        new TimestampReads(history).walk(transaction, new TimestampReads.Visitor() {
            @Override
            public void internal(int op) {
                // another axiom
            }

            @Override
            public void external(int op, int length) {
                broken[0] |= history.key(op) == key
                        && !TimestampRefutationChecker.this.matches(op, length, snapshot)
                        && !isOpen(op);
            }
        });
        require(broken[0], "it sees the key as it is in its snapshot, or as an unknown transaction may have left it");
    }

    /** All values of the key that are in the snapshot of a transaction, in the order of their commits. */
    private int[] snapshot(int transaction, int key) {
        Integer[] seen = new Integer[16];
        int writers = 0;
        int values = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            int written = t != transaction && order.isWriter(t) && order.takesPart(t) ? writes(t, key) : 0;
            if (written > 0 && order.isSeenBy(t, transaction)) {
                seen = writers == seen.length ? Arrays.copyOf(seen, 2 * writers) : seen;
                seen[writers++] = t;
                values += written;
            }
        }
        Arrays.sort(seen, 0, writers, (a, b) -> a.equals(b) ? 0 : order.commitsBefore(a, b) ? -1 : 1);
        int[] snapshot = new int[values];
        int next = 0;
        for (int i = 0; i < writers; i++) {
            for (int op = history.firstOp(seen[i]); op < history.firstOp(seen[i] + 1); op++) {
                if (history.isWrite(op) && history.key(op) == key) {
                    snapshot[next++] = history.value(op);
                }
            }
        }
        return snapshot;
    }

    private boolean matches(int op, int length, int[] snapshot) {
        if (history.kind(op) != OpKind.LIST_READ) {
            int last = snapshot.length == 0 ? 0 : snapshot[snapshot.length - 1];
            return (history.value(op) == last) != (history.kind(op) == OpKind.CAS_FAILED);
        }
        boolean same = length == snapshot.length;
        int first = history.listFirst(history.listOf(op));
        for (int i = 0; same && i < length; i++) {
            same = TimestampReads.element(history, first + i) == snapshot[i];
        }
        return same;
    }

    /** Whether a transaction of unknown status may explain a read, so that nobody can know. */
    private boolean isOpen(int op) {
        int key = history.key(op);
        int list = history.kind(op) == OpKind.LIST_READ ? history.listOf(op) : -1;
        int[] seen = list < 0
                ? new int[] {history.value(op)}
                : new int[history.listFirst(list + 1) - history.listFirst(list)];
        for (int i = 0; list >= 0 && i < seen.length; i++) {
            seen[i] = TimestampReads.element(history, history.listFirst(list) + i);
        }
        Arrays.sort(seen);
        for (int t = 1; t <= history.transactions(); t++) {
            boolean unknown = history.status(t) == Status.UNKNOWN;
            for (int write = history.firstOp(t); unknown && write < history.firstOp(t + 1); write++) {
                if (history.isWrite(write)
                        && history.key(write) == key
                        && (history.kind(op) == OpKind.CAS_FAILED
                                || Arrays.binarySearch(seen, history.value(write)) >= 0)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void conflict(int transaction, int other, int key) throws Refusal {
        require(proof.level() == Level.SI, proof.level().text() + " knows no conflicts");
        requireWriters(transaction, other, key);
        require(
                !order.isSeenBy(transaction, other) && !order.isSeenBy(other, transaction),
                "one of the two was committed when the other one started");
    }

    private void realTime(int first, int second) throws Refusal {
        require(proof.level() == Level.SSER, proof.level().text() + " knows no real time");
        requirePart(first);
        requirePart(second);
        require(history.end(first) < history.begin(second), "the first one did not end before the second one began");
        int commits = order.compareCommits(first, second);
        require(
                commits > 0 || (commits == 0 && order.isWriter(second)),
                "the commits are in the order of the clients' clock");
    }

    private void requireWriters(int transaction, int other, int key) throws Refusal {
        requirePart(transaction);
        requirePart(other);
        requireKey(key);
        require(
                transaction != other && writes(transaction, key) > 0 && writes(other, key) > 0,
                "these are not two writers of the key");
    }

    private void requireKey(int key) throws Refusal {
        require(key >= 0 && key < history.keys(), "no such key");
    }

    private int writes(int transaction, int key) {
        int writes = 0;
        for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
            writes += history.isWrite(op) && history.key(op) == key ? 1 : 0;
        }
        return writes;
    }
}
