package org.isolde.proof;

import java.util.Arrays;
import java.util.BitSet;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Status;

/**
 * Who wrote which value, and which transactions count (T of the definitions), from nothing but the operations.
 *
 * <p>Counted are the committed transactions, and of the unknown ones the least set such that a counted transaction read a
 * value of it, or a counted list read contains an element of it, or (if version orders are evidence) a version order names
 * a value of it, or (likewise) a version set does: of any predicate read for the levels that predicates concern, for the others
 * only a version behind a minimum, maximum or sum, which is an item read. Where several wrote the value, every unknown one of them counts: nobody can know that it was not the one. So if
 * a value that was read is of an unknown transaction and of another one that counts, it is repeated.
 *
 * <p>Invariant: unless {@link #isRepeated} says so of its key, a value has at most one counted write, which is {@link
 * #writeOp}; a value that no counted transaction wrote has the write of another one, or none.
 */
final class WriteTable {
    private static final int NONE = -1;

    /** Who counts by what version sets name. */
    enum Named {
        /** Nobody: version sets say nothing. */
        NOBODY,
        /** Who wrote a version behind a minimum, maximum or sum. */
        ITEM_READS,
        /** Everybody. */
        ALL
    }

    private final History history;
    private final boolean versions;
    private final Named named;
    /** What predicate reads ask; null if there are none. */
    final Answers answers;

    private final BitSet counted = new BitSet();
    private final BitSet unknown = new BitSet();
    private final int[] writeOp;
    private final int[] writer;
    /** The next write of the same value by a transaction that did not abort; null if there is none at all. */
    private int[] nextWrite;

    private final BitSet repeated = new BitSet();
    /** The values whose writers have been counted. */
    private final BitSet seen = new BitSet();

    private final int[] pending;
    private int pendingCount;

    /**
     * @param named who counts by what version sets name, if version orders and sets are evidence
     * @param tookEffect unknown transactions that count whether they were read from or not
     */
    WriteTable(History history, boolean versions, Named named, BitSet tookEffect) {
        this.history = history;
        this.versions = versions;
        this.named = named;
        this.answers = history.predicates() == 0 ? null : new Answers(history, this, new Matching(history));
        this.writeOp = new int[history.values()];
        this.writer = new int[history.values()];
        this.pending = new int[history.transactions() + 1];
        Arrays.fill(writeOp, NONE);
        Arrays.fill(writer, History.NOBODY);
        enterWrites();
        count(tookEffect);
        settle();
        writer[0] = History.INITIAL;
        writeOp[0] = NONE;
    }

    /** Whether a transaction counts. */
    boolean isCounted(int transaction) {
        return transaction > 0 && counted.get(transaction);
    }

    /** How many transactions count. */
    int counted() {
        return counted.cardinality();
    }

    /** The operation that wrote a value; -1 for the initial value and for one that nobody wrote. */
    int writeOp(int value) {
        return writeOp[value];
    }

    /** The transaction that wrote a value, the initial one for value 0, or {@link History#NOBODY}. */
    int writer(int value) {
        return writer[value];
    }

    /** The counted transaction that wrote a value other than the initial one, or -1. */
    int countedWriter(int value) {
        return value > 0 && isCounted(writer[value]) ? writer[value] : NONE;
    }

    /** Whether some value of the key was written twice by counted transactions, or the initial one was written. */
    boolean isRepeated(int key) {
        return repeated.get(key);
    }

    /** A key with a repeated value, or -1. */
    int anyRepeatedKey() {
        return repeated.nextSetBit(0);
    }

    /** The first write of each value by one that did not abort, and the others behind it; aborted ones where no other. */
    private void enterWrites() {
        for (int t = 1; t <= history.transactions(); t++) {
            boolean aborted = history.status(t) == Status.ABORTED;
            unknown.set(t, history.status(t) == Status.UNKNOWN);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (!history.isWrite(op)) {
                    continue;
                }
                int value = history.value(op);
                int before = writeOp[value];
                if (before == NONE || (!aborted && history.status(writer[value]) == Status.ABORTED)) {
                    writeOp[value] = op;
                    writer[value] = t;
                } else if (!aborted) {
                    if (nextWrite == null) {
                        nextWrite = new int[history.operations()];
                        Arrays.fill(nextWrite, NONE);
                    }
                    nextWrite[op] = nextWrite[before];
                    nextWrite[before] = op;
                }
            }
        }
    }

    private void count(BitSet tookEffect) {
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.status(t) == Status.COMMITTED || tookEffect.get(t)) {
                add(t);
            }
        }
        for (int chain = 0; versions && chain < history.versionChains(); chain++) {
            for (int value : history.versionChain(chain)) {
                addWritersOf(value);
            }
        }
        addWritersOf(0);
        while (pendingCount > 0) {
            int t = pending[--pendingCount];
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (isRead(history, op)) {
                    addWritersOf(history.value(op));
                }
                int list = history.hasLists() ? history.listOf(op) : NONE;
                if (list >= 0) {
                    for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
                        addWritersOf(history.listElement(i));
                    }
                }
            }
            if (versions && answers != null && named != Named.NOBODY) {
                addSeen(t);
            }
        }
    }

    /** Adds those whose versions the version sets of a transaction name. */
    private void addSeen(int t) {
        Rows rows = history.rows();
        for (int p = rows.firstPredicate(t); p < rows.firstPredicate(t + 1); p++) {
            if (named != Named.ALL && !answers.readsBehindAggregate(p)) {
                continue;
            }
            for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
                if (named == Named.ALL || answers.matches(p, rows.seesValue(i))) {
                    addWritersOf(rows.seesValue(i));
                }
            }
            for (int u = unknown.nextSetBit(0); rows.snapshot(p) >= 0 && u >= 0; u = unknown.nextSetBit(u + 1)) {
                if (!counted.get(u) && VersionSets.isIn(rows, rows.snapshot(p), u) && isSeen(p, t, u)) {
                    add(u);
                }
            }
        }
    }

    /** Whether a transaction in a snapshot wrote a row of the table that the reader did not write before. */
    private boolean isSeen(int predicate, int reader, int writer) {
        for (int op = history.firstOp(writer); op < history.firstOp(writer + 1); op++) {
            if (history.isWrite(op)
                    && answers.isOfTable(predicate, history.key(op))
                    && (named == Named.ALL || answers.matches(predicate, history.value(op)))
                    && !wrote(reader, history.key(op), history.rows().firstItem(predicate))) {
                return true;
            }
        }
        return false;
    }

    private boolean wrote(int transaction, int key, int before) {
        for (int op = history.firstOp(transaction); op < before; op++) {
            if (history.isWrite(op) && history.key(op) == key) {
                return true;
            }
        }
        return false;
    }

    /** Whether the operation says what it saw. */
    static boolean isRead(History history, int op) {
        return OpKind.isRead(history.kind(op));
    }

    private void add(int transaction) {
        if (!counted.get(transaction)) {
            counted.set(transaction);
            pending[pendingCount++] = transaction;
        }
    }

    private void addWritersOf(int value) {
        if (writeOp[value] == NONE || seen.get(value)) {
            return;
        }
        seen.set(value);
        addUnknown(writer[value]);
        for (int op = nextOf(writeOp[value]); op != NONE; op = nextOf(op)) {
            addUnknown(history.transactionOf(op));
        }
    }

    private void addUnknown(int transaction) {
        if (history.status(transaction) == Status.UNKNOWN) {
            add(transaction);
        }
    }

    private int nextOf(int op) {
        return nextWrite == null ? NONE : nextWrite[op];
    }

    /** Of several writes of a value the counted one is the one that matters; two of them are one too many. */
    private void settle() {
        for (int value = 0; value < writeOp.length; value++) {
            int first = writeOp[value];
            if (first == NONE) {
                continue;
            }
            int writes = value == 0 ? 1 : 0;
            for (int op = first; op != NONE; op = nextOf(op)) {
                int t = op == first ? writer[value] : history.transactionOf(op);
                if (counted.get(t)) {
                    if (writes == 0) {
                        writeOp[value] = op;
                        writer[value] = t;
                    } else {
                        repeated.set(history.key(op));
                    }
                    writes++;
                }
            }
        }
    }
}
