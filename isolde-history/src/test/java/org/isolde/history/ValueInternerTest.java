package org.isolde.history;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Values of whole histories against a plain model: for every pair of key and value the list of its writes, in the order of
 * the input. Inputs come in several chunks and segments, and are numbered by one thread and by several.
 */
class ValueInternerTest {
    private static final long SEED = Long.getLong("isolde.seed", 11);
    /** Written by somebody under no key but that of the version orders. */
    private static final long IN_VERSIONS = 3;

    private enum Values {
        /** A counter for each key. */
        COUNTERS,
        /** One counter for all keys. */
        ONE_COUNTER,
        /** A few small numbers, which repeat. */
        FEW,
        /** Any numbers, texts and the extremes. */
        ANY
    }

    private record Operation(byte kind, long key, Object value, List<Object> list) {}

    private record Row(int session, Status status, List<Operation> operations) {}

    private record Pair(long key, Object value) {}

    private record Write(int place, Status status) {}

    private static final class Counters {
        private final Map<Long, Long> ofKey = new HashMap<>();
        private long ofAll;

        Object next(Values values, long key, Random random) {
            return switch (values) {
                case COUNTERS -> ofKey.merge(key, 1L, Long::sum);
                case ONE_COUNTER -> ++ofAll;
                case FEW -> (long) random.nextInt(30);
                case ANY ->
                    switch (random.nextInt(5)) {
                        case 0 -> "text " + random.nextInt(50);
                        case 1 -> Long.MAX_VALUE - 5 - random.nextInt(3);
                        case 2 -> Long.MIN_VALUE + random.nextInt(3);
                        case 3 -> -1L - random.nextInt(3);
                        default -> random.nextLong();
                    };
            };
        }
    }

    private static List<Row> rows(Random random, int count, Values values, boolean lists) {
        int keys = 1 + random.nextInt(30);
        Counters counters = new Counters();
        Map<Long, List<Object>> written = new HashMap<>();
        List<Row> rows = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            List<Operation> operations = new ArrayList<>();
            for (int i = random.nextInt(5); i > 0; i--) {
                long key = random.nextInt(keys);
                List<Object> known = written.computeIfAbsent(key, none -> new ArrayList<>());
                Object seen =
                        known.isEmpty() || random.nextInt(9) == 0 ? null : known.get(random.nextInt(known.size()));
                if (lists && random.nextInt(4) == 0) {
                    List<Object> list = new ArrayList<>();
                    for (int e = random.nextInt(4); e > 0 && !known.isEmpty(); e--) {
                        list.add(known.get(random.nextInt(known.size())));
                    }
                    operations.add(new Operation(
                            OpKind.LIST_READ, key, list.isEmpty() ? null : list.get(list.size() - 1), list));
                } else if (random.nextBoolean()) {
                    operations.add(new Operation(OpKind.READ, key, seen, null));
                } else {
                    Object value = counters.next(values, key, random);
                    known.add(value);
                    operations.add(new Operation(OpKind.WRITE, key, value, null));
                }
            }
            Status status = random.nextInt(4) > 0 ? Status.COMMITTED : Status.values()[random.nextInt(3)];
            rows.add(new Row(random.nextInt(6), status, operations));
        }
        return rows;
    }

    private static long code(Object value, Scalars scalars) {
        return value == null
                ? Scalars.NULL
                : value instanceof Long number ? scalars.number(number) : scalars.text((String) value);
    }

    /** Builds the history: chunks of rows, dealt to segments at random. */
    private static History build(List<Row> rows, Random random, int threads) throws IOException {
        HistoryBuilder builder = new HistoryBuilder(threads);
        Segment[] segments = new Segment[1 + random.nextInt(3)];
        for (int s = 0; s < segments.length; s++) {
            segments[s] = builder.segment();
        }
        int chunk = 0;
        for (int from = 0; from < rows.size(); chunk++) {
            Segment segment = segments[random.nextInt(segments.length)];
            segment.chunk(chunk);
            int to = Math.min(rows.size(), from + 1 + random.nextInt(rows.size()));
            for (; from < to; from++) {
                Row row = rows.get(from);
                segment.begin(row.session, from, 0);
                segment.status(row.status);
                for (Operation op : row.operations) {
                    if (op.list == null) {
                        segment.op(op.kind, op.key, code(op.value, segment.scalars()));
                    } else {
                        long[] elements = op.list.stream()
                                .mapToLong(value -> code(value, segment.scalars()))
                                .toArray();
                        segment.listRead(op.key, elements, elements.length);
                    }
                }
            }
            segment.versions(0, new long[] {IN_VERSIONS, segment.scalars().number(700 + chunk)});
        }
        return builder.build();
    }

    private static void sameAsModel(List<Row> rows, History history, String message) {
        int[] transactionOf = new int[rows.size()];
        for (int t = 1; t <= history.transactions(); t++) {
            transactionOf[(int) history.idCode(t)] = t;
        }
        Map<Pair, Integer> numbers = new HashMap<>();
        Map<Pair, List<Write>> writes = new LinkedHashMap<>();
        Set<Integer> repeated = new TreeSet<>();
        for (int r = 0; r < rows.size(); r++) {
            Row row = rows.get(r);
            int t = transactionOf[r];
            assertEquals(row.operations.size(), history.firstOp(t + 1) - history.firstOp(t), message);
            for (int i = 0; i < row.operations.size(); i++) {
                Operation op = row.operations.get(i);
                int place = history.firstOp(t) + i;
                assertEquals(op.kind, history.kind(place), message);
                assertEquals(op.key, history.keyCode(history.key(place)), message);
                sameValue(history, new Pair(op.key, op.value), history.value(place), numbers, message);
                if (op.list != null) {
                    int list = history.listOf(place);
                    assertEquals(op.list.size(), history.listFirst(list + 1) - history.listFirst(list), message);
                    for (int e = 0; e < op.list.size(); e++) {
                        int element = history.listElement(history.listFirst(list) + e);
                        sameValue(history, new Pair(op.key, op.list.get(e)), element, numbers, message);
                    }
                }
                if (op.kind == OpKind.WRITE) {
                    writes.computeIfAbsent(new Pair(op.key, op.value), none -> new ArrayList<>())
                            .add(new Write(place, row.status));
                }
            }
        }
        assertEquals(numbers.size(), numbers.values().stream().distinct().count(), message);
        numbers.forEach((pair, number) -> {
            List<Write> all = writes.getOrDefault(pair, List.of());
            Write writer = writer(all);
            assertEquals(writer == null ? -1 : writer.place, history.writeOp(number), message);
            assertEquals(
                    writer == null ? History.NOBODY : history.transactionOf(writer.place),
                    history.writer(number),
                    message);
            for (Write write : all) {
                if (write != writer && write.status != Status.ABORTED) {
                    repeated.add(write.place);
                }
            }
        });
        assertArrayEquals(repeated.stream().mapToInt(Integer::intValue).toArray(), history.repeatedWrites(), message);
        for (int chain = 0; chain < history.versionChains(); chain++) {
            int[] values = history.versionChain(chain);
            assertEquals(0, history.keyCode(history.versionChainKey(chain)), message);
            assertEquals(IN_VERSIONS, history.valueCode(values[0]), message);
            assertEquals(700 + chain, history.valueCode(values[1]), message);
            Write writer = writer(writes.getOrDefault(new Pair(0, 700L + chain), List.of()));
            assertEquals(writer == null ? -1 : writer.place, history.writeOp(values[1]), message);
        }
    }

    /** The first committed writer, else the first unknown one, else the first aborted one. */
    private static Write writer(List<Write> writes) {
        for (Status status : new Status[] {Status.COMMITTED, Status.UNKNOWN, Status.ABORTED}) {
            for (Write write : writes) {
                if (write.status == status) {
                    return write;
                }
            }
        }
        return null;
    }

    private static void sameValue(History history, Pair pair, int value, Map<Pair, Integer> numbers, String message) {
        if (pair.value == null) {
            assertEquals(0, value, message);
            return;
        }
        Integer known = numbers.putIfAbsent(pair, value);
        assertEquals(known == null ? value : known, value, message);
        assertEquals(pair.value.toString(), history.valueName(value), message);
    }

    private static void check(int rounds, int transactions) throws IOException {
        for (int i = 0; i < rounds; i++) {
            for (Values values : Values.values()) {
                long seed = SEED + i;
                Random random = new Random(seed);
                boolean lists = random.nextInt(3) == 0;
                List<Row> rows = rows(random, 1 + random.nextInt(transactions), values, lists);
                int threads = 1 + random.nextInt(4);
                String message = "seed " + seed + ", " + values + (lists ? ", lists, " : ", ") + threads + " threads";
                sameAsModel(rows, build(rows, random, threads), message);
            }
        }
    }

    @Test
    void smallHistories() throws IOException {
        check(150, 60);
    }

    /** Large enough for several parts and threads. */
    @Test
    void largeHistories() throws IOException {
        check(4, 60_000);
    }
}
