package org.isolde.history.format;

import java.util.Arrays;
import org.isolde.history.Scalars;

/**
 * A stretch of the events of a Jepsen history, in the order of the input: what clients invoked and how it ended, before
 * the two are brought together.
 *
 * <p>Invariant: the operations of event {@code e} are {@code opsEnd[e - 1] .. opsEnd[e] - 1} of {@code ops}, and the
 * elements of its list reads end at {@code elementsEnd[e]}; the reads of an invocation are not among them.
 */
final class EventBlock {
    static final byte INVOKE = 0;
    static final byte OK = 1;
    static final byte FAIL = 2;
    static final byte INFO = 3;

    /** The event has no value of its own; its invocation's counts. */
    static final byte WITHOUT_VALUE = 1;
    /** The operation is a compare-and-set of a register. */
    static final byte CAS = 2;
    /** The event says that a compare-and-set did not find the expected value. */
    static final byte UNEQUAL = 4;
    /** The operation is a whole transaction, whose value cannot be left out. */
    static final byte TRANSACTION = 8;

    /** The event says what rows there are from the beginning. */
    static final byte INITIAL = 16;

    static final long UNKNOWN_TIME = Long.MIN_VALUE;

    /** The table that the codes of this block belong to; blocks of one thread share it. */
    final Scalars scalars;
    /** The entries of the table that are new in this block. */
    private final int firstEntry;

    private int endEntry;

    final OpBuffer ops;
    int count;
    byte[] type;
    byte[] flags;
    long[] process;
    /** The event's place among all events, as the block counts them. */
    int[] place;

    long[] index;
    long[] time;
    int[] line;
    int[] opsEnd;
    int[] elementsEnd;

    /** Events of all processes, clients or not. */
    int places;
    /** Lines of the input, for blocks that begin to count them anew. */
    long lines;
    /** Whether all events of clients have an index. */
    boolean indexed = true;

    boolean hasInvocations;
    boolean hasLists;
    /** Whether keys are rows: there are predicates, inserts or deletions. */
    boolean hasRows;

    /** An empty block with room for so many events and operations; it grows if there are more. */
    EventBlock(Scalars scalars, int events, int operations) {
        this.scalars = scalars;
        this.firstEntry = scalars.size();
        int capacity = Math.max(16, events);
        ops = new OpBuffer(Math.max(16, operations));
        type = new byte[capacity];
        flags = new byte[capacity];
        process = new long[capacity];
        place = new int[capacity];
        index = new long[capacity];
        time = new long[capacity];
        line = new int[capacity];
        opsEnd = new int[capacity];
        elementsEnd = new int[capacity];
    }

    /** Adds an event whose operations have just been added. */
    void add(byte newType, int newFlags, long newProcess, int newLine) {
        if (count == type.length) {
            int capacity = count * 2;
            type = Arrays.copyOf(type, capacity);
            flags = Arrays.copyOf(flags, capacity);
            process = Arrays.copyOf(process, capacity);
            place = Arrays.copyOf(place, capacity);
            index = Arrays.copyOf(index, capacity);
            time = Arrays.copyOf(time, capacity);
            line = Arrays.copyOf(line, capacity);
            opsEnd = Arrays.copyOf(opsEnd, capacity);
            elementsEnd = Arrays.copyOf(elementsEnd, capacity);
        }
        type[count] = newType;
        flags[count] = (byte) newFlags;
        process[count] = newProcess;
        line[count] = newLine;
        place[count] = places;
        opsEnd[count] = ops.count;
        elementsEnd[count] = ops.elementCount;
        hasInvocations |= newType == INVOKE;
        count++;
    }

    /** Says that the block is whole: what is new in the table from now on is another block's. */
    void end() {
        endEntry = scalars.size();
    }

    boolean has(int event, byte flag) {
        return (flags[event] & flag) != 0;
    }

    int firstOp(int event) {
        return event == 0 ? 0 : opsEnd[event - 1];
    }

    int firstElement(int event) {
        return event == 0 ? 0 : elementsEnd[event - 1];
    }

    /**
     * Replaces the codes of entries by those of another table, where what is new in this block is entered now.
     *
     * @param codes {@code codes[i]} is the other code of entry {@code i}, known for all blocks before
     */
    void translate(Scalars to, long[] codes) {
        for (int i = firstEntry; i < endEntry; i++) {
            codes[i] = to.adopt(Long.MIN_VALUE + i, scalars);
        }
        translate(ops.keys, ops.count, codes);
        translate(ops.values, ops.count, codes);
        translate(ops.elements, ops.elementCount, codes);
        translate(process, count, codes);
    }

    private static void translate(long[] column, int length, long[] codes) {
        for (int i = 0; i < length; i++) {
            if (!Scalars.isPlain(column[i])) {
                column[i] = codes[(int) (column[i] - Long.MIN_VALUE)];
            }
        }
    }
}
