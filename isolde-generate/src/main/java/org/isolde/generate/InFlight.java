package org.isolde.generate;

import java.io.IOException;
import java.util.Arrays;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * The transactions that are running, as columns by slot, and the clock that they all share.
 *
 * <p>Invariant: the operations of slot {@code s} are {@code first(s) .. first(s) + count[s] - 1}. The value of a read is
 * what it saw; a list read has only the last element that the store showed it, and the list is spelled out when the
 * transaction is written to the history. Every tick of the clock is used once, and every written value unless there are
 * only so many.
 */
final class InFlight {
    private final int width;
    private final boolean lists;
    private final KeyState state;
    private final RandomSource random;
    private final int values;
    private final VersionLog versions;

    final byte[] kind;
    final int[] key;
    final int[] value;
    /** How many operations a slot has, and how many of its steps it has done. */
    final int[] count;

    final int[] step;

    final int[] session;
    final Status[] fate;
    /** Whether the transaction's writes are to last: committed, or unknown and in luck. */
    final boolean[] effective;

    final long[] begin;
    final long[] start;
    final long[] commit;

    private long clock;
    private int lastValue;
    private long[] list = new long[64];

    /**
     * @param versions where installed versions are noted; null if nobody wants to know
     */
    InFlight(GeneratorOptions options, KeyState state, VersionLog versions, RandomSource random) {
        this.versions = versions;
        this.width = Requests.width(options);
        this.state = state;
        this.random = random;
        this.values = options.values();
        this.lists = options.shape() == HistoryShape.LIST_APPEND;
        int slots = options.concurrency();
        kind = new byte[slots * width];
        key = new int[slots * width];
        value = new int[slots * width];
        count = new int[slots];
        step = new int[slots];
        session = new int[slots];
        fate = new Status[slots];
        effective = new boolean[slots];
        begin = new long[slots];
        start = new long[slots];
        commit = new long[slots];
    }

    int first(int slot) {
        return slot * width;
    }

    int end(int slot) {
        return slot * width + count[slot];
    }

    /** Moves the clock on. */
    long tick() {
        return ++clock;
    }

    /** A value that nobody wrote before, unless there are only so many. */
    int freshValue() {
        return values == 0 ? ++lastValue : 1 + random.below(values);
    }

    /** Gives an operation its value, the committed value of its key being as given; own writes come before it. */
    void execute(int slot, int op, int committed) {
        byte k = kind[op];
        if (OpKind.isWrite(k)) {
            value[op] = freshValue();
        } else if (k == OpKind.CAS_FAILED) {
            // it tried to insert the key, which can't fail where there is none
            kind[op] = committed == 0 ? OpKind.READ : OpKind.CAS_FAILED;
            value[op] = 0;
        } else {
            int own = lists ? 0 : ownWrite(slot, op);
            value[op] = own == 0 ? committed : own;
        }
    }

    /** Executes all operations against one state. */
    void executeAll(int slot, int[] committed) {
        for (int op = first(slot), end = end(slot); op < end; op++) {
            execute(slot, op, committed[key[op]]);
        }
    }

    /** Makes all writes of a transaction part of the committed state. */
    void install(int slot) {
        for (int op = first(slot), end = end(slot); op < end; op++) {
            if (OpKind.isWrite(kind[op])) {
                state.install(key[op], value[op]);
                if (versions != null && fate[slot] == Status.COMMITTED && isLastWrite(slot, op)) {
                    versions.add(key[op], value[op]);
                }
            }
        }
    }

    private boolean isLastWrite(int slot, int op) {
        for (int behind = op + 1, end = end(slot); behind < end; behind++) {
            if (key[behind] == key[op] && OpKind.isWrite(kind[behind])) {
                return false;
            }
        }
        return true;
    }

    /** What the transaction itself wrote last to the operation's key before that operation, or 0. */
    private int ownWrite(int slot, int op) {
        int k = key[op];
        for (int before = op - 1, first = first(slot); before >= first; before--) {
            if (key[before] == k && OpKind.isWrite(kind[before])) {
                return value[before];
            }
        }
        return 0;
    }

    /**
     * Writes the operations to the transaction that the sink is at.
     *
     * @param ownAppendsApart whether a list read has yet to be given the transaction's own appends before it
     */
    void writeOperations(int slot, TransactionSink sink, boolean ownAppendsApart) throws IOException {
        for (int op = first(slot), end = end(slot); op < end; op++) {
            if (kind[op] == OpKind.LIST_READ) {
                writeList(slot, op, sink, ownAppendsApart);
            } else {
                sink.operation(kind[op], key[op], value[op]);
            }
        }
    }

    private void writeList(int slot, int op, TransactionSink sink, boolean ownAppendsApart) throws IOException {
        int length = 0;
        for (int element = value[op]; element != 0; element = state.before(element)) {
            length++;
        }
        if (list.length < length + width) {
            list = Arrays.copyOf(list, 2 * (length + width));
        }
        int at = length;
        for (int element = value[op]; element != 0; element = state.before(element)) {
            list[--at] = element;
        }
        for (int before = first(slot); ownAppendsApart && before < op; before++) {
            if (key[before] == key[op] && OpKind.isWrite(kind[before])) {
                list[length++] = value[before];
            }
        }
        sink.listRead(key[op], list, length);
    }
}
