package org.isolde.history;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Numbers the transactions session by session and lays out their operations.
 *
 * <p>Rows are what the segments hold, in the order of the input; a row is a transaction, or with {@code mergeParts} a part
 * of one. Sessions are numbered by first appearance; within a session the order is that of the sequence numbers where
 * the input has them, else that of first appearance.
 */
final class TransactionLayout {
    private final HistoryBuilder.Input input;
    private final boolean mergeParts;

    /** With so many rows, several threads are worth it. */
    private static final int LARGE = 1 << 13;

    private final int rows;
    /** Session of each transaction in arrival order (arrival numbers are from 0). */
    private int[] sessionOfArrival;

    private int[] operationsOfArrival;
    /** The arrival number of each row's transaction; null if rows are transactions. */
    private int[] arrivalOfRow;

    private int arrivals;

    /** Where each piece of the input begins among all rows. */
    private final int[] firstRowOfPiece;

    private final int threads;

    TransactionLayout(HistoryBuilder.Input input, boolean mergeParts, int threads) {
        this.input = input;
        this.mergeParts = mergeParts;
        this.firstRowOfPiece = new int[input.pieces() + 1];
        for (int piece = 0; piece < input.pieces(); piece++) {
            firstRowOfPiece[piece + 1] = firstRowOfPiece[piece] + input.pieceEnd[piece] - input.pieceFirst[piece];
        }
        this.rows = firstRowOfPiece[input.pieces()];
        this.threads = rows < LARGE ? 1 : threads;
    }

    void layOut(HistoryColumns columns) throws BadHistoryException {
        SessionCounts counts = SessionCounts.of(input, firstRowOfPiece, mergeParts, threads);
        int[] arrival = counts == null ? arriveOneByOne(columns) : counts.arrive(columns);
        arrivals = arrival.length;
        orderBySequence(columns, arrival);
        columns.arrival = arrival;
        placeRows(columns, arrival);
        fillTransactions(columns);
    }

    /** The transaction of each arrival, in an order within sessions that sequence numbers may still change. */
    private int[] arriveOneByOne(HistoryColumns columns) throws BadHistoryException {
        collect(columns);
        int sessions = columns.sessionCode.length;
        int[] sessionFirst = new int[sessions + 1];
        for (int a = 0; a < arrivals; a++) {
            sessionFirst[sessionOfArrival[a] + 1]++;
        }
        sessionFirst[0] = 1;
        columns.sessionFirst = HistoryColumns.stretches(sessionFirst);
        int[] next = Arrays.copyOf(sessionFirst, sessions);
        int[] arrival = new int[arrivals];
        for (int a = 0; a < arrivals; a++) {
            arrival[a] = next[sessionOfArrival[a]]++;
        }
        return arrival;
    }

    /** The transaction and status of each row, and where operations begin. */
    private void placeRows(HistoryColumns columns, int[] arrival) {
        columns.session = new int[arrivals + 1];
        columns.session[0] = -1;
        for (int s = 0; s + 1 < columns.sessionFirst.length; s++) {
            Arrays.fill(columns.session, columns.sessionFirst[s], columns.sessionFirst[s + 1], s);
        }
        columns.firstOp = new int[arrivals + 2];
        columns.status = new byte[arrivals + 1];
        input.transaction = new int[input.segments.length][];
        for (int s = 0; s < input.segments.length; s++) {
            input.transaction[s] = new int[input.segments[s].transactions];
        }
        if (arrivalOfRow == null) {
            eachPiece(piece -> placeTransactions(columns, arrival, piece));
            HistoryColumns.stretches(columns.firstOp);
        } else {
            placeParts(columns, arrival);
        }
        int notCommitted = 0;
        for (byte status : columns.status) {
            notCommitted |= status;
        }
        columns.allCommitted = notCommitted == 0;
    }

    /** Where every row is a transaction: their statuses and lengths. */
    private void placeTransactions(HistoryColumns columns, int[] arrival, int piece) {
        int s = input.pieceSegment[piece];
        Segment segment = input.segments[s];
        int[] transaction = input.transaction[s];
        int r = firstRowOfPiece[piece];
        for (int row = input.pieceFirst[piece]; row < input.pieceEnd[piece]; row++, r++) {
            int t = arrival[r];
            transaction[row] = t;
            columns.status[t] = segment.status[row];
            columns.firstOp[t + 1] = segment.firstOp[row + 1] - segment.firstOp[row];
        }
    }

    /** Where rows are parts of transactions: also the places of each part's operations. */
    private void placeParts(HistoryColumns columns, int[] arrival) {
        for (int a = 0; a < arrivals; a++) {
            columns.firstOp[arrival[a] + 1] = operationsOfArrival[a];
        }
        HistoryColumns.stretches(columns.firstOp);
        input.destination = new int[input.segments.length][];
        for (int s = 0; s < input.segments.length; s++) {
            input.destination[s] = new int[input.segments[s].transactions];
        }
        int[] used = new int[arrivals];
        int r = 0;
        for (int piece = 0; piece < input.pieces(); piece++) {
            int s = input.pieceSegment[piece];
            Segment segment = input.segments[s];
            for (int row = input.pieceFirst[piece]; row < input.pieceEnd[piece]; row++, r++) {
                int a = arrivalOfRow[r];
                if (a >= 0) {
                    int t = arrival[a];
                    input.transaction[s][row] = t;
                    columns.status[t] = segment.status[row];
                    input.destination[s][row] = columns.firstOp[t] + used[a];
                    used[a] += segment.firstOp[row + 1] - segment.firstOp[row];
                }
            }
        }
    }

    @FunctionalInterface
    private interface PieceTask {
        void run(int piece);
    }

    /** One piece of the input after the other, or where every row is a transaction, several at once. */
    private void eachPiece(PieceTask task) {
        AtomicInteger next = new AtomicInteger();
        Workers.compute(arrivalOfRow == null ? threads : 1, worker -> {
            int piece;
            while ((piece = next.getAndIncrement()) < input.pieces()) {
                task.run(piece);
            }
        });
    }

    /** Sessions and, where parts are merged, transactions by id. */
    private void collect(HistoryColumns columns) throws BadHistoryException {
        LongIntMap sessions = new LongIntMap();
        ArrivalOfId arrivalOfId = mergeParts ? new ArrivalOfId() : null;
        int[][] sessionOf = new int[input.segments.length][];
        long[][] ownSessions = new long[input.segments.length][];
        for (int s = 0; s < sessionOf.length; s++) {
            ownSessions[s] = input.segments[s].sessions.keys();
            sessionOf[s] = new int[ownSessions[s].length];
            Arrays.fill(sessionOf[s], -1);
        }
        sessionOfArrival = new int[rows];
        operationsOfArrival = new int[rows];
        int r = 0;
        for (int c = 0; c < input.chunks(); c++) {
            int s = input.chunkSegment[c];
            Segment segment = input.segments[s];
            int end = input.endRow(c);
            for (int row = input.firstRow(c); row < end; row++, r++) {
                int own = segment.session[row];
                int session = sessionOf[s][own];
                if (session < 0) {
                    session = sessions.intern(input.code(s, ownSessions[s][own]));
                    sessionOf[s][own] = session;
                }
                int a = arrivals;
                if (mergeParts && segment.id.get(row) != Segment.NO_ID) {
                    a = arrivalOfId.find(input.code(s, segment.id.get(row)), arrivals);
                    if (a < arrivals) {
                        requireSession(c, s, row, a, session, sessions);
                    }
                }
                if (a == arrivals) {
                    arrivals++;
                    sessionOfArrival[a] = session;
                }
                operationsOfArrival[a] += segment.firstOp[row + 1] - segment.firstOp[row];
                if (arrivalOfRow == null && a != r) {
                    arrivalOfRow = new int[rows];
                    for (int before = 0; before < r; before++) {
                        arrivalOfRow[before] = before;
                    }
                }
                if (arrivalOfRow != null) {
                    arrivalOfRow[r] = a;
                }
            }
        }
        columns.sessionCode = sessions.keys();
        if (mergeParts) {
            dropEmpty();
        }
    }

    /**
     * The arrival number of each id. In most inputs new ids only grow, so that a sorted list of them is enough; a table is
     * made when that is not so.
     */
    private static final class ArrivalOfId {
        private final LongColumn ids = new LongColumn();
        private final LongColumn arrivals = new LongColumn();
        private int size;
        private long greatest = Long.MIN_VALUE;
        /** From id to its place in the list; null as long as ids grow. */
        private LongIntMap places;

        /** The arrival number of an id, which is {@code next} if the id is new. */
        int find(long id, int next) {
            if (places == null) {
                if (id > greatest || size == 0) {
                    greatest = id;
                    add(id, next);
                    return next;
                }
                int known = search(id);
                if (known >= 0) {
                    return (int) arrivals.get(known);
                }
                places = new LongIntMap();
                for (int i = 0; i < size; i++) {
                    places.intern(ids.get(i));
                }
            }
            int place = places.intern(id);
            if (place < size) {
                return (int) arrivals.get(place);
            }
            add(id, next);
            return next;
        }

        /** The place of an id in the sorted list, or -1; mostly it is the last one. */
        private int search(long id) {
            if (id == greatest) {
                return size - 1;
            }
            int low = 0;
            int high = size;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (ids.get(middle) < id) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low < size && ids.get(low) == id ? low : -1;
        }

        private void add(long id, int arrival) {
            ids.set(size, id);
            arrivals.set(size++, arrival);
        }
    }

    private void requireSession(int chunk, int s, int row, int a, int session, LongIntMap sessions)
            throws BadHistoryException {
        if (sessionOfArrival[a] != session) {
            Segment segment = input.segments[s];
            long[] names = sessions.keys();
            throw BadHistoryException.atLine(
                    input.chunkLine[chunk] + segment.line[row],
                    "transaction " + input.scalars.text(input.code(s, segment.id.get(row))) + " is in session "
                            + input.scalars.text(names[session]) + " here and in session "
                            + input.scalars.text(names[sessionOfArrival[a]])
                            + " before; a transaction id belongs to one session");
        }
    }

    /** A transaction of which nothing is left (it only wrote initial values) is no transaction. */
    private void dropEmpty() {
        int empty = 0;
        for (int a = 0; a < arrivals; a++) {
            empty += operationsOfArrival[a] == 0 ? 1 : 0;
        }
        if (empty == 0) {
            return;
        }
        int[] renumbered = new int[arrivals];
        int kept = 0;
        for (int a = 0; a < arrivals; a++) {
            renumbered[a] = operationsOfArrival[a] == 0 ? -1 : kept;
            if (operationsOfArrival[a] > 0) {
                sessionOfArrival[kept] = sessionOfArrival[a];
                operationsOfArrival[kept] = operationsOfArrival[a];
                kept++;
            }
        }
        arrivals = kept;
        int[] old = arrivalOfRow;
        arrivalOfRow = new int[rows];
        for (int r = 0; r < rows; r++) {
            arrivalOfRow[r] = renumbered[old == null ? r : old[r]];
        }
    }

    /** Where the input has sequence numbers, they decide the order within a session. */
    private void orderBySequence(HistoryColumns columns, int[] arrival) throws BadHistoryException {
        boolean any = false;
        for (Segment segment : input.segments) {
            any |= !segment.seq.isEmpty();
        }
        if (!any || mergeParts) {
            return;
        }
        long[] sequence = new long[arrivals + 1];
        long[] line = new long[arrivals + 1];
        int[] arrivalAt = new int[arrivals + 1];
        int r = 0;
        for (int c = 0; c < input.chunks(); c++) {
            int s = input.chunkSegment[c];
            Segment segment = input.segments[s];
            for (int row = input.firstRow(c); row < input.endRow(c); row++, r++) {
                int a = arrivalOfRow == null ? r : arrivalOfRow[r];
                int t = arrival[a];
                sequence[t] = segment.seq.get(row);
                line[t] = input.chunkLine[c] + segment.line[row];
                arrivalAt[t] = a;
            }
        }
        Gaps gaps = new Gaps();
        for (int session = 0; session < columns.sessionCode.length; session++) {
            int from = columns.sessionFirst[session];
            int to = columns.sessionFirst[session + 1];
            boolean sorted = true;
            boolean given = sequence[from] != LongColumn.ABSENT;
            for (int t = from; t < to; t++) {
                if ((sequence[t] != LongColumn.ABSENT) != given) {
                    throw BadHistoryException.atLine(
                            line[t],
                            "session " + input.scalars.text(columns.sessionCode[session])
                                    + " has transactions with and without \"seq\"; give it to all or to none");
                }
                sorted &= t == from || sequence[t - 1] < sequence[t];
            }
            if (!given) {
                continue;
            }
            if (sorted) {
                for (int t = from + 1; t < to; t++) {
                    gaps.look(t, sequence[t - 1], sequence[t]);
                }
                continue;
            }
            Integer[] byNumber = new Integer[to - from];
            for (int i = 0; i < byNumber.length; i++) {
                byNumber[i] = from + i;
            }
            Arrays.sort(byNumber, (a, b) -> Long.compare(sequence[a], sequence[b]));
            for (int i = 0; i < byNumber.length; i++) {
                int t = byNumber[i];
                if (i > 0 && sequence[t] == sequence[byNumber[i - 1]]) {
                    throw BadHistoryException.atLine(
                            Math.max(line[t], line[byNumber[i - 1]]),
                            "session " + input.scalars.text(columns.sessionCode[session])
                                    + " has two transactions with \"seq\" " + sequence[t]
                                    + "; each number may stand once in a session");
                }
                arrival[arrivalAt[t]] = from + i;
                if (i > 0) {
                    gaps.look(from + i, sequence[byNumber[i - 1]], sequence[t]);
                }
            }
        }
        columns.gaps = gaps.found();
    }

    /** Names, and the evidence that belongs to transactions: those columns that the input has. */
    private void fillTransactions(HistoryColumns columns) {
        columns.id = filled(segment -> segment.id, Segment.NO_ID, true);
        if (columns.id != null) {
            // parts of no transaction end up at the initial one
            columns.id[History.INITIAL] = Segment.NO_ID;
        }
        columns.begin = filled(segment -> segment.begin, LongColumn.ABSENT);
        columns.end = filled(segment -> segment.end, Long.MAX_VALUE);
        columns.clockBegin = filled(segment -> segment.clockBegin, Long.MIN_VALUE);
        columns.clockEnd = filled(segment -> segment.clockEnd, Long.MIN_VALUE);
        columns.startPhysical = filled(segment -> segment.startPhysical, LongColumn.ABSENT);
        columns.startLogical = filled(segment -> segment.startLogical, 0);
        columns.commitPhysical = filled(segment -> segment.commitPhysical, LongColumn.ABSENT);
        columns.commitLogical = filled(segment -> segment.commitLogical, 0);
        long[] order = filled(segment -> segment.order, Double.doubleToLongBits(Double.NaN));
        if (order != null) {
            columns.order = new double[order.length];
            for (int t = 0; t < order.length; t++) {
                columns.order[t] = Double.longBitsToDouble(order[t]);
            }
        }
    }

    private long[] filled(Function<Segment, LongColumn> of, long absent) {
        return filled(of, absent, false);
    }

    /**
     * A column by transaction, or null if no segment has it.
     *
     * @param codes whether it is one of codes
     */
    private long[] filled(Function<Segment, LongColumn> of, long absent, boolean codes) {
        boolean any = false;
        for (Segment segment : input.segments) {
            any |= !of.apply(segment).isEmpty();
        }
        if (!any) {
            return null;
        }
        long[] column = new long[arrivals + 1];
        if (absent != 0) {
            Arrays.fill(column, absent);
        }
        eachPiece(piece -> fill(piece, of.apply(input.segments[input.pieceSegment[piece]]), column, codes));
        return column;
    }

    private void fill(int piece, LongColumn from, long[] column, boolean codes) {
        int s = input.pieceSegment[piece];
        int[] transaction = input.transaction[s];
        for (int row = input.pieceFirst[piece]; row < input.pieceEnd[piece]; row++) {
            long value = from.get(row);
            if (value != LongColumn.ABSENT) {
                column[transaction[row]] = codes ? input.code(s, value) : value;
            }
        }
    }
}
