package org.isolde.proof;

import java.util.Arrays;
import java.util.BitSet;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * What the operations of a history say before any order is guessed: which transactions count, who read from whom, who
 * wrote which key, and which reads are impossible in any order.
 *
 * <p>Invariant: an operation has a {@link #source} iff it is a consistent read, by a counted transaction, of what another
 * transaction wrote; the source is that one, counted too, or the initial one. A list read behind own appends is such a read:
 * of the last element that stands before them. The keys that a counted transaction wrote are
 * the entries {@code firstWrite(t) .. firstWrite(t + 1) - 1}, each once and ascending.
 */
final class Readings {
    /** The source of an operation that reads nothing from outside. */
    static final int NO_SOURCE = -1;

    final History history;
    final WriteTable writes;
    final ListReadings lists;

    private final int[] source;
    private final BitSet badReads = new BitSet();
    private final BitSet finalWrites = new BitSet();
    private final int[] firstWrite;
    private int[] writtenKey = {};

    Readings(History history, boolean versions) {
        this(history, versions, new BitSet());
    }

    /** @param tookEffect unknown transactions that count whether they were read from or not */
    Readings(History history, boolean versions, BitSet tookEffect) {
        this.history = history;
        this.writes = new WriteTable(history, versions, tookEffect);
        this.source = new int[history.operations()];
        this.firstWrite = new int[history.transactions() + 2];
        Arrays.fill(source, NO_SOURCE);
        collectWrites();
        resolveReads();
        this.lists = new ListReadings(this);
    }

    boolean isCounted(int transaction) {
        return writes.isCounted(transaction);
    }

    /** Whom an operation read from. */
    int source(int op) {
        return source[op];
    }

    /** Whether an operation of a counted transaction is a read that no order can explain. */
    boolean isBad(int op) {
        return badReads.get(op);
    }

    /** The first impossible read, or -1; of keys with repeated values nothing is known. */
    int firstBadRead() {
        int op = badReads.nextSetBit(0);
        while (op >= 0 && writes.isRepeated(history.key(op))) {
            op = badReads.nextSetBit(op + 1);
        }
        return op;
    }

    /** Whether a write is the last of its counted transaction to its key. */
    boolean isFinal(int op) {
        return finalWrites.get(op);
    }

    int firstWrite(int transaction) {
        return firstWrite[transaction];
    }

    /** How many entries there are: a counted transaction and a key that it wrote. */
    int writeEntries() {
        return writtenKey.length;
    }

    /** The key of an entry. */
    int writtenKey(int entry) {
        return writtenKey[entry];
    }

    /** The entry of a transaction and a key that it wrote, or -1. */
    int entry(int transaction, int key) {
        int found = Arrays.binarySearch(writtenKey, firstWrite[transaction], firstWrite[transaction + 1], key);
        return Math.max(found, -1);
    }

    boolean writes(int transaction, int key) {
        return isCounted(transaction) && entry(transaction, key) >= 0;
    }

    /** Whether a transaction read the key from another one (0: the initial one). */
    boolean readsFrom(int reader, int key, int from) {
        if (from >= 0 && isCounted(reader)) {
            for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
                if (source[op] == from && history.key(op) == key) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a transaction read anything from another one. */
    boolean readsFrom(int reader, int from) {
        if (from >= 0 && isCounted(reader)) {
            for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
                if (source[op] == from) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Session order, where it counts: an unknown transaction precedes nothing. */
    boolean isSessionOrder(int from, int to) {
        return from < to
                && isCounted(from)
                && isCounted(to)
                && history.session(from) == history.session(to)
                && history.status(from) != Status.UNKNOWN;
    }

    /** Real time, strictly: an unknown transaction precedes nothing. */
    boolean isRealTime(int from, int to) {
        return isCounted(from)
                && isCounted(to)
                && history.status(from) != Status.UNKNOWN
                && history.end(from) < history.begin(to);
    }

    private void collectWrites() {
        int[] seenBy = new int[history.keys()];
        int entries = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            firstWrite[t] = entries;
            for (int op = history.firstOp(t + 1) - 1; isCounted(t) && op >= history.firstOp(t); op--) {
                if (history.isWrite(op) && seenBy[history.key(op)] != t) {
                    seenBy[history.key(op)] = t;
                    finalWrites.set(op);
                    entries++;
                }
            }
        }
        firstWrite[history.transactions() + 1] = entries;
        writtenKey = new int[entries];
        for (int t = 1; t <= history.transactions(); t++) {
            int next = firstWrite[t];
            for (int op = history.firstOp(t); next < firstWrite[t + 1]; op++) {
                if (finalWrites.get(op)) {
                    writtenKey[next++] = history.key(op);
                }
            }
            Arrays.sort(writtenKey, firstWrite[t], firstWrite[t + 1]);
        }
    }

    private void resolveReads() {
        int[] writtenBy = new int[history.keys()];
        int[] ownValue = new int[history.keys()];
        for (int t = 1; t <= history.transactions(); t++) {
            if (!isCounted(t)) {
                continue;
            }
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int key = history.key(op);
                if (history.isWrite(op)) {
                    writtenBy[key] = t;
                    ownValue[key] = history.value(op);
                } else if (!WriteTable.isRead(history, op)) {
                    continue;
                } else if (writtenBy[key] != t) {
                    resolve(t, op, history.value(op));
                } else if (history.kind(op) != OpKind.LIST_READ && ownValue[key] != history.value(op)) {
                    badReads.set(op);
                }
            }
        }
    }

    /**
     * A read of what another transaction wrote, the last of it to the key; not from thin air, aborted or own later.
     *
     * @param value what was read from outside: of a list read behind own appends, the last element before these
     */
    void resolve(int reader, int op, int value) {
        int writer = writes.writer(value);
        if (writer == History.INITIAL
                || (writer != reader && isCounted(writer) && finalWrites.get(writes.writeOp(value)))) {
            source[op] = writer;
        } else {
            badReads.set(op);
        }
    }

    /** A list read turned out to be impossible. */
    void markBad(int op) {
        badReads.set(op);
    }
}
