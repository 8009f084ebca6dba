package org.isolde.check.lin;

import java.util.BitSet;
import org.isolde.check.facts.Counted;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * A history of single operations on registers, key by key: reads, writes, compare-and-sets that succeeded, and such as
 * failed. Operations go by the number of their transaction.
 *
 * <p>Invariant: {@code member[first[k] .. first[k + 1] - 1]} are the transactions on key {@code k} that did not abort, in
 * the order of the input. Those that do not count (see {@link Counted}) are among them: a search may use them.
 */
final class Registers {
    final History history;
    private final Counted counted;
    final int[] first;
    final int[] member;
    /** A transaction that counts and is no single operation on a register; 0 if there is none. */
    private int unfit;

    private BitSet repeatedKeys;

    Registers(History history, Counted counted) {
        this.counted = counted;
        this.history = history;
        this.first = new int[history.keys() + 1];
        int transactions = history.transactions();
        for (int t = 1; t <= transactions; t++) {
            if (isMember(t)) {
                first[history.key(history.firstOp(t)) + 1]++;
            } else if (counted.counts(t)) {
                unfit = t;
                break;
            }
        }
        if (unfit != 0) {
            this.member = new int[0];
            return;
        }
        Offsets.sum(first);
        int[] next = first.clone();
        this.member = new int[first[history.keys()]];
        for (int place = 0; place < transactions; place++) {
            int t = history.arrival(place);
            if (isMember(t)) {
                member[next[history.key(history.firstOp(t))]++] = t;
            }
        }
    }

    private boolean isMember(int t) {
        return (counted.allCount() || history.status(t) != Status.ABORTED) && isSingleOperation(history, t);
    }

    /** Whether a transaction is one read, write or compare-and-set of a register. */
    private static boolean isSingleOperation(History history, int t) {
        int op = history.firstOp(t);
        int count = history.firstOp(t + 1) - op;
        if (count == 1) {
            byte kind = history.kind(op);
            return kind == OpKind.READ || kind == OpKind.WRITE || kind == OpKind.CAS_FAILED;
        }
        return count == 2
                && history.kind(op) == OpKind.CAS_READ
                && history.kind(op + 1) == OpKind.CAS_WRITE
                && history.key(op) == history.key(op + 1);
    }

    /** Why linearizability says nothing about this history; null if it does. */
    String inapplicable() {
        if (unfit == 0) {
            return null;
        }
        if (history.firstOp(unfit) == history.firstOp(unfit + 1)) {
            return "lin is about single operations, and transaction " + history.transactionName(unfit) + " has none";
        }
        byte kind = history.kind(history.firstOp(unfit));
        return kind == OpKind.APPEND || kind == OpKind.LIST_READ
                ? "lin is about registers, and transaction " + history.transactionName(unfit)
                        + " reads or appends to a list"
                : "lin is about single operations, and transaction " + history.transactionName(unfit)
                        + " is more than one read, write or compare-and-set";
    }

    /**
     * The keys on which it can't be known which write a read saw, because a value that was read was written twice, or is
     * the initial value and was written too.
     */
    BitSet ambiguousKeys() {
        BitSet ambiguous = new BitSet();
        if (!history.hasRepeatedWrites()) {
            return ambiguous;
        }
        BitSet repeated = new BitSet();
        BitSet initial = new BitSet();
        for (int op : history.repeatedWrites()) {
            if (history.value(op) == 0) {
                initial.set(history.key(op));
            } else {
                repeated.set(history.value(op));
            }
        }
        for (int t : member) {
            int op = history.firstOp(t);
            int value = history.value(op);
            if (OpKind.isRead(history.kind(op)) && (value == 0 ? initial.get(history.key(op)) : repeated.get(value))) {
                ambiguous.set(history.key(op));
            }
        }
        return ambiguous;
    }

    /** Whether some value of a key was written twice, or its initial value was written, read or not. */
    boolean isRepeated(int key) {
        if (repeatedKeys == null) {
            repeatedKeys = new BitSet();
            for (int op : history.repeatedWrites()) {
                repeatedKeys.set(history.key(op));
            }
        }
        return repeatedKeys.get(key);
    }

    /** Whether an operation must have happened, as far as others saw it. */
    boolean counts(int t) {
        return counted.counts(t);
    }

    boolean allCount() {
        return counted.allCount();
    }

    /** {@link OpKind#READ}, {@link OpKind#WRITE}, {@link OpKind#CAS_READ} or {@link OpKind#CAS_FAILED}. */
    byte kind(int t) {
        return history.kind(history.firstOp(t));
    }

    /** The value that a read saw, or that a compare-and-set expected. */
    int expected(int t) {
        return history.value(history.firstOp(t));
    }

    /** The value that a write or a compare-and-set that succeeded wrote. */
    int written(int t) {
        return history.value(history.firstOp(t + 1) - 1);
    }

    /** The transaction that an operation read from; {@link History#INITIAL} or {@link History#NOBODY} are possible. */
    int source(int t) {
        return history.writer(history.value(history.firstOp(t)));
    }

    long begin(int t) {
        return history.begin(t);
    }

    /** An operation whose answer was lost may take effect at any later time. */
    long end(int t) {
        return history.isCommitted(t) ? history.end(t) : Long.MAX_VALUE;
    }

    /** Whether one operation had ended before another one began; the initial one before all others. */
    boolean precedes(int before, int after) {
        return before == History.INITIAL || (after != History.INITIAL && end(before) < begin(after));
    }
}
