package org.isolde.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The layout of transactions against a plain model: sessions as lists, in the order of the input or of their numbers. */
class TransactionLayoutTest {
    private static final long SEED = Long.getLong("isolde.seed", 13);
    private static final int HISTORIES = 600;

    /** A row of the input, and how many operations it has; each writes its own number. */
    private record Row(int session, long id, long seq, Status status, int operations, int firstValue) {}

    /** A transaction: the rows that are its parts. */
    private record Expected(int session, long id, long seq, List<Row> parts) {
        Row last() {
            return parts.get(parts.size() - 1);
        }
    }

    private static List<Row> rows(Random random, boolean numbered, boolean parts) {
        int sessions = 1 + random.nextInt(6);
        int count = random.nextInt(60);
        Map<Integer, List<Long>> numbers = new HashMap<>();
        for (int s = 0; s < sessions; s++) {
            List<Long> shuffled = new ArrayList<>();
            for (long n = 0; n < count; n++) {
                shuffled.add(n * (1 + random.nextInt(2)) + (n > 0 ? shuffled.get((int) n - 1) : 0) + 1);
            }
            if (random.nextBoolean()) {
                Collections.shuffle(shuffled, random);
            }
            numbers.put(s, shuffled);
        }
        boolean growingIds = random.nextBoolean();
        int[] used = new int[sessions];
        List<Row> rows = new ArrayList<>();
        int value = 1;
        for (int i = 0; i < count; i++) {
            int session = random.nextInt(sessions);
            // an id belongs to one session
            long id = parts
                    ? (growingIds ? Math.max(0, i - random.nextInt(4)) : random.nextInt(30)) * (long) sessions + session
                    : i;
            long seq = numbered ? numbers.get(session).get(used[session]++) : -1;
            Status status = parts ? Status.COMMITTED : Status.values()[random.nextInt(3)];
            int operations = random.nextInt(4);
            rows.add(new Row(session, id, seq, status, operations, value));
            value += operations;
        }
        return rows;
    }

    private static History build(List<Row> rows, Random random, boolean parts) throws IOException {
        HistoryBuilder builder = new HistoryBuilder(1 + random.nextInt(3));
        if (parts) {
            builder.mergePartsById();
        }
        Segment[] segments = new Segment[1 + random.nextInt(3)];
        for (int s = 0; s < segments.length; s++) {
            segments[s] = builder.segment();
        }
        int chunk = 0;
        for (int from = 0; from < rows.size(); chunk++) {
            Segment segment = segments[random.nextInt(segments.length)];
            segment.chunk(chunk);
            for (int to = Math.min(rows.size(), from + 1 + random.nextInt(20)); from < to; from++) {
                Row row = rows.get(from);
                segment.begin(row.session, row.id, from + 1);
                segment.status(row.status);
                segment.displayTime(row.id, row.id * 2);
                if (row.seq >= 0) {
                    segment.seq(row.seq);
                }
                for (int op = 0; op < row.operations; op++) {
                    segment.op(OpKind.WRITE, 0, row.firstValue + op);
                }
            }
        }
        return builder.build();
    }

    /** Transactions in the order of the input. */
    private static List<Expected> arrivals(List<Row> rows, boolean parts) {
        Map<Long, Expected> byId = new LinkedHashMap<>();
        for (Row row : rows) {
            byId.computeIfAbsent(row.id, id -> new Expected(row.session, id, row.seq, new ArrayList<>()))
                    .parts
                    .add(row);
        }
        List<Expected> all = new ArrayList<>(byId.values());
        if (parts) {
            all.removeIf(t -> t.parts.stream().mapToInt(Row::operations).sum() == 0);
        }
        return all;
    }

    private static void sameAsModel(List<Row> rows, History history, boolean numbered, boolean parts, String message) {
        List<Expected> arrivals = arrivals(rows, parts);
        // also those sessions count of which nothing is left
        Map<Integer, List<Expected>> sessions = new LinkedHashMap<>();
        rows.forEach(row -> sessions.putIfAbsent(row.session, new ArrayList<>()));
        arrivals.forEach(t -> sessions.get(t.session).add(t));
        if (numbered && !parts) {
            sessions.values().forEach(list -> list.sort(Comparator.comparingLong(Expected::seq)));
        }
        assertEquals(sessions.size(), history.sessions(), message);
        assertEquals(arrivals.size(), history.transactions(), message);
        Map<Long, Integer> number = new HashMap<>();
        int t = 1;
        int session = 0;
        for (Map.Entry<Integer, List<Expected>> of : sessions.entrySet()) {
            assertEquals(t, history.firstTransaction(session), message);
            assertEquals((long) of.getKey(), history.sessionCode(session), message);
            Expected before = null;
            for (Expected expected : of.getValue()) {
                assertEquals(session, history.session(t), message);
                assertEquals(expected.id, history.idCode(t), message);
                assertEquals(expected.last().status, history.status(t), message);
                assertEquals(expected.id * 2, history.displayEnd(t), message);
                boolean gap = numbered && !parts && before != null && before.seq + 1 != expected.seq;
                assertEquals(gap, history.isAfterGap(t), message);
                int op = history.firstOp(t);
                for (Row part : expected.parts) {
                    for (int i = 0; i < part.operations; i++) {
                        assertEquals(part.firstValue + i, history.valueCode(history.value(op)), message);
                        assertEquals(t, history.writer(history.value(op)), message);
                        assertEquals(t, history.transactionOf(op), message);
                        op++;
                    }
                }
                assertEquals(op, history.firstOp(t + 1), message);
                number.put(expected.id, t++);
                before = expected;
            }
            session++;
        }
        assertEquals(t, history.firstTransaction(session), message);
        for (int place = 0; place < arrivals.size(); place++) {
            assertEquals(number.get(arrivals.get(place).id), history.arrival(place), message);
        }
    }

    @Test
    void sameAsTheModel() throws IOException {
        for (int i = 0; i < HISTORIES; i++) {
            long seed = SEED + i;
            Random random = new Random(seed);
            boolean numbered = random.nextBoolean();
            boolean parts = random.nextInt(3) == 0;
            List<Row> rows = rows(random, numbered, parts);
            sameAsModel(rows, build(rows, random, parts), numbered, parts, "seed " + seed);
        }
    }

    @Test
    void badNumbersAreNamedWithTheirLine() {
        Row first = new Row(0, 0, 5, Status.COMMITTED, 1, 1);
        Row same = new Row(0, 1, 5, Status.COMMITTED, 1, 2);
        Row without = new Row(0, 1, -1, Status.COMMITTED, 1, 2);
        BadHistoryException twice =
                assertThrows(BadHistoryException.class, () -> build(List.of(first, same), new Random(1), false));
        assertTrue(twice.problem().contains("two transactions with \"seq\" 5"), twice.problem());
        BadHistoryException some =
                assertThrows(BadHistoryException.class, () -> build(List.of(first, without), new Random(1), false));
        assertTrue(some.problem().contains("with and without \"seq\""), some.problem());
        Row elsewhere = new Row(1, 0, -1, Status.COMMITTED, 1, 2);
        BadHistoryException moved =
                assertThrows(BadHistoryException.class, () -> build(List.of(first, elsewhere), new Random(1), true));
        assertTrue(moved.problem().contains("a transaction id belongs to one session"), moved.problem());
    }
}
