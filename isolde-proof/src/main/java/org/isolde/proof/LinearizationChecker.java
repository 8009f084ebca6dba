package org.isolde.proof;

import java.util.Arrays;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * Checks a {@link Witness} of linearizability: key by key, the order contains real time and explains, by its value, what
 * every operation saw.
 *
 * <p>Since values are compared and not versions, a value may be written twice. Which unknown transactions took effect is then
 * for the witness to say: the order has all committed ones, and any of the unknown ones.
 */
final class LinearizationChecker {
    private final Readings readings;
    private final History history;
    private final GivenVersions given;
    private final int[] order;

    LinearizationChecker(Readings readings, GivenVersions given, Witness witness) {
        this.readings = readings;
        this.history = readings.history;
        this.given = given;
        this.order = witness.order();
    }

    /**
     * Whether a transaction is a single operation: a read, a write, or a compare-and-set, which is a read and a write if it
     * succeeded.
     */
    static boolean isOneOperation(History history, int transaction) {
        int first = history.firstOp(transaction);
        int operations = history.firstOp(transaction + 1) - first;
        return operations == 1
                || (operations == 2
                        && history.kind(first) == OpKind.CAS_READ
                        && history.kind(first + 1) == OpKind.CAS_WRITE
                        && history.key(first) == history.key(first + 1));
    }

    void check() throws Refusal {
        int[] place = places();
        requireGivenVersions(place);
        int[] current = new int[history.keys()];
        long[] begun = new long[history.keys()];
        Arrays.fill(begun, Long.MIN_VALUE);
        for (int t : order) {
            int key = history.key(history.firstOp(t));
            if (history.status(t) != Status.UNKNOWN && history.end(t) < begun[key]) {
                throw new Refusal("the order has " + history.transactionName(t)
                        + " behind a transaction of its key that began after its end");
            }
            begun[key] = Math.max(begun[key], history.begin(t));
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op)) {
                    current[key] = history.value(op);
                } else if ((history.value(op) == current[key]) == (history.kind(op) == OpKind.CAS_FAILED)) {
                    throw new Refusal(history.transactionName(t) + " can't have seen what it saw of key "
                            + history.keyName(key) + " at its place in the order, where the value is "
                            + history.valueName(current[key]));
                }
            }
        }
    }

    private int[] places() throws Refusal {
        int[] place = new int[history.transactions() + 1];
        Arrays.fill(place, -1);
        for (int p = 0; p < order.length; p++) {
            int t = order[p];
            if (t < 1 || t > history.transactions() || history.status(t) == Status.ABORTED) {
                throw new Refusal("place " + p + " of the order has " + t + ", which is no transaction that can count");
            }
            if (place[t] >= 0) {
                throw new Refusal(
                        history.transactionName(t) + " is in the order twice, at places " + place[t] + " and " + p);
            }
            if (!isOneOperation(history, t)) {
                throw new Refusal(history.transactionName(t) + " is not a single operation");
            }
            place[t] = p;
        }
        for (int t = 1; t <= history.transactions(); t++) {
            if (place[t] < 0
                    && readings.isCounted(t)
                    && (history.isCommitted(t) || !readings.writes.isRepeated(history.key(history.firstOp(t))))) {
                throw new Refusal(history.transactionName(t) + " counts and is not in the order");
            }
        }
        return place;
    }

    /** Version orders and lists speak of versions, so that values of their keys must be unique. */
    private void requireGivenVersions(int[] place) throws Refusal {
        for (int key = 0; key < history.keys(); key++) {
            if (readings.writes.isRepeated(key) && (given.areGiven(key) || readings.lists.longest(key) >= 0)) {
                throw ProofChecker.writtenTwice(history, key);
            }
        }
        if (history.hasLists() || given.namesUnknownVersion()) {
            WitnessChecker.requireReadConsistency(readings, given);
        }
        given.requireIn(place);
    }
}
