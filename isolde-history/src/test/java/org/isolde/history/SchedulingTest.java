package org.isolde.history;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A history depends on its input alone, however the chunks of the input were divided among threads. */
class SchedulingTest {
    private static final long SEED = Long.getLong("isolde.seed", 7);

    /** One stretch of the input. */
    private interface Chunk {
        void fill(Segment segment);
    }

    /** Reads chunks into segments: chunk {@code c} into segment {@code segmentOf[c]}. */
    private static History build(List<Chunk> chunks, int[] segmentOf, int segments) throws IOException {
        HistoryBuilder builder = new HistoryBuilder();
        Segment[] all = new Segment[segments];
        for (int s = 0; s < segments; s++) {
            all[s] = builder.segment();
        }
        for (int c = 0; c < segmentOf.length; c++) {
            Segment segment = all[segmentOf[c]];
            segment.chunk(c);
            chunks.get(c).fill(segment);
        }
        return builder.build();
    }

    private static byte[] bytes(History history) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryHistory.write(history, out);
        return out.toByteArray();
    }

    /** Every way to divide the chunks among three threads gives the same columns. */
    private static void sameForAllSchedules(List<Chunk> chunks, String message) throws IOException {
        byte[] expected = bytes(build(chunks, new int[chunks.size()], 1));
        int ways = (int) Math.pow(3, chunks.size());
        for (int way = 0; way < ways; way++) {
            int[] segmentOf = new int[chunks.size()];
            for (int c = 0, rest = way; c < segmentOf.length; c++, rest /= 3) {
                segmentOf[c] = rest % 3;
            }
            History history = build(chunks, segmentOf, 3);
            assertArrayEquals(expected, bytes(history), message + ", schedule " + way);
        }
    }

    @Test
    void versionLinesBeforeAnyOperation() throws IOException {
        Chunk versions = segment -> {
            for (int key = 9; key > 3; key--) {
                segment.versions(key, new long[] {1, 2});
            }
        };
        Chunk others = segment -> {
            segment.versions(1, new long[] {1});
            segment.versions(5, new long[] {2, 3});
            segment.begin(0, Segment.NO_ID, 0);
            segment.op(OpKind.WRITE, 2, 1);
            segment.op(OpKind.WRITE, 9, 1);
        };
        Chunk last = segment -> {
            segment.versions(20, new long[] {1});
            segment.versions(1, new long[] {4});
            segment.versions(10, new long[] {1});
        };
        sameForAllSchedules(List.of(versions, others, last), "version lines");
        History history = build(List.of(versions, others, last), new int[] {2, 1, 0}, 3);
        int[] keys = {9, 8, 7, 6, 5, 4, 1, 2, 20, 10};
        for (int key = 0; key < keys.length; key++) {
            assertEquals(keys[key], history.keyCode(key));
        }
    }

    @Test
    void randomChunksWithTexts() throws IOException {
        for (int i = 0; i < 40; i++) {
            long seed = SEED + i;
            List<Chunk> chunks = new Random(seed)
                    .longs(5)
                    .mapToObj(chunkSeed -> (Chunk) segment -> randomChunk(segment, new Random(chunkSeed)))
                    .toList();
            sameForAllSchedules(chunks, "seed " + seed);
        }
    }

    private static void randomChunk(Segment segment, Random random) {
        for (int i = random.nextInt(4); i > 0; i--) {
            segment.versions(name(segment, random), new long[] {name(segment, random), name(segment, random)});
        }
        for (int t = random.nextInt(4); t > 0; t--) {
            segment.begin(name(segment, random), name(segment, random), 0);
            for (int op = random.nextInt(4); op > 0; op--) {
                segment.op(
                        random.nextBoolean() ? OpKind.READ : OpKind.WRITE,
                        name(segment, random),
                        name(segment, random));
            }
            if (random.nextInt(5) == 0) {
                segment.dropTransaction();
            }
            if (random.nextInt(3) == 0) {
                segment.versions(name(segment, random), new long[] {name(segment, random)});
            }
        }
    }

    private static long name(Segment segment, Random random) {
        int number = random.nextInt(12);
        return number < 4 ? number : segment.scalars().text("n" + number);
    }

    /** Large enough that values are numbered in several parts, which are chosen by codes. */
    @Test
    void manyTextsInSeveralParts() throws IOException {
        Chunk[] chunks = new Chunk[6];
        for (int c = 0; c < chunks.length; c++) {
            int first = c;
            chunks[c] = segment -> {
                for (int i = 0; i < 6000; i++) {
                    segment.begin(i % 3, Segment.NO_ID, 0);
                    long value = segment.scalars().text("v" + (i * 7 + first) % 9000);
                    segment.op(i % 2 == 0 ? OpKind.READ : OpKind.WRITE, i % 50, value);
                }
            };
        }
        byte[] expected = bytes(build(List.of(chunks), new int[6], 1));
        assertArrayEquals(expected, bytes(build(List.of(chunks), new int[] {1, 0, 0, 1, 1, 0}, 2)));
        assertArrayEquals(expected, bytes(build(List.of(chunks), new int[] {2, 1, 0, 2, 1, 0}, 3)));
    }

    @Test
    void versionOrdersNameTheValuesOfTheirOwnKey() throws IOException {
        // one counter for all keys, and a version order of a value that another key has
        HistoryBuilder builder = new HistoryBuilder();
        Segment segment = builder.segment();
        segment.begin(0, Segment.NO_ID, 0);
        segment.op(OpKind.WRITE, 1, 1000);
        segment.op(OpKind.WRITE, 2, 1001);
        segment.versions(1, new long[] {1000, 1001});
        History history = builder.build();
        int[] chain = history.versionChain(0);
        assertEquals(history.value(0), chain[0]);
        assertEquals(History.NOBODY, history.writer(chain[1]));
        assertEquals(1001, history.valueCode(chain[1]));
    }
}
