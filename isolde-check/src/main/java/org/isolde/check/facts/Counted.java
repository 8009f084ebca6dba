package org.isolde.check.facts;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.isolde.check.graph.IntList;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * Which transactions count: the committed ones, and the unknown ones that were read from. That is the least set such that a
 * counted transaction read a value of it, or a counted list read contains an element of it, or a version order names a
 * version of it. All others are left out, and session order passes through them. An unknown transaction precedes nothing in
 * its session.
 *
 * <p>Where several transactions wrote one value, a read of it makes all unknown ones among them count, for it may have been
 * any of them; the value is then repeated, and the history refused ({@link #requireUniqueValues}). A repetition by a
 * transaction that does not count is none: {@link #history} is the history without it.
 */
public final class Counted {
    private final History input;
    private final History history;
    private final ListPrefixes prefixes;
    private final boolean versions;
    private final boolean versionSets;
    /** Null if all transactions count. */
    private final boolean[] counts;
    /** The transaction before each one in its session; null if that is simply the one before. */
    private final int[] predecessor;

    private int[] unknown;
    private RowVersions rowVersions;
    private Boolean openOrders;
    private boolean supposed;
    /** Writes of values that others wrote too, as in {@link History#repeatedWrites}. */
    private final int[] repeated;

    private Counted(History input, boolean versions, boolean versionSets) {
        this.input = input;
        this.versions = versions;
        this.versionSets = versionSets && input.predicates() > 0;
        this.repeated = input.repeatedWrites();
        this.counts = input.allCommitted() ? null : count();
        this.predecessor = counts == null ? null : predecessors();
        this.prefixes = ListPrefixes.of(input);
        this.history = settled();
    }

    /**
     * @param versions whether version orders that the history gives count
     */
    public static Counted of(History history, boolean versions) {
        return new Counted(history, versions, false);
    }

    /** Of levels that are about predicates: also those of which the version set of a predicate read has a version. */
    public static Counted withVersionSets(History history) {
        return new Counted(history, true, true);
    }

    /**
     * The history as the checkers see it: a list read behind own appends has the value that it saw of others (that is, of the
     * last element before them), and the writer of a value is one that counts, if one does. The rest is as it was read.
     */
    public History history() {
        return history;
    }

    /** Whether version orders that the history gives count. */
    public boolean versions() {
        return versions;
    }

    /**
     * Whether, of what is about items alone, one of unknown outcome counts only since it is in the snapshot of an aggregate: it took
     * effect, but whether its version of a row is the one that was read depends on an order of versions that is not given.
     */
    public boolean areSupposed() {
        return supposed;
    }

    ListPrefixes prefixes() {
        return prefixes;
    }

    /** How many elements of a list read were appended by others: what stands before the reader's own appends. */
    public int externalPrefix(int list) {
        return prefixes.length(list);
    }

    public boolean counts(int transaction) {
        return counts == null || counts[transaction];
    }

    public boolean allCount() {
        return counts == null;
    }

    /** Whether a counted transaction comes before what follows it in its session. */
    public boolean precedes(int transaction) {
        return counts == null || input.isCommitted(transaction);
    }

    /** The counted transaction directly before one in its session that precedes it; 0 if there is none. */
    int predecessor(int transaction) {
        if (predecessor != null) {
            return predecessor[transaction];
        }
        return input.session(transaction - 1) == input.session(transaction) ? transaction - 1 : 0;
    }

    /** The counted transactions in the order of their numbers. */
    int[] members() {
        return members(false);
    }

    /** The counted transactions in the order of the input. */
    int[] arrivals() {
        return members(true);
    }

    private int[] members(boolean arrival) {
        int[] members = new int[input.transactions()];
        int size = 0;
        for (int place = 0; place < members.length; place++) {
            int t = arrival ? input.arrival(place) : place + 1;
            if (counts(t)) {
                members[size++] = t;
            }
        }
        return size == members.length ? members : Arrays.copyOf(members, size);
    }

    /** The order of the input as an order of the counted transactions. */
    public TransactionOrder arrivalOrder() {
        return allCount() ? TransactionOrder.ofArrival(history) : TransactionOrder.of(history, arrivals());
    }

    private boolean[] count() {
        int transactions = input.transactions();
        boolean[] found = new boolean[transactions + 1];
        IntList work = new IntList();
        found[History.INITIAL] = true;
        for (int t = 1; t <= transactions; t++) {
            if (input.isCommitted(t)) {
                found[t] = true;
                work.add(t);
            }
        }
        long[] others = othersByValue();
        if (versions) {
            for (int chain = 0; chain < input.versionChains(); chain++) {
                for (int value : input.versionChain(chain)) {
                    countWriters(value, input.versionChainKey(chain), others, found, work);
                }
            }
        }
        boolean seesRows = versions && input.predicates() > 0 && input.rows().hasVersionSets();
        for (int next = 0; next < work.size(); next++) {
            int t = work.get(next);
            for (int op = input.firstOp(t); op < input.firstOp(t + 1); op++) {
                byte kind = input.kind(op);
                if (OpKind.isRead(kind)) {
                    countWriters(input.value(op), input.key(op), others, found, work);
                    if (kind == OpKind.LIST_READ) {
                        int list = input.listOf(op);
                        for (int i = input.listFirst(list); i < input.listFirst(list + 1); i++) {
                            countWriters(input.listElement(i), input.key(op), others, found, work);
                        }
                    }
                }
            }
            if (seesRows) {
                countSeen(t, others, found, work);
            }
        }
        return found;
    }

    /**
     * The unknown writers of the versions that the predicate reads of a transaction were put to; or, where version sets don't
     * count, of those that it read for an aggregate.
     */
    private void countSeen(int t, long[] others, boolean[] found, IntList work) {
        Rows rows = input.rows();
        for (int p = rows.firstPredicate(t); p < rows.firstPredicate(t + 1); p++) {
            if (!versionSets && !rows.readsRows(p)) {
                continue;
            }
            for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
                if (mayCount(rows.seesValue(i), p)) {
                    countWriters(rows.seesValue(i), rows.seesKey(i), others, found, work);
                }
            }
            if (rows.snapshot(p) >= 0) {
                for (int u : unknown()) {
                    if (!found[u] && rows.sees(rows.snapshot(p), u) && writesUnseen(u, t, p)) {
                        countWriter(u, found, work);
                        supposed |= !versionSets && hasOpenOrders();
                    }
                }
            }
        }
    }

    private boolean mayCount(int value, int p) {
        if (versionSets) {
            return true;
        }
        if (rowVersions == null) {
            rowVersions = new RowVersions(input);
        }
        return rowVersions.matches(rowVersions.matcher(input.rows().condition(p)), value);
    }

    /** Whether some row has versions of two transactions, and no version order names all of the last ones of each. */
    private boolean hasOpenOrders() {
        if (openOrders == null) {
            BitSet named = new BitSet();
            for (int chain = 0; chain < input.versionChains(); chain++) {
                for (int value : input.versionChain(chain)) {
                    named.set(value);
                }
            }
            int[] writers = new int[input.keys()];
            int[] last = new int[input.keys()];
            boolean[] unnamed = new boolean[input.keys()];
            for (int t = 1; t <= input.transactions(); t++) {
                for (int op = input.firstOp(t + 1) - 1; op >= input.firstOp(t); op--) {
                    int key = input.key(op);
                    if (input.isWrite(op) && input.status(t) != Status.ABORTED && last[key] != t) {
                        last[key] = t;
                        writers[key]++;
                        unnamed[key] |= !named.get(input.value(op));
                    }
                }
            }
            openOrders = IntStream.range(0, writers.length).anyMatch(key -> writers[key] > 1 && unnamed[key]);
        }
        return openOrders;
    }

    /** The transactions of unknown outcome that have a number. */
    private int[] unknown() {
        if (unknown == null) {
            IntList all = new IntList();
            for (int t = 1; t <= input.transactions(); t++) {
                if (input.status(t) == Status.UNKNOWN && input.rows().number(t) != Segment.NO_ID) {
                    all.add(t);
                }
            }
            unknown = all.toArray();
        }
        return unknown;
    }

    /** Whether a transaction wrote a row of the table of a predicate read, and the reader had not written it before. */
    private boolean writesUnseen(int u, int reader, int p) {
        String prefix = input.rows().tableName(input.rows().table(p)) + "/";
        for (int op = input.firstOp(u); op < input.firstOp(u + 1); op++) {
            if (input.isWrite(op) && input.keyName(input.key(op)).startsWith(prefix)) {
                boolean own = input.rows().names(p, input.key(op));
                for (int at = input.firstOp(reader); at < input.rows().firstItem(p); at++) {
                    own |= input.isWrite(at) && input.key(at) == input.key(op);
                }
                if (!own && mayCount(input.value(op), p)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The repeated writes of unknown transactions, sorted by what they wrote (see {@link #code}). */
    private long[] othersByValue() {
        long[] others = new long[repeated.length];
        int size = 0;
        for (int op : repeated) {
            if (input.status(input.transactionOf(op)) == Status.UNKNOWN) {
                others[size++] = ((long) code(input.value(op), input.key(op)) << 32) | op;
            }
        }
        others = Arrays.copyOf(others, size);
        Arrays.sort(others);
        return others;
    }

    /** A value number; for the initial value, which all keys share, one of the key. */
    private static int code(int value, int key) {
        return value == 0 ? -1 - key : value;
    }

    private void countWriters(int value, int key, long[] others, boolean[] found, IntList work) {
        countWriter(input.writer(value), found, work);
        if (others.length > 0) {
            long first = (long) code(value, key) << 32;
            int at = Arrays.binarySearch(others, first);
            for (at = at < 0 ? -at - 1 : at; at < others.length && others[at] >> 32 == code(value, key); at++) {
                countWriter(input.transactionOf((int) others[at]), found, work);
            }
        }
    }

    private void countWriter(int writer, boolean[] found, IntList work) {
        if (writer > 0 && !found[writer] && input.status(writer) == Status.UNKNOWN) {
            found[writer] = true;
            work.add(writer);
        }
    }

    private int[] predecessors() {
        int[] before = new int[input.transactions() + 1];
        for (int session = 0; session < input.sessions(); session++) {
            int last = 0;
            for (int t = input.firstTransaction(session); t < input.firstTransaction(session + 1); t++) {
                before[t] = last;
                last = counts(t) && precedes(t) ? t : last;
            }
        }
        return before;
    }

    private History settled() {
        int[] reads = prefixes.behindOwnAppends(input);
        if (reads.length == 0 && repeated.length == 0) {
            return input;
        }
        int[] seen = new int[reads.length];
        for (int i = 0; i < reads.length; i++) {
            int list = input.listOf(reads[i]);
            int length = prefixes.length(list);
            seen[i] = length == 0 ? 0 : input.listElement(input.listFirst(list) + length - 1);
        }
        IntList writes = new IntList();
        for (int op : repeated) {
            int value = input.value(op);
            if (value != 0 && counts(input.transactionOf(op)) && !counts(input.writer(value))) {
                writes.add(op);
            }
        }
        // of several the first one counts, and the others are refused
        writes.reverse();
        return input.settled(reads, seen, writes.toArray());
    }

    /**
     * Refuses a history in which it can't be known which write a read saw.
     *
     * @throws BadHistoryException naming both writes
     */
    public void requireUniqueValues() throws BadHistoryException {
        for (int op : repeated) {
            int value = input.value(op);
            int t = input.transactionOf(op);
            if (!counts(t) || (value != 0 && history.writeOp(value) == op)) {
                continue;
            }
            String what = "value " + input.valueName(value) + " of key " + input.keyName(input.key(op));
            String cure = "; to know which write a read saw, every write needs a value of its own";
            if (value == 0) {
                throw BadHistoryException.of(
                        "transaction " + input.transactionName(t) + " writes the initial value, " + what + cure);
            }
            if (counts(history.writer(value))) {
                throw BadHistoryException.of(what + " was written twice, by " + place(history.writeOp(value))
                        + " and by " + place(op) + cure);
            }
        }
    }

    private String place(int op) {
        int t = input.transactionOf(op);
        return "transaction " + input.transactionName(t) + " (operation " + (op - input.firstOp(t) + 1) + ")";
    }
}
