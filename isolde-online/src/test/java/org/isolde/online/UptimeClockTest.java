package org.isolde.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Time counts while the monitor takes what comes, and by what gets through while it makes somebody wait. */
class UptimeClockTest {
    private static final long STEP = 50;
    private static final long MOST = 2_000_000;

    private long time = 1_000_000;
    private final UptimeClock clock = new UptimeClock(0, STEP, MOST, () -> time);

    private long after(long nanos) {
        time += nanos;
        return clock.next();
    }

    @Test
    void aWaitCountsTheSameHoweverLongItTakes() {
        assertEquals(100, after(100));
        clock.room().waits();
        assertEquals(140, after(40), "no more than a step");
        assertEquals(150, after(5_000), "a block of others may get through meanwhile");
        assertEquals(151, after(1_000_000));
        clock.room().goesOn();
        assertEquals(160, after(10), "and goes on where it was");
        clock.disk().waits();
        time += 5_000;
        clock.disk().goesOn();
        assertEquals(210, clock.next());
    }

    @Test
    void whileSomebodyWaitsTimeGoesByWithWhatGetsThrough() {
        clock.room().waits();
        for (int block = 1; block <= 100; block++) {
            time += 10_000;
            clock.room().passed();
            assertEquals(block * STEP, clock.next());
        }
        clock.disk().passed();
        assertEquals(100 * STEP + 1, clock.next(), "nobody waits there");
    }

    @Test
    void timeInWhichTheProcessStandsStillDoesNotCount() {
        assertEquals(MOST, after(MOST));
        assertEquals(2 * MOST, after(50 * MOST));
        for (int i = 0; i < 10; i++) {
            time += MOST;
            clock.runs();
        }
        assertEquals(12 * MOST, clock.next(), "it was running all the time");
        clock.room().waits();
        time += 50 * MOST;
        clock.room().goesOn();
        assertEquals(12 * MOST + STEP, clock.next(), "nothing is left out twice");
        assertEquals(12 * MOST + STEP + 10, after(10));
    }

    @Test
    void itStandsUntilTheLastOneGoesOn() {
        clock.disk().waits();
        clock.disk().waits();
        time += 1_000;
        clock.disk().goesOn();
        time += 1_000;
        clock.disk().goesOn();
        assertEquals(STEP, clock.next());
        assertEquals(STEP + 30, after(30));
    }

    @Test
    void itNeverGoesBackAndNeverRunsAhead() {
        Random random = new Random(5);
        int inRoom = 0;
        int atDisk = 0;
        long last = 0;
        long start = time;
        for (int i = 0; i < 100_000; i++) {
            time += random.nextInt(200);
            switch (random.nextInt(7)) {
                case 0 -> {
                    clock.room().waits();
                    inRoom++;
                }
                case 1 -> {
                    clock.disk().waits();
                    atDisk++;
                }
                case 2 -> clock.room().passed();
                case 3 -> clock.disk().passed();
                case 4 -> {
                    if (inRoom > 0) {
                        clock.room().goesOn();
                        inRoom--;
                    }
                }
                case 5 -> {
                    if (atDisk > 0) {
                        clock.disk().goesOn();
                        atDisk--;
                    }
                }
                default -> {
                    long now = clock.next();
                    assertTrue(now > last && now <= Math.max(last + 1, time - start), now + " after " + last);
                    last = now;
                }
            }
        }
    }
}
