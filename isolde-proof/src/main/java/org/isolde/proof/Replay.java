package org.isolde.proof;

import java.util.BitSet;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;

/**
 * Runs transactions one after the other, each alone, and compares what they did with what the state gives.
 *
 * <p>Invariant: {@code current[key]} is the value of the present version of a key, 0 being the initial one; a key that was ever
 * deleted is dead.
 */
final class Replay {
    private static final BitSet NOTHING = new BitSet();

    private final History history;
    private final Rows rows;
    private final Answers answers;
    private final int[] current;
    private final BitSet dead = new BitSet();

    Replay(Readings readings) {
        this.history = readings.history;
        this.rows = history.rows();
        this.answers = readings.writes.answers;
        this.current = new int[history.keys()];
    }

    int current(int key) {
        return current[key];
    }

    /** Whether the present versions, those of some rows left aside, give what came back to a predicate read. */
    boolean explains(int predicate, BitSet leftOut) {
        return answers.agree(predicate, current, leftOut);
    }

    /** Whether an operation finds what it says: a read its value, a write a key that is not dead. */
    boolean explains(int op) {
        int key = history.key(op);
        return switch (history.kind(op)) {
            case OpKind.CAS_FAILED -> history.value(op) != current[key];
            case OpKind.READ, OpKind.LIST_READ, OpKind.CAS_READ -> history.value(op) == current[key];
            default -> !dead.get(key);
        };
    }

    /** Does what a transaction did from one operation on up to another. */
    void run(int from, int to) {
        for (int op = from; op < to; op++) {
            if (history.isWrite(op)) {
                current[history.key(op)] = history.value(op);
                if (history.kind(op) == OpKind.DELETE) {
                    dead.set(history.key(op));
                }
            }
        }
    }

    /** Runs a whole transaction, every operation and predicate read of which must be explained. */
    void require(int transaction) throws Refusal {
        int p = rows == null ? 0 : rows.firstPredicate(transaction);
        int end = rows == null ? 0 : rows.firstPredicate(transaction + 1);
        for (int op = history.firstOp(transaction); op <= history.firstOp(transaction + 1); op++) {
            for (; p < end && rows.firstItem(p) == op; p++) {
                if (!explains(p, NOTHING)) {
                    throw new Refusal("predicate read " + p + " of " + history.transactionName(transaction)
                            + " gave back something else than the expected order does");
                }
            }
            if (op < history.firstOp(transaction + 1)) {
                if (!explains(op)) {
                    throw new Refusal("the expected order does not explain operation " + op + " of "
                            + history.transactionName(transaction) + ", on key " + history.keyName(history.key(op)));
                }
                run(op, op + 1);
            }
        }
    }
}
