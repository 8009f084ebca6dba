package org.isolde.history;

import java.util.Arrays;
import java.util.List;

/**
 * Decides who wrote a value that was written more than once: the first committed transaction, else the first unknown one,
 * else the first aborted one. The other writes of transactions that did not abort are repeated ones, and so are writes of
 * the initial value.
 *
 * <p>Every thread walks over all writes in the order of the input and deals with the values of its part, so the result
 * depends on the input alone.
 */
final class RepeatedWrites {
    /** Neighbouring values, a cache line of them, are of one part. */
    private static final int NEIGHBOURS = 4;

    private final HistoryBuilder.Input input;
    private final HistoryColumns columns;
    private final Writers writers;

    RepeatedWrites(HistoryBuilder.Input input, HistoryColumns columns, Writers writers) {
        this.input = input;
        this.columns = columns;
        this.writers = writers;
    }

    /** Fills writers and repeated writes of a history whose values are numbered. */
    void decide(int threads, List<String> warnings) {
        writers.clear();
        Part[] parts = new Part[threads];
        Workers.compute(threads, p -> {
            parts[p] = new Part(p, threads);
            parts[p].run();
        });
        int both = 0;
        int[] repeated = {};
        for (Part part : parts) {
            int before = repeated.length;
            repeated = Arrays.copyOf(repeated, before + part.repeatedCount);
            System.arraycopy(part.repeated, 0, repeated, before, part.repeatedCount);
            both += part.abortedAndOther;
        }
        Arrays.sort(repeated);
        columns.repeatedWrites = repeated;
        if (both > 0) {
            warnings.add(both + (both == 1 ? " value was" : " values were")
                    + " written by an aborted transaction and by another one; reads of "
                    + (both == 1 ? "it" : "them") + " count for the other one");
        }
    }

    /** The walk of one thread. */
    private final class Part {
        private final int part;
        private final int parts;
        int[] repeated = new int[4];
        int repeatedCount;
        int abortedAndOther;

        Part(int part, int parts) {
            this.part = part;
            this.parts = parts;
        }

        void run() {
            for (int piece = 0; piece < input.pieces(); piece++) {
                int s = input.pieceSegment[piece];
                for (int row = input.pieceFirst[piece]; row < input.pieceEnd[piece]; row++) {
                    row(s, row);
                }
            }
        }

        private void row(int s, int row) {
            Segment segment = input.segments[s];
            int place = input.place(s, row, columns.firstOp);
            int end = place + segment.firstOp[row + 1] - segment.firstOp[row];
            for (; place < end; place++) {
                int value = columns.value[place];
                if ((columns.kind[place] & 1) != 0 && (value >>> NEIGHBOURS) % parts == part) {
                    write(value, place, input.transaction[s][row], segment.status[row]);
                }
            }
        }

        private void write(int value, int place, int transaction, byte status) {
            byte aborted = (byte) Status.ABORTED.ordinal();
            int before = writers.writeOp[value];
            if (value == 0) {
                if (status != aborted) {
                    repeat(place);
                }
                return;
            }
            if (before < 0) {
                writers.claim(value, place, transaction);
                return;
            }
            byte other = columns.status[writers.writer[value]];
            if (status == aborted || other == aborted) {
                abortedAndOther += status == other ? 0 : 1;
                if (status != aborted) {
                    writers.claim(value, place, transaction);
                }
            } else if (status == 0 && other != 0) {
                repeat(before);
                writers.claim(value, place, transaction);
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
