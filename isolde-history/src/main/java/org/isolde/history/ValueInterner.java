package org.isolde.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives every pair of key and value its number, and puts the operations in their final places.
 *
 * <p>The pairs are split between a fixed number of parts, one thread each. Every thread walks over all operations in the
 * order of the input and deals with those of its part, so a value's number and writer depend on the input alone, not on
 * the threads.
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
    private final int threads;
    private final boolean noKeyMap;
    private final int partCount;
    /** Null if the values are not dense. */
    private final DenseNumbering dense;

    private RowNumbering rows;
    private ValueNumbering numbering;
    private Part[] parts;

    /** Takes the room that is needed, which can go on beside the layout of transactions: keys must be numbered. */
    ValueInterner(HistoryBuilder.Input input, HistoryColumns columns, List<String> warnings, int threads) {
        this.input = input;
        this.columns = columns;
        this.warnings = warnings;
        this.threads = threads;
        this.noKeyMap = input.segments.length == 1;
        int operations = 0;
        long elements = 0;
        for (Segment segment : input.segments) {
            operations += segment.operations;
            elements += segment.listElementCount;
        }
        partCount = operations + elements < LARGE ? 1 : PARTS_OF_LARGE;
        columns.kind = new byte[operations];
        columns.key = new int[operations];
        columns.value = new int[operations];
        dense = DenseNumbering.of(input, columns.keyCode.length, operations, partCount, columns.initialVersions);
    }

    /** Numbers all values; the transactions must be laid out. */
    void intern() {
        layOutLists();
        rows = RowNumbering.of(input, columns);
        numbering = dense;
        boolean done = dense != null && runFreely();
        if (!done && dense != null) {
            // some value was written twice, perhaps: who counts as its writer is decided part by part
            numbering = dense.again();
            done = run();
        }
        // with one counter for all keys, a version order may name a value that is another key's
        done = done && internVersions();
        if (!done) {
            int writes = 0;
            for (Segment segment : input.segments) {
                writes += segment.writes;
            }
            numbering = new HashedNumbering(writes, partCount);
            run();
            internVersions();
        }
        numbering.finish(columns);
        report();
    }

    /** The quick way: every thread deals with whole chunks; fails if that could depend on the threads. */
    private boolean runFreely() {
        if (columns.listOp != null) {
            return false;
        }
        AtomicInteger next = new AtomicInteger();
        parts = new Part[] {new Part(0)};
        Workers.compute(columns.kind.length < LARGE ? 1 : threads, worker -> {
            int chunk;
            while ((chunk = next.getAndIncrement()) < input.chunks() && !dense.hasFailed()) {
                Segment segment = input.segments[input.chunkSegment[chunk]];
                for (int row = input.firstRow(chunk); row < input.endRow(chunk); row++) {
                    placeRow(input.chunkSegment[chunk], segment, row);
                }
            }
        });
        return !dense.hasFailed();
    }

    private void placeRow(int s, Segment segment, int row) {
        int[] keyOf = input.keyOf[s];
        int transaction = input.transaction[s][row];
        int place = input.place(s, row, columns.firstOp);
        int end = segment.firstOp[row + 1];
        for (int op = segment.firstOp[row]; op < end; op++, place++) {
            int page = op >> Segment.PAGE_BITS;
            int at = op & Segment.PAGE_MASK;
            byte kind = segment.kind[page][at];
            int key = segment.key[page][at];
            key = keyOf == null ? key : keyOf[key];
            long code = segment.valueAt(page, at);
            boolean initial = isInitial(code);
            boolean write = (kind & 1) != 0;
            if (initial & write) {
                dense.fail();
            }
            columns.kind[place] = kind;
            columns.key[place] = key;
            columns.value[place] = initial ? 0 : dense.claim(key, code, write, place, transaction);
        }
    }

    /** Whether the numbering could number all pairs. */
    private boolean run() {
        parts = new Part[partCount];
        for (int p = 0; p < partCount; p++) {
            parts[p] = new Part(p);
        }
        if (threads == 1) {
            for (Part part : parts) {
                part.run();
            }
        } else {
            Workers.compute(partCount, p -> parts[p].run());
        }
        return !numbering.hasFailed();
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
                int place = input.place(s, row, columns.firstOp) + op - segment.firstOp[row];
                byOperation[next++] = ((long) place << 32) | length;
            }
        }
        Arrays.sort(byOperation);
        columns.listOp = new int[lists];
        columns.listFirst = new int[lists + 1];
        columns.listElement = new int[(int) elements];
        for (int list = 0; list < lists; list++) {
            columns.listOp[list] = (int) (byOperation[list] >>> 32);
            columns.listFirst[list + 1] = (int) byOperation[list];
        }
        HistoryColumns.stretches(columns.listFirst);
    }

    /** Whether the numbering could number all pairs of version orders and version sets too. */
    private boolean internVersions() {
        internVersionChains();
        if (rows != null) {
            rows.numberVersions(numbering);
        }
        return !numbering.hasFailed();
    }

    private void internVersionChains() {
        // in the order of the input, whichever thread read them
        List<ChainOf> inOrder = new ArrayList<>();
        for (int s = 0; s < input.segments.length; s++) {
            for (Segment.VersionChain chain : input.segments[s].versionChains) {
                inOrder.add(new ChainOf(s, chain));
            }
        }
        inOrder.sort(Comparator.comparingLong(chain -> chain.chain.place()));
        int chains = inOrder.size();
        columns.versionChainKey = new int[chains];
        columns.versionChains = new int[chains][];
        for (int c = 0; c < chains; c++) {
            int s = inOrder.get(c).segment;
            Segment.VersionChain chain = inOrder.get(c).chain;
            int key = noKeyMap ? chain.key() : input.keyOf[s][chain.key()];
            int[] values = new int[chain.values().length];
            int length = 0;
            for (long own : chain.values()) {
                long code = input.code(s, own);
                if (!isInitial(code)) {
                    values[length++] = numbering.number(numbering.part(key, code), key, code);
                } else if (length > 0) {
                    values[length++] = 0;
                }
            }
            columns.versionChainKey[c] = key;
            columns.versionChains[c] = Arrays.copyOf(values, length);
        }
    }

    private record ChainOf(int segment, Segment.VersionChain chain) {}

    private boolean isInitial(long code) {
        return columns.initialVersions && (code == Scalars.NULL || code == columns.initialCode);
    }

    /** Repeated writes of all parts, and a warning about values that aborted transactions wrote too. */
    private void report() {
        int repeated = 0;
        int both = 0;
        for (Part part : parts) {
            repeated += part.repeatedCount;
            both += part.abortedAndCommitted;
        }
        columns.repeatedWrites = new int[repeated];
        int next = 0;
        for (Part part : parts) {
            System.arraycopy(part.repeated, 0, columns.repeatedWrites, next, part.repeatedCount);
            next += part.repeatedCount;
        }
        Arrays.sort(columns.repeatedWrites);
        if (both > 0) {
            warnings.add(both + (both == 1 ? " value was" : " values were")
                    + " written by an aborted transaction and by another one; reads of "
                    + (both == 1 ? "it" : "them") + " count for the other one");
        }
    }

    /** The walk of one thread. */
    private final class Part {
        final int part;
        int[] repeated = new int[4];
        int repeatedCount;
        int abortedAndCommitted;

        Part(int part) {
            this.part = part;
        }

        void run() {
            for (int c = 0; c < input.chunks() && !numbering.hasFailed(); c++) {
                int s = input.chunkSegment[c];
                Segment segment = input.segments[s];
                int list = firstListFrom(segment, segment.firstOp[input.firstRow(c)]);
                for (int row = input.firstRow(c); row < input.endRow(c); row++) {
                    list = row(s, segment, row, list);
                }
            }
        }

        /** The operations of one row; returns the next list read of the segment. */
        private int row(int s, Segment segment, int row, int firstList) {
            ValueNumbering numbers = numbering;
            int[] keyOf = input.keyOf[s];
            int list = firstList;
            int end = segment.firstOp[row + 1];
            int place = input.place(s, row, columns.firstOp);
            for (int op = segment.firstOp[row]; op < end; op++, place++) {
                int page = op >> Segment.PAGE_BITS;
                int at = op & Segment.PAGE_MASK;
                byte kind = segment.kind[page][at];
                int key = segment.key[page][at];
                if (keyOf != null) {
                    key = keyOf[key];
                }
                long code = input.code(s, segment.valueAt(page, at));
                if (kind == OpKind.LIST_READ) {
                    list(segment, s, list++, place, key);
                }
                if (isInitial(code)) {
                    if (part == 0) {
                        initial(place, kind, key, segment.status[row]);
                    }
                } else if (numbers.part(key, code) == part) {
                    int value = numbers.number(part, key, code);
                    columns.kind[place] = kind;
                    columns.key[place] = key;
                    columns.value[place] = value;
                    if ((kind & 1) != 0) {
                        write(value, place, input.transaction[s][row], segment.status[row]);
                    }
                }
            }
            return list;
        }

        private void initial(int place, byte kind, int key, byte status) {
            columns.kind[place] = kind;
            columns.key[place] = key;
            columns.value[place] = 0;
            if ((kind & 1) != 0 && status != Status.ABORTED.ordinal()) {
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
                if (numbering.part(key, code) == part) {
                    columns.listElement[at] = numbering.number(part, key, code);
                }
            }
        }

        private void write(int value, int place, int transaction, byte status) {
            int before = numbering.writeOp(part, value);
            if (before < 0) {
                numbering.written(part, value, place, transaction);
                return;
            }
            byte other = columns.status[numbering.writer(part, value)];
            byte aborted = (byte) Status.ABORTED.ordinal();
            if (status == aborted || other == aborted) {
                abortedAndCommitted += status == other ? 0 : 1;
                if (status != aborted) {
                    numbering.written(part, value, place, transaction);
                }
            } else if (status == 0 && other != 0) {
                repeat(before);
                numbering.written(part, value, place, transaction);
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
