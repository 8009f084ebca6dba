package org.isolde.check.lin;

import java.util.Arrays;
import java.util.BitSet;
import org.isolde.check.facts.Counted;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.History;

/**
 * The version orders that a history gives, key by key, as pairs of transactions of which the version of the first comes
 * before that of the second.
 */
final class GivenOrders {
    private final History history;
    /** Version orders by their keys. */
    private final int[] chains;

    private final int[] keys;
    /** Values named by a version order that no counted transaction wrote, and their keys. */
    final IntList unknownValues = new IntList(4);

    final IntList unknownKeys = new IntList(4);
    /** Values that a version order has before the initial one, which can't be. */
    final IntList beforeInitial = new IntList(4);
    /** Keys of which a version order names a value that several operations wrote. */
    private final BitSet ambiguous = new BitSet();

    /** Transactions that a version order names, which therefore happened. */
    private final BitSet named = new BitSet();

    private int[] placeOf;

    GivenOrders(History history, Counted counted) {
        this.history = history;
        int size = counted.versions() ? history.versionChains() : 0;
        chains = new int[size];
        long[] byKey = new long[size];
        for (int chain = 0; chain < size; chain++) {
            chains[chain] = chain;
            byKey[chain] = history.versionChainKey(chain);
            int before = 0;
            for (int value : history.versionChain(chain)) {
                int writer = history.writer(value);
                if (value == 0 && before > 0 && history.writer(before) > 0) {
                    beforeInitial.add(before);
                }
                before = value;
                if (writer < 0 || !counted.counts(writer)) {
                    unknownValues.add(value);
                    unknownKeys.add(history.versionChainKey(chain));
                }
            }
        }
        new TimeSort().sort(byKey, chains, size);
        keys = Arrays.stream(byKey).mapToInt(key -> (int) key).toArray();
        if (size > 0 && history.hasRepeatedWrites()) {
            findAmbiguous();
        }
        for (int chain : chains) {
            for (int value : history.versionChain(chain)) {
                if (history.writer(value) > 0 && !isAmbiguous(history.versionChainKey(chain))) {
                    named.set(history.writer(value));
                }
            }
        }
    }

    boolean isNamed(int transaction) {
        return named.get(transaction);
    }

    private void findAmbiguous() {
        BitSet repeated = new BitSet();
        for (int op : history.repeatedWrites()) {
            repeated.set(history.value(op));
        }
        for (int chain : chains) {
            for (int value : history.versionChain(chain)) {
                if (repeated.get(value)) {
                    ambiguous.set(history.versionChainKey(chain));
                }
            }
        }
    }

    /** Whether it can't be known which operations the order of a key speaks of. */
    boolean isAmbiguous(int key) {
        return ambiguous.get(key);
    }

    /** The pairs of a key, one after the other; empty if no order is given for it, or none that can be understood. */
    int[] pairs(int key) {
        IntList pairs = new IntList(4);
        int at = Arrays.binarySearch(keys, key);
        while (at > 0 && keys[at - 1] == key) {
            at--;
        }
        for (; at >= 0 && at < keys.length && keys[at] == key && !isAmbiguous(key); at++) {
            int[] values = history.versionChain(chains[at]);
            for (int i = 1; i < values.length; i++) {
                int before = history.writer(values[i - 1]);
                int after = history.writer(values[i]);
                // a value that nobody wrote breaks the level by itself
                if (values[i] != values[i - 1] && before >= 0 && after > 0) {
                    pairs.add(before);
                    pairs.add(after);
                }
            }
        }
        return pairs.toArray();
    }

    /** Whether operations stand in the order of these pairs. */
    boolean agrees(int[] pairs, int[] order) {
        if (pairs.length == 0) {
            return true;
        }
        placeOf = placeOf == null ? new int[history.transactions() + 1] : placeOf;
        for (int i = 0; i < order.length; i++) {
            placeOf[order[i]] = i;
        }
        for (int i = 0; i < pairs.length; i += 2) {
            if (placeOf[pairs[i]] > placeOf[pairs[i + 1]]) {
                return false;
            }
        }
        return true;
    }
}
