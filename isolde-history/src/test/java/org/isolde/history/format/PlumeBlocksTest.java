package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;
import org.isolde.history.Status;
import org.junit.jupiter.api.Test;

/** The text of Plume in blocks of any size, by any threads, is what a reader sees that takes a line after the other. */
class PlumeBlocksTest {
    private static final long SEED = Long.getLong("isolde.seed", 31);
    private static final int HISTORIES = 400;
    private static final Pattern LINE = Pattern.compile("([rw])\\((\\d+),(\\d+),(\\d+),(-1|\\d+)\\)\r?");

    private static History simply(String text) throws IOException {
        HistoryBuilder builder = new HistoryBuilder(1).mergePartsById().initialValue(0, new Scalars());
        Segment segment = builder.segment();
        int number = 0;
        for (String line : text.split("\n")) {
            number++;
            Matcher fields = LINE.matcher(line);
            assertEquals(true, fields.matches(), line);
            boolean aborted = fields.group(5).equals("-1");
            boolean write = fields.group(1).equals("w");
            long value = number(segment, fields.group(3));
            if (aborted && !write) {
                continue;
            }
            if (aborted) {
                segment.begin(segment.scalars().text(PlumeReader.ABORTED_SESSION), Segment.NO_ID, number);
                segment.status(Status.ABORTED);
            } else {
                segment.begin(number(segment, fields.group(4)), number(segment, fields.group(5)), number);
            }
            if (aborted || !write || value != 0) {
                segment.op(write ? OpKind.WRITE : OpKind.READ, number(segment, fields.group(2)), value);
            }
        }
        return builder.build();
    }

    private static long number(Segment segment, String digits) {
        return segment.scalars().unsigned(Long.parseUnsignedLong(digits));
    }

    private static History inBlocks(String text, int block, int threads) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (Source source = Source.of("input", new ByteArrayInputStream(bytes))) {
            return Format.PLUME.read(source.withThreads(threads).withBlocks(block));
        }
    }

    private static String text(Random random) {
        int sessions = 1 + random.nextInt(4);
        int keys = 1 + random.nextInt(20);
        // names of transactions grow, or begin anew in each session; some are longer than a few bytes
        boolean grow = random.nextBoolean();
        long firstName = random.nextInt(3) == 0 ? random.nextLong(1L << 62) : random.nextInt(100_000);
        int scatter = random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 0;
        String end = random.nextInt(4) == 0 ? "\r\n" : "\n";
        long[] counter = new long[keys];
        int kindOfValues = random.nextInt(3);
        StringBuilder text = new StringBuilder();
        for (int t = 0; t < 60; t++) {
            int session = grow ? random.nextInt(sessions) : t * sessions / 60;
            long name = firstName + (grow ? t : t % 7 * 100L + session + t / 7 * 1000L);
            name -= scatter == 0 ? 0 : random.nextInt(scatter) * (long) sessions;
            // a name belongs to one session
            session = scatter == 0 ? session : (int) Math.floorMod(name, (long) sessions);
            boolean aborted = random.nextInt(9) == 0;
            for (int op = random.nextInt(30) == 0 ? 50 : 1 + random.nextInt(6); op > 0; op--) {
                int key = random.nextInt(keys);
                boolean write = random.nextBoolean();
                counter[key] += write ? 1 : 0;
                long value = random.nextInt(9) == 0
                        ? random.nextInt(3)
                        : kindOfValues == 0
                                ? counter[key]
                                : (counter[key] * 31 + key) * (kindOfValues == 1 ? 1 : 0x9E3779B97F4A7C15L);
                text.append(write ? "w(" : "r(").append(key).append(',').append(Long.toUnsignedString(value));
                text.append(',')
                        .append(session)
                        .append(',')
                        .append(aborted ? -1 : name)
                        .append(')')
                        .append(end);
            }
        }
        return text.toString();
    }

    @Test
    void blocksOfAnySizeByAnyThreads() throws IOException {
        for (int i = 0; i < HISTORIES; i++) {
            long seed = SEED + i;
            Random random = new Random(seed);
            String text = text(random);
            byte[] expected = Histories.write(Format.ISOLDE_BINARY, simply(text));
            int block = 1 + random.nextInt(random.nextBoolean() ? 100 : 3000);
            int threads = 1 + random.nextInt(3);
            byte[] read = Histories.write(Format.ISOLDE_BINARY, inBlocks(text, block, threads));
            assertArrayEquals(expected, read, "seed " + seed + ", blocks of " + block + ", " + threads + " threads");
        }
    }

    /** A damaged line is told as it is where the whole text is one block. */
    @Test
    void damagedLinesOfAnyBlock() {
        int bad = 0;
        for (int i = 0; i < HISTORIES; i++) {
            long seed = SEED + i;
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder(text(random));
            for (int damage = 1 + random.nextInt(2); damage > 0; damage--) {
                int at = random.nextInt(text.length());
                text.setCharAt(at, "\n(),0-x\0 r".charAt(random.nextInt(10)));
            }
            String expected = outcome(text.toString(), 1 << 20, 1);
            int block = 1 + random.nextInt(300);
            assertEquals(expected, outcome(text.toString(), block, 2), "seed " + seed + ", blocks of " + block);
            bad += expected.isEmpty() ? 0 : 1;
        }
        assertEquals(true, bad > HISTORIES / 2, "most damages are noticed");
    }

    private static String outcome(String text, int block, int threads) {
        try {
            inBlocks(text, block, threads);
            return "";
        } catch (BadHistoryException e) {
            return e.getMessage();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void aZeroByteIsNoEndOfALine() {
        BadHistoryException bad = assertThrows(
                BadHistoryException.class, () -> inBlocks("w(1,1,0,-1)\nw(1,2\0\0\0\0\0\0\0\0\0\n", 1 << 20, 1));
        assertEquals(2, bad.line());
    }
}
