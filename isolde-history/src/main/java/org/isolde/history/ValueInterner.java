package org.isolde.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives every pair of key and value its number, and puts the operations in their final places. Threads take whole pieces of
 * the input; a value's number and writer depend on the input alone.
 *
 * <p>The writer of a value that several transactions wrote is the first committed one, else the first unknown one, else
 * the first aborted one.
 */
final class ValueInterner {
    private final HistoryBuilder.Input input;
    private final HistoryColumns columns;
    private final List<String> warnings;
    private final int threads;
    private final long pairs;
    private final int writes;
    private final boolean initialVersions;
    private final long initialCode;

    private RowNumbering rows;
    private ValueNumbering numbering;
    private Writers writers;

    /** Takes the room that is needed, when keys are numbered. */
    ValueInterner(HistoryBuilder.Input input, HistoryColumns columns, List<String> warnings, int threads) {
        this.input = input;
        this.columns = columns;
        this.warnings = warnings;
        this.initialVersions = columns.initialVersions;
        this.initialCode = columns.initialCode;
        int operations = 0;
        int allWrites = 0;
        long elements = 0;
        for (Segment segment : input.segments) {
            operations += segment.operations;
            allWrites += segment.writes;
            elements += segment.listElementCount;
        }
        this.pairs = operations + elements;
        this.writes = allWrites;
        this.threads = pairs < Segment.PAGE ? 1 : threads;
        this.numbering = DenseNumbering.of(input, columns.keyCode.length, operations, initialVersions);
        makeRoom(operations);
    }

    /** All arrays that grow with the history; to clear them takes longer than one would think. */
    private void makeRoom(int operations) {
        AtomicInteger next = new AtomicInteger();
        Workers.compute(threads, worker -> {
            int array;
            while ((array = next.getAndIncrement()) < 4) {
                switch (array) {
                    case 0 -> columns.key = new int[operations];
                    case 1 -> columns.value = new int[operations];
                    case 2 -> writers = numbering == null ? null : new Writers(numbering.size());
                    default -> columns.kind = new byte[operations];
                }
            }
        });
    }

    /** Numbers all values; the transactions must be laid out. */
    void intern() {
        layOutLists();
        rows = RowNumbering.of(input, columns);
        if (numbering != null) {
            place();
        }
        if (numbering == null || numbering.hasFailed()) {
            HashedNumbering hashed = new HashedNumbering(input.pieces() + 1, pairs);
            collect(hashed);
            hashed.number(threads);
            numbering = hashed;
            writers = new Writers(hashed.size());
            place();
        }
        numbering.finish(columns);
        columns.repeatedWrites = new int[0];
        if (writers.claimed() != writes) {
            new RepeatedWrites(input, columns, writers).decide(threads, warnings);
        }
        writers.writer[0] = History.INITIAL;
        columns.writer = writers.writer;
        columns.writeOp = writers.writeOp;
    }

    /** Puts all operations into their places, numbers their values, and claims what they write. */
    private void place() {
        AtomicInteger next = new AtomicInteger();
        Workers.compute(threads, worker -> {
            int piece;
            while ((piece = next.getAndIncrement()) < input.pieces() && !numbering.hasFailed()) {
                placePiece(piece, numbering.numbers(piece));
            }
        });
        numberVersions(numbering.numbers(input.pieces()));
    }

    private void placePiece(int piece, ValueNumbering.Numbers numbers) {
        int s = input.pieceSegment[piece];
        int list = firstList(piece);
        for (int row = input.pieceFirst[piece]; row < input.pieceEnd[piece]; row++) {
            placeRow(s, row, numbers);
            if (columns.listOp != null) {
                list = placeLists(s, row, list, numbers);
            }
        }
    }

    private void placeRow(int s, int row, ValueNumbering.Numbers numbers) {
        Segment segment = input.segments[s];
        int[] keyOf = input.keyOf[s];
        int transaction = input.transaction[s][row];
        int end = segment.firstOp[row + 1];
        int place = input.place(s, row, columns.firstOp);
        for (int op = segment.firstOp[row]; op < end; op++, place++) {
            int page = op >> Segment.PAGE_BITS;
            int at = op & Segment.PAGE_MASK;
            byte kind = segment.kind[page][at];
            int key = segment.key[page][at];
            key = keyOf == null ? key : keyOf[key];
            long code = input.code(s, segment.valueAt(page, at));
            int value = isInitial(code) ? 0 : numbers.next(key, code);
            columns.kind[place] = kind;
            columns.key[place] = key;
            columns.value[place] = value;
            // whoever writes the initial value claims nothing, so that there are fewer claims than writes
            if ((kind & 1) != 0 && value != 0) {
                writers.claim(value, place, transaction);
            }
        }
    }

    /** Numbers the elements of a row's list reads, which come behind its operations; returns the next list read. */
    private int placeLists(int s, int row, int firstList, ValueNumbering.Numbers numbers) {
        Segment segment = input.segments[s];
        int list = firstList;
        int at = -1;
        for (; list < segment.lists && segment.listOp.get(list) < segment.firstOp[row + 1]; list++) {
            int op = (int) segment.listOp.get(list);
            int place = input.place(s, row, columns.firstOp) + op - segment.firstOp[row];
            // list reads of a row stand one behind the other
            at = at < 0 ? columns.listFirst[Arrays.binarySearch(columns.listOp, place)] : at;
            int end = (int) segment.listEnd.get(list);
            for (int i = list == 0 ? 0 : (int) segment.listEnd.get(list - 1); i < end; i++, at++) {
                columns.listElement[at] = numbers.next(columns.key[place], input.code(s, segment.listElements.get(i)));
            }
        }
        return list;
    }

    /** All pairs of the input in the order in which they are asked for when operations are placed. */
    private void collect(HashedNumbering hashed) {
        AtomicInteger next = new AtomicInteger();
        Workers.compute(threads, worker -> {
            HashedNumbering.Collector collector = hashed.new Collector();
            int piece;
            while ((piece = next.getAndIncrement()) < input.pieces()) {
                int s = input.pieceSegment[piece];
                int list = firstList(piece);
                for (int row = input.pieceFirst[piece]; row < input.pieceEnd[piece]; row++) {
                    collectRow(s, row, collector);
                    if (columns.listOp != null) {
                        list = collectLists(s, row, list, collector);
                    }
                }
                collector.end(piece);
            }
        });
        HashedNumbering.Collector collector = hashed.new Collector();
        numberVersions((key, code) -> {
            collector.add(key, code);
            return 0;
        });
        collector.end(input.pieces());
    }

    private void collectRow(int s, int row, HashedNumbering.Collector collector) {
        Segment segment = input.segments[s];
        int[] keyOf = input.keyOf[s];
        int end = segment.firstOp[row + 1];
        for (int op = segment.firstOp[row]; op < end; op++) {
            int page = op >> Segment.PAGE_BITS;
            int at = op & Segment.PAGE_MASK;
            long code = input.code(s, segment.valueAt(page, at));
            if (!isInitial(code)) {
                int key = segment.key[page][at];
                collector.add(keyOf == null ? key : keyOf[key], code);
            }
        }
    }

    private int collectLists(int s, int row, int firstList, HashedNumbering.Collector collector) {
        Segment segment = input.segments[s];
        int list = firstList;
        for (; list < segment.lists && segment.listOp.get(list) < segment.firstOp[row + 1]; list++) {
            int op = (int) segment.listOp.get(list);
            int own = segment.key[op >> Segment.PAGE_BITS][op & Segment.PAGE_MASK];
            int key = input.keyOf[s] == null ? own : input.keyOf[s][own];
            int end = (int) segment.listEnd.get(list);
            for (int i = list == 0 ? 0 : (int) segment.listEnd.get(list - 1); i < end; i++) {
                collector.add(key, input.code(s, segment.listElements.get(i)));
            }
        }
        return list;
    }

    /** The first list read of a piece among those of its segment. */
    private int firstList(int piece) {
        Segment segment = input.segments[input.pieceSegment[piece]];
        int op = segment.firstOp[input.pieceFirst[piece]];
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

    /** The pairs of version orders and version sets. */
    private void numberVersions(ValueNumbering.Numbers numbers) {
        numberVersionChains(numbers);
        if (rows != null) {
            rows.numberVersions(numbers);
        }
    }

    private void numberVersionChains(ValueNumbering.Numbers numbers) {
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
            int key = input.keyOf[s] == null ? chain.key() : input.keyOf[s][chain.key()];
            int[] values = new int[chain.values().length];
            int length = 0;
            for (long own : chain.values()) {
                long code = input.code(s, own);
                if (!isInitial(code)) {
                    values[length++] = numbers.next(key, code);
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
        return initialVersions && (code == Scalars.NULL || code == initialCode);
    }
}
