package org.isolde.history;

import java.util.Arrays;

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

    private int rows;
    /** Session of each transaction in arrival order (arrival numbers are from 0). */
    private int[] sessionOfArrival;

    private int[] operationsOfArrival;
    /** The arrival number of each row's transaction; null if rows are transactions. */
    private int[] arrivalOfRow;

    private int arrivals;

    TransactionLayout(HistoryBuilder.Input input, boolean mergeParts) {
        this.input = input;
        this.mergeParts = mergeParts;
    }

    void layOut(HistoryColumns columns) throws BadHistoryException {
        for (Segment segment : input.segments) {
            rows += segment.transactions;
        }
        collect(columns);
        int sessions = columns.sessionCode.length;
        int[] sessionFirst = new int[sessions + 1];
        for (int a = 0; a < arrivals; a++) {
            sessionFirst[sessionOfArrival[a] + 1]++;
        }
        sessionFirst[0] = 1;
        for (int s = 0; s < sessions; s++) {
            sessionFirst[s + 1] += sessionFirst[s];
        }
        columns.sessionFirst = sessionFirst;

        int[] arrival = new int[arrivals];
        int[] next = Arrays.copyOf(sessionFirst, sessions);
        for (int a = 0; a < arrivals; a++) {
            arrival[a] = next[sessionOfArrival[a]]++;
        }
        orderBySequence(columns, arrival);
        columns.arrival = arrival;
        columns.session = new int[arrivals + 1];
        columns.session[0] = -1;
        int[] firstOp = new int[arrivals + 2];
        for (int a = 0; a < arrivals; a++) {
            columns.session[arrival[a]] = sessionOfArrival[a];
            firstOp[arrival[a] + 1] = operationsOfArrival[a];
        }
        sessionOfArrival = null;
        for (int t = 1; t < firstOp.length; t++) {
            firstOp[t] += firstOp[t - 1];
        }
        columns.firstOp = firstOp;
        placeRows(firstOp, arrival);
        fillTransactions(columns, arrival);
    }

    /** Where each row's operations begin in the history, and whose they are; by segment. */
    private void placeRows(int[] firstOp, int[] arrival) {
        int[][] destination = new int[input.segments.length][];
        int[][] transaction = new int[input.segments.length][];
        for (int s = 0; s < destination.length; s++) {
            destination[s] = new int[input.segments[s].transactions];
            transaction[s] = new int[input.segments[s].transactions];
        }
        int[] used = mergeParts ? new int[arrivals] : null;
        int r = 0;
        for (int c = 0; c < input.chunks(); c++) {
            int s = input.chunkSegment[c];
            Segment segment = input.segments[s];
            for (int row = input.firstRow(c); row < input.endRow(c); row++, r++) {
                int a = arrivalOfRow == null ? r : arrivalOfRow[r];
                if (a < 0) {
                    continue;
                }
                int t = arrival[a];
                transaction[s][row] = t;
                destination[s][row] = firstOp[t];
                if (used != null) {
                    destination[s][row] += used[a];
                    used[a] += segment.firstOp[row + 1] - segment.firstOp[row];
                }
            }
        }
        input.destination = destination;
        input.transaction = transaction;
    }

    /** Sessions and, where parts are merged, transactions by id. */
    private void collect(HistoryColumns columns) throws BadHistoryException {
        LongIntMap sessions = new LongIntMap(64);
        LongIntMap ids = mergeParts ? new LongIntMap(rows) : null;
        int[][] sessionOf = new int[input.segments.length][];
        long[][] ownSessions = new long[input.segments.length][];
        for (int s = 0; s < sessionOf.length; s++) {
            ownSessions[s] = input.segments[s].sessions.keys();
            sessionOf[s] = new int[ownSessions[s].length];
            Arrays.fill(sessionOf[s], -1);
        }
        sessionOfArrival = new int[rows];
        operationsOfArrival = new int[rows];
        arrivalOfRow = mergeParts ? new int[rows] : null;
        int r = 0;
        for (int c = 0; c < input.chunks(); c++) {
            int s = input.chunkSegment[c];
            Segment segment = input.segments[s];
            for (int row = input.firstRow(c); row < input.endRow(c); row++, r++) {
                int own = segment.session[row];
                int session = sessionOf[s][own];
                if (session < 0) {
                    session = sessions.intern(input.code(s, ownSessions[s][own]));
                    sessionOf[s][own] = session;
                }
                int a = arrivals;
                long id;
                if (mergeParts && (id = segment.id.get(row)) != Segment.NO_ID) {
                    int known = ids.size();
                    int number = ids.intern(input.code(s, id));
                    if (number == known) {
                        idArrival.set(number, a);
                    } else {
                        a = (int) idArrival.get(number);
                        if (sessionOfArrival[a] != session) {
                            throw BadHistoryException.atLine(
                                    input.chunkLine[c] + segment.line[row],
                                    "transaction " + input.scalars.text(input.code(s, id)) + " is in session "
                                            + input.scalars.text(input.code(s, ownSessions[s][own]))
                                            + " here and in session "
                                            + input.scalars.text(sessions.keys()[sessionOfArrival[a]])
                                            + " before; a transaction id belongs to one session");
                        }
                    }
                }
                if (a == arrivals) {
                    arrivals++;
                    sessionOfArrival[a] = session;
                }
                operationsOfArrival[a] += segment.firstOp[row + 1] - segment.firstOp[row];
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

    /** A transaction of which nothing is left (it only wrote initial values) is no transaction. */
    private void dropEmpty() {
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
        if (kept == arrivals) {
            return;
        }
        arrivals = kept;
        for (int r = 0; r < rows; r++) {
            arrivalOfRow[r] = renumbered[arrivalOfRow[r]];
        }
    }

    private final LongColumn idArrival = new LongColumn();

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
            if (!given || sorted) {
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
            }
        }
    }

    /** Status, names, and the evidence that belongs to transactions. */
    private void fillTransactions(HistoryColumns columns, int[] arrival) {
        byte[] status = new byte[arrivals + 1];
        boolean allCommitted = true;
        columns.id = column(s -> s.id, Segment.NO_ID);
        columns.begin = column(s -> s.begin, LongColumn.ABSENT);
        columns.end = column(s -> s.end, Long.MAX_VALUE);
        columns.clockBegin = column(s -> s.clockBegin, Long.MIN_VALUE);
        columns.clockEnd = column(s -> s.clockEnd, Long.MIN_VALUE);
        columns.startPhysical = column(s -> s.startPhysical, LongColumn.ABSENT);
        columns.startLogical = column(s -> s.startLogical, 0);
        columns.commitPhysical = column(s -> s.commitPhysical, LongColumn.ABSENT);
        columns.commitLogical = column(s -> s.commitLogical, 0);
        long[] order = column(s -> s.order, Double.doubleToLongBits(Double.NaN));
        int r = 0;
        for (int c = 0; c < input.chunks(); c++) {
            int s = input.chunkSegment[c];
            Segment segment = input.segments[s];
            for (int row = input.firstRow(c); row < input.endRow(c); row++, r++) {
                int a = arrivalOfRow == null ? r : arrivalOfRow[r];
                if (a < 0) {
                    continue;
                }
                int t = arrival[a];
                status[t] = segment.status[row];
                allCommitted &= status[t] == 0;
                if (columns.id != null && segment.id.get(row) != LongColumn.ABSENT) {
                    columns.id[t] = input.code(s, segment.id.get(row));
                }
                copy(segment.begin, row, columns.begin, t);
                copy(segment.end, row, columns.end, t);
                copy(segment.clockBegin, row, columns.clockBegin, t);
                copy(segment.clockEnd, row, columns.clockEnd, t);
                copy(segment.startPhysical, row, columns.startPhysical, t);
                copy(segment.startLogical, row, columns.startLogical, t);
                copy(segment.commitPhysical, row, columns.commitPhysical, t);
                copy(segment.commitLogical, row, columns.commitLogical, t);
                copy(segment.order, row, order, t);
            }
        }
        columns.status = status;
        columns.allCommitted = allCommitted;
        if (order != null) {
            columns.order = new double[order.length];
            for (int t = 0; t < order.length; t++) {
                columns.order[t] = Double.longBitsToDouble(order[t]);
            }
        }
    }

    private static void copy(LongColumn from, int row, long[] to, int t) {
        if (to != null) {
            long value = from.get(row);
            if (value != LongColumn.ABSENT) {
                to[t] = value;
            }
        }
    }

    private long[] column(java.util.function.Function<Segment, LongColumn> of, long absent) {
        for (Segment segment : input.segments) {
            if (!of.apply(segment).isEmpty()) {
                long[] column = new long[arrivals + 1];
                if (absent != 0) {
                    Arrays.fill(column, absent);
                }
                return column;
            }
        }
        return null;
    }
}
