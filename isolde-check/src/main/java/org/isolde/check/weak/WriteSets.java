package org.isolde.check.weak;

import java.util.Arrays;
import org.isolde.check.facts.Ranges;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;

/**
 * Which keys a transaction writes. A signature of 64 bits, one for each key, tells of most keys at once that they are not
 * among them; only behind it are the operations looked at, which is a miss of the cache. Small transactions are simply walked
 * over; large ones have their keys sorted once, so that an intersection costs no more than its smaller side (times a
 * logarithm).
 */
final class WriteSets {
    /** Up to so many operations walking over a transaction counts as constant. */
    static final int SMALL = 32;

    private final History history;
    /** The large transactions in order, and their sorted distinct keys. */
    private final int[] large;

    private final int[][] keys;
    private final long[] signature;

    WriteSets(History history) {
        this.history = history;
        signature = new long[history.transactions() + 1];
        Ranges.transactions(history, (worker, from, to) -> sign(from, to));
        IntList found = new IntList();
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.firstOp(t + 1) - history.firstOp(t) > SMALL) {
                found.add(t);
            }
        }
        large = found.toArray();
        keys = new int[large.length][];
        for (int i = 0; i < large.length; i++) {
            keys[i] = sortedKeys(large[i]);
        }
    }

    private void sign(int from, int to) {
        for (int t = from; t < to; t++) {
            long all = 0;
            int end = history.firstOp(t + 1);
            for (int op = history.firstOp(t); op < end; op++) {
                all |= history.isWrite(op) ? signature(history.key(op)) : 0;
            }
            signature[t] = all;
        }
    }

    /** The bit of a key. Keys are numbered as they come, so that the most frequent ones are mostly among the first: these have one each. */
    static long signature(int key) {
        return 1L << (key < 32 ? key : 32 + (key * 0x9E3779B1 >>> 27));
    }

    /** Whether no other key has the bit of a key. */
    static boolean isExact(int key) {
        return key < 32;
    }

    /** The signatures of all that these transactions write, together for each. */
    void signatures(int[] transactions, int count, long[] into) {
        for (int i = 0; i < count; i++) {
            into[i] = signature[transactions[i]];
        }
    }

    private int[] sortedKeys(int transaction) {
        IntList written = new IntList();
        for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
            if (history.isWrite(op)) {
                written.add(history.key(op));
            }
        }
        int[] sorted = written.toArray();
        Arrays.sort(sorted);
        int distinct = 0;
        for (int key : sorted) {
            if (distinct == 0 || sorted[distinct - 1] != key) {
                sorted[distinct++] = key;
            }
        }
        return Arrays.copyOf(sorted, distinct);
    }

    /** The sorted keys that a large transaction writes, or null if it is small: then walk over its operations. */
    private int[] ofLarge(int transaction) {
        if (large.length == 0 || history.firstOp(transaction + 1) - history.firstOp(transaction) <= SMALL) {
            return null;
        }
        return keys[Arrays.binarySearch(large, transaction)];
    }

    /** Takes keys. */
    interface KeySink {
        void key(int writer, int reader, int key);
    }

    /**
     * Names at least the keys that a transaction writes and that are in a list of keys, looping over the smaller of the two
     * sets; of a small transaction simply all that it writes. The sink has to look whether a key is in the list.
     */
    void intersect(int writer, int reader, IntList keysRead, KeySink sink) {
        int[] written = ofLarge(writer);
        if (written == null) {
            int end = history.firstOp(writer + 1);
            for (int op = history.firstOp(writer); op < end; op++) {
                if (history.isWrite(op)) {
                    sink.key(writer, reader, history.key(op));
                }
            }
        } else if (written.length <= keysRead.size()) {
            for (int key : written) {
                sink.key(writer, reader, key);
            }
        } else {
            for (int i = 0; i < keysRead.size(); i++) {
                if (Arrays.binarySearch(written, keysRead.get(i)) >= 0) {
                    sink.key(writer, reader, keysRead.get(i));
                }
            }
        }
    }

    boolean writes(int transaction, int key) {
        if ((signature[transaction] & signature(key)) == 0) {
            return false;
        }
        int[] sorted = ofLarge(transaction);
        if (sorted != null) {
            return Arrays.binarySearch(sorted, key) >= 0;
        }
        for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
            if (history.isWrite(op) && history.key(op) == key) {
                return true;
            }
        }
        return false;
    }
}
