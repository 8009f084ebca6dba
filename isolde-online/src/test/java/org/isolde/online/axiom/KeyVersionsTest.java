package org.isolde.online.axiom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.Random;
import org.isolde.history.Scalars;
import org.junit.jupiter.api.Test;

/** A key forgets what nobody needs, and knows that it does. */
class KeyVersionsTest {
    private final Scalars scalars = new Scalars();
    private final Moments moments = new Moments(true);
    private KeyVersions key = new KeyVersions();

    private long write(long session, long seq, long start, long commit, long value) throws IOException {
        moments.set(start, 0, commit, 0, true, 0, seq);
        return key.write(
                moments, start, 0, session, scalars, new long[] {value}, 0, 1, false, 100, (a, b) -> {}, (a, b) -> {});
    }

    private KeyVersions.Answer read(long at, long seen) {
        moments.set(at, 0, at, 0, false, 0, 0);
        return key.judge(moments, 1, seen, false, 0, scalars);
    }

    @Test
    void whatIsForgottenIsOpenAndTheRestIsJudged() throws IOException {
        for (int i = 1; i <= 100; i++) {
            assertEquals(0, write(1, i, i * 10, i * 10 + 5, i));
        }
        key.forget(500);
        assertEquals(52, key.size());
        assertEquals(KeyVersions.Answer.RIGHT, read(500, 49));
        assertEquals(KeyVersions.Answer.WRONG, read(500, 48));
        assertEquals(KeyVersions.Answer.RIGHT, read(496, 49));
        assertEquals(KeyVersions.Answer.OPEN, read(400, 39));
        assertEquals(KeyVersions.Answer.OPEN, read(400, 11));
        assertTrue(write(2, 0, 100, 2000, 7) < 0, "whom it overlaps is forgotten in part");
        assertTrue(write(2, 1, 30, 31, 7) < 0, "nobody who can be judged sees it");
        assertEquals(KeyVersions.Answer.RIGHT, read(3000, 7));
    }

    /** What is asked from the mark on has the same answer whether or not what is before it was forgotten, and takes no more room the longer it goes on. */
    @Test
    void forgettingChangesNothingFromTheMarkOn() throws IOException {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        System.out.println("KeyVersionsTest: -Disolde.seed=" + seed);
        Random random = new Random(seed);
        KeyVersions whole = new KeyVersions();
        KeyVersions bounded = new KeyVersions();
        int most = 0;
        for (int i = 0; i < 20_000; i++) {
            long commit = i * 4L + random.nextInt(40);
            long start = Math.max(0, commit - random.nextInt(30));
            long session = random.nextInt(30) == 0 ? scalars.text("s" + i) : random.nextInt(50);
            long value = random.nextInt(30) == 0 ? scalars.text("v" + i) : i;
            long mark = i * 4L - 100;
            bounded.forget(mark);
            key = whole;
            long expected = write(session, i, start, commit, value);
            key = bounded;
            assertEquals(expected, write(session, i, start, commit, value), "seed " + seed);
            long at = mark + random.nextInt(150);
            long seen = random.nextBoolean() ? value : random.nextInt(i + 1);
            KeyVersions.Answer answer = read(at, seen);
            key = whole;
            assertEquals(read(at, seen), answer, "seed " + seed);
            most = Math.max(most, bounded.size());
        }
        assertTrue(most < 100, "versions " + most);
        Encoder out = new Encoder();
        Blocks blocks = new Blocks();
        bounded.write(out, blocks);
        long bytes = out.size()
                + blocks.values().stream().mapToLong(block -> block.length).sum();
        assertTrue(bytes < 4000, "bytes " + bytes);
    }

    /**
     * Blocks of a few versions, written down and read again at any time, answer as one block does that is never written; and nothing is left behind of what was
     * forgotten.
     */
    @Test
    void bordersOfBlocksMakeNoDifference() throws IOException {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        System.out.println("KeyVersionsTest.borders: -Disolde.seed=" + seed);
        for (int round = 0; round < 200; round++) {
            Random random = new Random(seed + round);
            KeyVersions whole = new KeyVersions(Integer.MAX_VALUE);
            int most = 2 + random.nextInt(4);
            KeyVersions parted = new KeyVersions(most);
            Blocks blocks = new Blocks();
            boolean lists = random.nextInt(4) == 0;
            long mark = Long.MIN_VALUE;
            for (int i = 0; i < 300; i++) {
                // several at the same time
                long commit = i + random.nextInt(30);
                long start = Math.max(0, commit - random.nextInt(10));
                long session = random.nextBoolean() ? scalars.text("s" + random.nextInt(20)) : random.nextInt(20);
                if (random.nextInt(20) == 0) {
                    mark = Math.max(mark, i - random.nextInt(30));
                    whole.forget(mark);
                    parted.forget(mark);
                }
                String context = "seed " + (seed + round) + " at " + i;
                long[] values = lists ? new long[] {i, i + 1_000_000} : new long[] {i};
                StringBuilder told = new StringBuilder();
                long pairs = write(whole, session, i, start, commit, values, lists, told);
                StringBuilder toldParted = new StringBuilder();
                long pairsParted = write(parted, session, i, start, commit, values, lists, toldParted);
                if (mark == Long.MIN_VALUE || start > mark) {
                    assertEquals(pairs, pairsParted, context);
                    assertEquals(told.toString(), toldParted.toString(), context);
                }
                if (random.nextInt(10) == 0) {
                    Encoder out = new Encoder();
                    parted.write(out, blocks);
                    parted = KeyVersions.read(new Decoder(out.toBytes()), blocks, most);
                    assertTrue(blocks.size() <= parted.size(), context + ": " + blocks.size());
                }
                long at = Math.max(mark, i - 20) + random.nextInt(40);
                long seen = random.nextInt(i + 1);
                key = whole;
                KeyVersions.Answer answer = read(at, seen);
                long there = key.there().value;
                key = parted;
                assertEquals(answer, read(at, seen), context);
                assertEquals(there, key.there().value, context);
                moments.set(at, 0, at, 0, false, 0, 0);
                if (lists) {
                    long[] list = whole.list(moments, 1, scalars);
                    assertArrayEquals(list, parted.list(moments, 1, scalars), context);
                    assertEquals(
                            KeyVersions.Answer.RIGHT, parted.judge(moments, 1, list, list.length, scalars), context);
                }
            }
        }
    }

    private long write(
            KeyVersions to,
            long session,
            long seq,
            long start,
            long commit,
            long[] values,
            boolean appended,
            StringBuilder told)
            throws IOException {
        moments.set(start, 0, commit, 0, true, 0, seq);
        return to.write(
                moments,
                start,
                0,
                session,
                scalars,
                values,
                0,
                values.length,
                appended,
                1000,
                (a, b) -> told.append(scalars.text(to.session(a, scalars)))
                        .append(':')
                        .append(b)
                        .append(' '),
                (a, b) -> told.append("tie ").append(b).append(' '));
    }

    /** Blocks in memory. */
    static final class Blocks extends HashMap<Long, byte[]> implements KeyVersions.Store {
        private static final long serialVersionUID = 1L;

        @Override
        public byte[] get(long block) {
            return super.get((Long) block);
        }

        @Override
        public void put(long block, byte[] record) {
            super.put(block, record);
        }

        @Override
        public void remove(long block) {
            super.remove((Long) block);
        }
    }
}
