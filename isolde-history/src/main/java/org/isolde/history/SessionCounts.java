package org.isolde.history;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Numbers transactions session by session with all threads at once, where every row of the input is a transaction: it is
 * enough to know how many of each session every piece of the input has.
 */
final class SessionCounts {
    /** There may be so many counts for each row. */
    private static final int COUNTS_A_ROW = 4;

    private static final int ALWAYS = 1 << 10;

    private final HistoryBuilder.Input input;
    private final int[] firstRow;
    private final int threads;
    private final Piece[] pieces;

    private SessionCounts(HistoryBuilder.Input input, int[] firstRow, int threads) {
        this.input = input;
        this.firstRow = firstRow;
        this.threads = threads;
        this.pieces = new Piece[input.pieces()];
    }

    /**
     * The counts of an input; null if some rows are parts of one transaction or of none, or if there are too many sessions.
     *
     * @param firstRow where each piece begins among all rows; behind these how many rows there are
     * @param byId whether rows with the same id are one transaction, and rows without operations none
     */
    static SessionCounts of(HistoryBuilder.Input input, int[] firstRow, boolean byId, int threads) {
        long counts = 0;
        for (int segment : input.pieceSegment) {
            counts += input.segments[segment].sessions.size();
        }
        int rows = firstRow[input.pieces()];
        if (counts > (long) COUNTS_A_ROW * rows + ALWAYS) {
            return null;
        }
        SessionCounts all = new SessionCounts(input, firstRow, threads);
        all.each(piece -> all.pieces[piece] = new Piece(input, piece, byId));
        return byId && !all.rowsAreTransactions(rows) ? null : all;
    }

    @FunctionalInterface
    private interface Task {
        void run(int piece);
    }

    private void each(Task task) {
        AtomicInteger next = new AtomicInteger();
        Workers.compute(threads, worker -> {
            int piece;
            while ((piece = next.getAndIncrement()) < pieces.length) {
                task.run(piece);
            }
        });
    }

    /** What one piece has. */
    private static final class Piece {
        /** For each session of the segment how many rows are of it; then, which transaction the next of them is. */
        final int[] count;
        /** Those sessions that the piece has, in the order of their first rows. */
        final int[] seen;

        int seenCount;
        /** Whether every row has operations and, if it has an id, a greater one than the rows before it. */
        boolean ascending = true;
        /** Whether some row has no operation, or an id that is no plain number. */
        boolean odd;

        long firstId = Long.MAX_VALUE;
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;

        Piece(HistoryBuilder.Input input, int piece, boolean byId) {
            Segment segment = input.segments[input.pieceSegment[piece]];
            this.count = new int[segment.sessions.size()];
            this.seen = new int[count.length];
            int end = input.pieceEnd[piece];
            for (int row = input.pieceFirst[piece]; row < end; row++) {
                int session = segment.session[row];
                if (count[session]++ == 0) {
                    seen[seenCount++] = session;
                }
            }
            for (int row = input.pieceFirst[piece]; byId && row < end; row++) {
                id(segment.id.get(row));
                odd |= segment.firstOp[row] == segment.firstOp[row + 1];
            }
        }

        private void id(long id) {
            if (id == Segment.NO_ID) {
                return;
            }
            odd |= !Scalars.isPlain(id);
            ascending &= id > greatest;
            firstId = firstId == Long.MAX_VALUE ? id : firstId;
            least = Math.min(least, id);
            greatest = Math.max(greatest, id);
        }
    }

    /** Whether no row is empty and no id comes twice, as far as that is quickly seen. */
    private boolean rowsAreTransactions(int rows) {
        boolean ascending = true;
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (Piece piece : pieces) {
            if (piece.odd) {
                return false;
            }
            ascending &= piece.ascending && piece.firstId > greatest;
            least = Math.min(least, piece.least);
            greatest = Math.max(greatest, piece.greatest);
        }
        if (ascending || least > greatest) {
            return true;
        }
        // a long for each row at most
        long range = greatest - least;
        return range >= 0 && range < (long) Long.SIZE * rows && differ(least, new long[(int) (range / Long.SIZE) + 1]);
    }

    /** Whether no id comes twice. */
    private boolean differ(long least, long[] bits) {
        boolean differ = true;
        for (int piece = 0; piece < pieces.length && differ; piece++) {
            differ = differ(input.segments[input.pieceSegment[piece]], piece, least, bits);
        }
        return differ;
    }

    private boolean differ(Segment segment, int piece, long least, long[] bits) {
        for (int row = input.pieceFirst[piece]; row < input.pieceEnd[piece]; row++) {
            long id = segment.id.get(row);
            if (id != Segment.NO_ID) {
                int word = (int) ((id - least) / Long.SIZE);
                long bit = 1L << (id - least);
                if ((bits[word] & bit) != 0) {
                    return false;
                }
                bits[word] |= bit;
            }
        }
        return true;
    }

    /** Names and first transactions of the sessions; returns the transaction of each row in the order of the input. */
    int[] arrive(HistoryColumns columns) {
        LongIntMap sessions = new LongIntMap();
        int[][] sessionOf = new int[input.segments.length][];
        long[][] codes = new long[input.segments.length][];
        for (int s = 0; s < sessionOf.length; s++) {
            codes[s] = input.segments[s].sessions.keys();
            sessionOf[s] = new int[codes[s].length];
            Arrays.fill(sessionOf[s], -1);
        }
        for (int piece = 0; piece < pieces.length; piece++) {
            int s = input.pieceSegment[piece];
            for (int i = 0; i < pieces[piece].seenCount; i++) {
                int own = pieces[piece].seen[i];
                if (sessionOf[s][own] < 0) {
                    sessionOf[s][own] = sessions.intern(input.code(s, codes[s][own]));
                }
            }
        }
        columns.sessionCode = sessions.keys();
        columns.sessionFirst = number(sessionOf, sessions.size());
        int[] arrival = new int[firstRow[pieces.length]];
        each(piece -> arrive(piece, arrival));
        return arrival;
    }

    /** Turns the counts into first transactions; returns those of the sessions. */
    private int[] number(int[][] sessionOf, int sessions) {
        int[] first = new int[sessions + 1];
        first[0] = 1;
        for (int piece = 0; piece < pieces.length; piece++) {
            for (int i = 0; i < pieces[piece].seenCount; i++) {
                int own = pieces[piece].seen[i];
                first[sessionOf[input.pieceSegment[piece]][own] + 1] += pieces[piece].count[own];
            }
        }
        HistoryColumns.stretches(first);
        int[] next = first.clone();
        for (int piece = 0; piece < pieces.length; piece++) {
            for (int i = 0; i < pieces[piece].seenCount; i++) {
                int own = pieces[piece].seen[i];
                int session = sessionOf[input.pieceSegment[piece]][own];
                int count = pieces[piece].count[own];
                pieces[piece].count[own] = next[session];
                next[session] += count;
            }
        }
        return first;
    }

    private void arrive(int piece, int[] arrival) {
        int[] session = input.segments[input.pieceSegment[piece]].session;
        int[] next = pieces[piece].count;
        int from = input.pieceFirst[piece];
        int to = firstRow[piece];
        for (int i = input.pieceEnd[piece] - from - 1, row = 0; row <= i; row++) {
            arrival[to + row] = next[session[from + row]]++;
        }
    }
}
