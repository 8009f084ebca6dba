package org.isolde.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Gives every pair of key and value its number, and puts the operations in their final places.
 *
 * <p>The pairs are split by their hash between a fixed number of parts, one thread each. Every thread walks over all
 * operations in the order of the input and deals with those of its part, so a value's number and writer depend on the
 * input alone. Within a part numbers are given by first appearance; in the history the numbers of part 0 come first.
 *
 * <p>The writer of a value that several transactions wrote is the first committed one, else the first unknown one, else
 * the first aborted one.
 */
final class ValueInterner {
    private static final int PARTS_OF_LARGE = 2;
    private static final int LARGE = 1 << 15;

    private final HistoryBuilder.Input input;
    private final HistoryColumns columns;
    private final List<String> warnings;
    private final boolean noKeyMap;
    private final Part[] parts;
    private final int partShift;

    ValueInterner(HistoryBuilder.Input input, HistoryColumns columns, List<String> warnings) {
        this.input = input;
        this.columns = columns;
        this.warnings = warnings;
        this.noKeyMap = input.segments.length == 1;
        int operations = columns.firstOp[columns.firstOp.length - 1];
        int writes = 0;
        int elements = 0;
        for (Segment segment : input.segments) {
            writes += segment.writes;
            elements += segment.listElementCount;
        }
        int count = operations + elements < LARGE ? 1 : PARTS_OF_LARGE;
        parts = new Part[count];
        partShift = 64 - Integer.numberOfTrailingZeros(count);
        for (int p = 0; p < count; p++) {
            parts[p] = new Part(p, (int) Math.min(Integer.MAX_VALUE - 64, writes * 33L / (32L * count) + 64));
        }
        columns.kind = new byte[operations];
        columns.key = new int[operations];
        columns.value = new int[operations];
        layOutLists();
    }

    void intern() {
        Workers.compute(parts.length, p -> parts[p].run());
        internVersionChains();
        number();
    }

    /** List reads in the order of operations, with room for their elements. */
    private void layOutLists() {
        int lists = 0;
        long elements = 0;
        for (Segment segment : input.segments) {
            lists += segment.lists;
            elements += segment.listElementCount;
        }
        if (lists == 0) {
            return;
        }
        // (operation, length) pairs, sorted by operation
        long[] byOperation = new long[lists];
        int next = 0;
        for (int s = 0; s < input.segments.length; s++) {
            Segment segment = input.segments[s];
            int row = 0;
            for (int list = 0; list < segment.lists; list++) {
                int op = (int) segment.listOp.get(list);
                while (segment.firstOp[row + 1] <= op) {
                    row++;
                }
                int length = (int) (segment.listEnd.get(list) - (list == 0 ? 0 : segment.listEnd.get(list - 1)));
                int place = input.destination[s][row] + op - segment.firstOp[row];
                byOperation[next++] = ((long) place << 32) | length;
            }
        }
        Arrays.sort(byOperation);
        columns.listOp = new int[lists];
        columns.listFirst = new int[lists + 1];
        columns.listElement = new int[(int) elements];
        for (int list = 0; list < lists; list++) {
            columns.listOp[list] = (int) (byOperation[list] >>> 32);
            columns.listFirst[list + 1] = columns.listFirst[list] + (int) byOperation[list];
        }
    }

    private void internVersionChains() {
        int chains = 0;
        for (Segment segment : input.segments) {
            chains += segment.versionChains.size();
        }
        columns.versionChainKey = new int[chains];
        columns.versionChains = new int[chains][];
        // in the order of the input, whichever thread read them
        List<ChainOf> inOrder = new ArrayList<>(chains);
        for (int s = 0; s < input.segments.length; s++) {
            for (Segment.VersionChain chain : input.segments[s].versionChains) {
                inOrder.add(new ChainOf(s, chain));
            }
        }
        inOrder.sort(Comparator.comparingLong(chain -> chain.chain.place()));
        for (int c = 0; c < chains; c++) {
            int s = inOrder.get(c).segment;
            Segment.VersionChain chain = inOrder.get(c).chain;
            int key = noKeyMap ? chain.key() : input.keyOf[s][chain.key()];
            int[] values = new int[chain.values().length];
            int length = 0;
            for (long own : chain.values()) {
                long code = input.code(s, own);
                if (!isInitial(code)) {
                    long hash = hash(key, code);
                    values[length++] = parts[partOf(hash)].intern(key, code, hash);
                }
            }
            columns.versionChainKey[c] = key;
            columns.versionChains[c] = Arrays.copyOf(values, length);
        }
    }

    private record ChainOf(int segment, Segment.VersionChain chain) {}

    /** Joins the parts' numbers into one range. */
    private void number() {
        int[] offset = new int[parts.length];
        int values = 1;
        for (int p = 0; p < parts.length; p++) {
            offset[p] = values;
            values += parts[p].size;
        }
        columns.valueCode = new long[values];
        columns.writer = new int[values];
        columns.writeOp = new int[values];
        columns.writer[0] = History.INITIAL;
        columns.writeOp[0] = -1;
        int repeated = 0;
        for (Part part : parts) {
            int at = offset[part.number];
            System.arraycopy(part.codes, 0, columns.valueCode, at, part.size);
            System.arraycopy(part.writer, 0, columns.writer, at, part.size);
            System.arraycopy(part.writeOp, 0, columns.writeOp, at, part.size);
            repeated += part.repeatedCount;
            part.release();
        }
        renumber(columns.value, offset);
        if (columns.listElement != null) {
            renumber(columns.listElement, offset);
        }
        for (int[] chain : columns.versionChains) {
            renumber(chain, offset);
        }
        columns.repeatedWrites = new int[repeated];
        int next = 0;
        int both = 0;
        for (Part part : parts) {
            System.arraycopy(part.repeated, 0, columns.repeatedWrites, next, part.repeatedCount);
            next += part.repeatedCount;
            both += part.abortedAndCommitted;
        }
        Arrays.sort(columns.repeatedWrites);
        if (both > 0) {
            warnings.add(both + (both == 1 ? " value was" : " values were")
                    + " written by an aborted transaction and by another one; reads of "
                    + (both == 1 ? "it" : "them") + " count for the other one");
        }
    }

    /** Numbers arrive as number-in-part * parts + part + 1, with 0 for the initial version. */
    private void renumber(int[] numbers, int[] offset) {
        if (parts.length == 1) {
            return;
        }
        int first = offset[0];
        int second = offset[1];
        for (int i = 0; i < numbers.length; i++) {
            int n = numbers[i];
            if (n != 0) {
                n--;
                numbers[i] = (n >>> 1) + ((n & 1) == 0 ? first : second);
            }
        }
    }

    private boolean isInitial(long code) {
        return code == Scalars.NULL || code == columns.initialCode;
    }

    private static long hash(int key, long code) {
        long hash = (code + key * 0xC2B2AE3D27D4EB4FL) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
        return hash * 0xBF58476D1CE4E5B9L;
    }

    private int partOf(long hash) {
        return partShift == 64 ? 0 : (int) (hash >>> partShift);
    }

    /** The values of one part: an open-addressing table of numbers, and their columns. */
    private final class Part {
        final int number;
        int size;
        long[] codes;
        int[] keys;
        int[] writer;
        int[] writeOp;
        int[] slots;
        int[] repeated = new int[4];
        int repeatedCount;
        int abortedAndCommitted;

        Part(int number, int expected) {
            this.number = number;
            codes = new long[expected];
            keys = new int[expected];
            writer = new int[expected];
            writeOp = new int[expected];
            slots = new int[Integer.highestOneBit(Math.max(8, Math.min(expected, 1 << 28))) * 4];
        }

        void release() {
            codes = null;
            keys = null;
            writer = null;
            writeOp = null;
            slots = null;
        }

        void run() {
            boolean sole = parts.length == 1;
            boolean initialVersions = columns.initialVersions;
            long initialCode = columns.initialCode;
            for (int c = 0; c < input.chunks(); c++) {
                int s = input.chunkSegment[c];
                Segment segment = input.segments[s];
                int[] keyOf = input.keyOf[s];
                boolean ownCodes = input.entryOf[s] != null;
                int list = firstListFrom(segment, segment.firstOp[input.firstRow(c)]);
                for (int row = input.firstRow(c); row < input.endRow(c); row++) {
                    int op = segment.firstOp[row];
                    int end = segment.firstOp[row + 1];
                    int place = input.destination[s][row];
                    for (; op < end; op++, place++) {
                        int page = op >> Segment.PAGE_BITS;
                        int at = op & Segment.PAGE_MASK;
                        byte kind = segment.kind[page][at];
                        int key = segment.key[page][at];
                        if (keyOf != null) {
                            key = keyOf[key];
                        }
                        long code = segment.value[page][at];
                        if (ownCodes) {
                            code = input.code(s, code);
                        }
                        if (kind == OpKind.LIST_READ) {
                            list(segment, s, list++, place, key);
                        }
                        if (initialVersions && (code == initialCode || code == Scalars.NULL)) {
                            if (number == 0) {
                                initial(place, kind, key, s, row);
                            }
                            continue;
                        }
                        long hash = hash(key, code);
                        if (sole || partOf(hash) == number) {
                            int value = intern(key, code, hash);
                            columns.kind[place] = kind;
                            columns.key[place] = key;
                            columns.value[place] = value;
                            if ((kind & 1) != 0) {
                                write(
                                        sole ? value - 1 : (value - 1) >>> 1,
                                        place,
                                        input.transaction[s][row],
                                        segment.status[row]);
                            }
                        }
                    }
                }
            }
        }

        private void initial(int place, byte kind, int key, int s, int row) {
            columns.kind[place] = kind;
            columns.key[place] = key;
            columns.value[place] = 0;
            if ((kind & 1) != 0 && input.segments[s].status[row] != Status.ABORTED.ordinal()) {
                repeat(place);
            }
        }

        private int firstListFrom(Segment segment, int op) {
            int low = 0;
            int high = segment.lists;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (segment.listOp.get(middle) < op) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        private void list(Segment segment, int s, int list, int place, int key) {
            int from = list == 0 ? 0 : (int) segment.listEnd.get(list - 1);
            int to = (int) segment.listEnd.get(list);
            int at = columns.listFirst[Arrays.binarySearch(columns.listOp, place)];
            for (int i = from; i < to; i++, at++) {
                long code = input.code(s, segment.listElements.get(i));
                long hash = hash(key, code);
                if (partOf(hash) == number) {
                    columns.listElement[at] = intern(key, code, hash);
                }
            }
        }

        /** The number of a pair, as number-in-part * parts + part + 1. */
        int intern(int key, long code, long hash) {
            int mask = slots.length - 1;
            int slot = (int) hash & mask;
            int found;
            while ((found = slots[slot]) != 0) {
                if (codes[found - 1] == code && keys[found - 1] == key) {
                    return (found - 1) * parts.length + number + 1;
                }
                slot = (slot + 1) & mask;
            }
            if (size == codes.length) {
                int capacity = size + (size >> 1) + 64;
                codes = Arrays.copyOf(codes, capacity);
                keys = Arrays.copyOf(keys, capacity);
                writer = Arrays.copyOf(writer, capacity);
                writeOp = Arrays.copyOf(writeOp, capacity);
            }
            codes[size] = code;
            keys[size] = key;
            writer[size] = History.NOBODY;
            writeOp[size] = -1;
            slots[slot] = ++size;
            if (size > slots.length - (slots.length >> 2)) {
                rehash();
            }
            return (size - 1) * parts.length + number + 1;
        }

        private void rehash() {
            slots = new int[slots.length * 2];
            int mask = slots.length - 1;
            for (int i = 0; i < size; i++) {
                int slot = (int) hash(keys[i], codes[i]) & mask;
                while (slots[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                slots[slot] = i + 1;
            }
        }

        private void write(int own, int place, int transaction, byte status) {
            if (writeOp[own] < 0) {
                writeOp[own] = place;
                writer[own] = transaction;
                return;
            }
            byte other = columns.status[writer[own]];
            byte aborted = (byte) Status.ABORTED.ordinal();
            if (status == aborted || other == aborted) {
                abortedAndCommitted += status == other ? 0 : 1;
                if (status == aborted) {
                    return;
                }
                writeOp[own] = place;
                writer[own] = transaction;
                return;
            }
            if (status == 0 && other != 0) {
                repeat(writeOp[own]);
                writeOp[own] = place;
                writer[own] = transaction;
            } else {
                repeat(place);
            }
        }

        private void repeat(int place) {
            if (repeatedCount == repeated.length) {
                repeated = Arrays.copyOf(repeated, repeatedCount * 2);
            }
            repeated[repeatedCount++] = place;
        }
    }
}
