package org.isolde.online.axiom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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
        bounded.write(out);
        assertTrue(out.size() < 4000, "bytes " + out.size());
    }
}
