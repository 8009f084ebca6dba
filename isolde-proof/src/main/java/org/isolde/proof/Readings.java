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
 * <p>What is read has numbers: those of {@code t} are {@code firstRead(t) .. firstRead(t + 1) - 1}, in their turn. They are the
 * numbers of the operations, all of them, as long as every read is one; where a minimum, maximum or sum has read rows that are
 * known by its version set, these stand between the operations, and the operations have higher numbers.
 *
 * <p>Invariant: a read has a {@link #source} iff it is a consistent read, by a counted transaction, of what another
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

    /** The version sets of predicate reads; null if there are none, or if they are no evidence. */
    final VersionSets sets;

    /** The rows behind aggregates; null if there are none. */
    private final ReadNumbers numbers;

    private final int[] source;
    private final BitSet badReads = new BitSet();
    private final BitSet finalWrites = new BitSet();
    private final int[] firstWrite;
    /** Of each entry the last write and its key. */
    private int[] lastWrite = {};

    private int[] writtenKey = {};

    Readings(History history, boolean versions) {
        this(history, versions, WriteTable.Named.ITEM_READS, new BitSet());
    }

    /**
     * @param named who counts by what version sets name, if version orders and sets are evidence
     * @param tookEffect unknown transactions that count whether they were read from or not
     */
    Readings(History history, boolean versions, WriteTable.Named named, BitSet tookEffect) {
        this.history = history;
        this.writes = new WriteTable(history, versions, named, tookEffect);
        this.firstWrite = new int[history.transactions() + 2];
        collectWrites();
        this.sets = versions && history.predicates() > 0 ? new VersionSets(this) : null;
        this.numbers = sets == null ? null : ReadNumbers.of(this);
        this.source = new int[numbers == null ? history.operations() : numbers.count()];
        Arrays.fill(source, NO_SOURCE);
        resolveReads();
        this.lists = new ListReadings(this);
    }

    boolean isCounted(int transaction) {
        return writes.isCounted(transaction);
    }

    /** The first read of a transaction; {@code firstRead(t + 1)} is where they end. */
    int firstRead(int transaction) {
        return numbers == null ? history.firstOp(transaction) : numbers.first(transaction);
    }

    int key(int read) {
        return numbers == null ? history.key(read) : numbers.key(read);
    }

    /** The first read of the statement that a read belongs to: what one predicate read saw was read at once. */
    int statement(int read) {
        return numbers == null ? history.statement(read) : numbers.statement(read);
    }

    /** Whom a read is from. */
    int source(int read) {
        return source[read];
    }

    /** Which read it is, in words. */
    String place(int read) {
        int op = numbers == null ? read : numbers.op(read);
        return op >= 0 ? "(operation " + op + ")" : "(behind an aggregate)";
    }

    /** Whether an operation of a counted transaction is a read that no order can explain. */
    boolean isBad(int op) {
        return badReads.get(ofOperation(op));
    }

    /** Whether the row is behind a minimum, maximum or sum, and the read of it is one that no order can explain. */
    boolean isBad(int predicate, int key) {
        int read = numbers == null ? -1 : numbers.find(predicate, key);
        return read >= 0 && badReads.get(read);
    }

    /** The first impossible read, or -1; of keys with repeated values nothing is known. */
    int firstBadRead() {
        int read = badReads.nextSetBit(0);
        while (read >= 0 && writes.isRepeated(key(read))) {
            read = badReads.nextSetBit(read + 1);
        }
        return read;
    }

    private int ofOperation(int op) {
        return numbers == null ? op : numbers.ofOperation(op);
    }

    /** The transaction of a read, by binary search: for reports. */
    int transactionOf(int read) {
        return numbers == null ? history.transactionOf(read) : numbers.transactionOf(read);
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

    /** The last write of an entry's transaction to its key. */
    int lastWrite(int entry) {
        return lastWrite[entry];
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
            for (int read = firstRead(reader); read < firstRead(reader + 1); read++) {
                if (source[read] == from && key(read) == key) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether a transaction read anything from another one. */
    boolean readsFrom(int reader, int from) {
        if (from >= 0 && isCounted(reader)) {
            for (int read = firstRead(reader); read < firstRead(reader + 1); read++) {
                if (source[read] == from) {
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
        long[] written = new long[entries];
        for (int t = 1; t <= history.transactions(); t++) {
            int next = firstWrite[t];
            for (int op = history.firstOp(t); next < firstWrite[t + 1]; op++) {
                if (finalWrites.get(op)) {
                    written[next++] = (long) history.key(op) << 32 | op;
                }
            }
            Arrays.sort(written, firstWrite[t], firstWrite[t + 1]);
        }
        writtenKey = new int[entries];
        lastWrite = new int[entries];
        for (int entry = 0; entry < entries; entry++) {
            writtenKey[entry] = (int) (written[entry] >>> 32);
            lastWrite[entry] = (int) written[entry];
        }
    }

    private void resolveReads() {
        int[] writtenBy = new int[history.keys()];
        int[] ownValue = new int[history.keys()];
        for (int t = 1; t <= history.transactions(); t++) {
            if (!isCounted(t)) {
                continue;
            }
            for (int read = firstRead(t); read < firstRead(t + 1); read++) {
                int op = numbers == null ? read : numbers.op(read);
                int key = key(read);
                int value = op >= 0 ? history.value(op) : numbers.value(read);
                if (op >= 0 && history.isWrite(op)) {
                    writtenBy[key] = t;
                    ownValue[key] = value;
                } else if (op >= 0 && !WriteTable.isRead(history, op)) {
                    continue;
                } else if (writtenBy[key] != t) {
                    resolveRead(t, read, value);
                } else if ((op < 0 || history.kind(op) != OpKind.LIST_READ) && ownValue[key] != value) {
                    badReads.set(read);
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
        resolveRead(reader, ofOperation(op), value);
    }

    private void resolveRead(int reader, int read, int value) {
        int writer = writes.writer(value);
        if (writer == History.INITIAL
                || (writer != reader && isCounted(writer) && finalWrites.get(writes.writeOp(value)))) {
            source[read] = writer;
        } else {
            badReads.set(read);
        }
    }

    /** A list read turned out to be impossible. */
    void markBad(int op) {
        badReads.set(ofOperation(op));
    }
}
