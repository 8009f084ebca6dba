package org.isolde.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isolde.history.Scalars;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.SessionRuns;
import org.junit.jupiter.api.Test;

/** The rule of the watermark: who holds it back, for how long, and that nobody does for ever. */
class SessionMarksTest {
    private static final long SETTLE = 100;
    private static final long RETAIN = 1000;

    private final Scalars scalars = new Scalars();
    private final Encoder encoder = new Encoder();
    private final Map<Name, SessionRuns> sessions = new HashMap<>();
    private SessionMarks marks = new SessionMarks(SETTLE, RETAIN, true);
    private long read = -1;

    private Name name(String session) {
        return Name.of(scalars.text(session), scalars, encoder);
    }

    private void came(String session, long seq, long commit, long now) {
        Name name = name(session);
        SessionRuns runs = sessions.computeIfAbsent(name, any -> new SessionRuns());
        SessionRuns.Event event = new SessionRuns.Event(seq, commit, 0, 0);
        runs.add(seq, event, event, (before, later) -> {});
        marks.came(name, runs, commit, now);
    }

    /** Listens up to a time, in steps that all count. */
    private long advance(long now) {
        long watermark = SessionMarks.NONE;
        do {
            read = read < 0 ? now : Math.min(now, read + SETTLE / 4);
            watermark = step(read);
        } while (read < now);
        return watermark;
    }

    private long step(long now) {
        marks.read(now);
        List<Name> due = new ArrayList<>();
        marks.overdue(due::add);
        for (Name name : due) {
            SessionRuns runs = sessions.get(name);
            for (long gap = runs.firstBehindGap();
                    gap >= 0 && gap < marks.gapsBefore(name);
                    gap = runs.firstBehindGap()) {
                runs.closeGap(gap, true, (before, later) -> {});
            }
            marks.closed(name, runs);
        }
        return marks.advance();
    }

    @Test
    void itStaysBeforeTheSlowestAndComesWhenANewOneHadTheTime() {
        came("a", 0, 1000, 0);
        came("b", 0, 500, 0);
        assertEquals(SessionMarks.NONE, advance(0));
        assertEquals(SessionMarks.NONE, advance(SETTLE - 1));
        came("a", 1, 9000, SETTLE - 1);
        came("b", 1, 600, SETTLE - 1);
        assertEquals(499, advance(SETTLE), "marks as they were when it began");
        came("b", 2, 8000, SETTLE + 1);
        assertEquals(499, advance(SETTLE + 1));
        came("a", 2, 9100, 2 * SETTLE);
        assertEquals(7999, advance(2 * SETTLE + 1));
    }

    @Test
    void itTellsHowManyItWaitsForAndHowFarItIsBehind() {
        assertEquals(-1, marks.lag());
        came("a", 0, 1000, 0);
        came("b", 0, 500, 0);
        advance(0);
        assertEquals(2, marks.liveSessions());
        assertEquals(-1, marks.lag());
        came("a", 1, 9000, SETTLE - 1);
        advance(SETTLE);
        assertEquals(1, marks.liveSessions());
        assertEquals(9000 - 499, marks.lag(), "b had 500 when it began");
        advance(2 * SETTLE);
        assertEquals(0, marks.liveSessions());
        assertEquals(0, marks.lag());
    }

    @Test
    void clocksThatAreFarApartDoNotHurt() {
        long skew = 1L << 40;
        for (int i = 0; i < 50; i++) {
            came("ahead", i, skew + i, i * 10);
            came("behind", i, i, i * 10);
            assertTrue(advance(i * 10) < i);
        }
    }

    @Test
    void aSilentSessionIsWaitedForAndThenNot() {
        came("a", 0, 10, 0);
        came("silent", 0, 5, 0);
        for (int now = 10; now < SETTLE; now += 10) {
            came("a", now / 10, 10 + now, now);
            assertTrue(advance(now) < 5);
        }
        came("a", 10, 1000, SETTLE);
        assertTrue(advance(SETTLE) < 1000);
        came("a", 11, 2000, SETTLE + 50);
        assertEquals(999, advance(2 * SETTLE), "those who go on are what counts");
        came("silent", 1, 1500, 2 * SETTLE);
        came("a", 12, 3000, 2 * SETTLE);
        advance(2 * SETTLE);
        came("silent", 2, 1600, 3 * SETTLE - 1);
        came("a", 13, 4000, 3 * SETTLE - 1);
        assertEquals(1599, advance(3 * SETTLE), "it is back, and holds");
    }

    @Test
    void whoEndsIsNotWaitedFor() {
        came("a", 0, 10, 0);
        came("ends", 0, 5, 0);
        advance(0);
        came("a", 1, 20, 50);
        marks.ended(name("ends"), sessions.get(name("ends")));
        advance(50);
        came("a", 2, 30, 50 + SETTLE / 2);
        assertEquals(19, advance(50 + SETTLE));
    }

    @Test
    void whenAllAreSilentAllIsFinal() {
        came("a", 0, 10, 0);
        came("b", 0, 70, 0);
        assertTrue(advance(SETTLE - 1) < 10);
        assertEquals(70, advance(SETTLE));
        assertFalse(marks.isLive());
        came("c", 0, 60, SETTLE + 1);
        assertTrue(marks.isLive());
        assertEquals(70, advance(SETTLE + 1), "it never goes back");
    }

    @Test
    void oneThatAppearsLateIsInTimeIfItCameWithinTheTime() {
        for (int now = 0; now < 10 * SETTLE; now += 10) {
            came("a", now / 10, 100 + now, now);
            long watermark = advance(now);
            if (now >= SETTLE) {
                assertTrue(watermark < 100 + now - SETTLE + 10, "whoever is delayed by less is not late");
            }
            if (now == 5 * SETTLE) {
                came("new", 0, 100 + now - SETTLE + 20, now);
            }
        }
    }

    @Test
    void aGapHoldsUntilItIsFilledOrItsTimeIsOver() {
        came("a", 0, 10, 0);
        came("a", 2, 30, 0);
        advance(0);
        came("a", 3, 40, SETTLE - 1);
        assertTrue(advance(SETTLE - 1) <= 9);
        came("a", 1, 20, SETTLE - 1);
        advance(SETTLE - 1);
        came("a", 4, 50, 2 * SETTLE - 2);
        assertEquals(39, advance(2 * SETTLE - 1), "it was filled");

        came("a", 6, 70, 2 * SETTLE);
        advance(2 * SETTLE);
        long now = 2 * SETTLE;
        for (int seq = 7; seq < 60; seq++) {
            now += 10;
            came("a", seq, 70 + seq, now);
            advance(now);
        }
        assertTrue(advance(now) > 70, "number 5 never came, and was given up");
    }

    @Test
    void oneThatIsJoinedInItsMiddleHoldsAllForTheTime() {
        came("a", 0, 1000, 0);
        came("b", 7, 900, 0);
        advance(0);
        came("a", 1, 1100, SETTLE / 2);
        assertEquals(SessionMarks.NONE, advance(SETTLE / 2));
        came("b", 6, 20, SETTLE / 2);
        came("b", 8, 950, SETTLE - 1);
        came("a", 2, 1200, SETTLE - 1);
        assertEquals(SessionMarks.NONE, advance(SETTLE - 1));
        advance(SETTLE);
        came("b", 9, 960, 2 * SETTLE - 2);
        came("a", 3, 1300, 2 * SETTLE - 2);
        assertEquals(949, advance(2 * SETTLE), "then it counts as it is");
    }

    @Test
    void whoIsSilentForLongIsForgotten() {
        came("a", 0, 10, 0);
        List<Name> forgotten = new ArrayList<>();
        advance(RETAIN - 1);
        marks.expire(forgotten::add);
        assertTrue(forgotten.isEmpty());
        advance(RETAIN);
        marks.expire(forgotten::add);
        assertEquals(List.of(name("a")), forgotten);
        assertEquals(0, marks.size());
    }

    @Test
    void withoutSessionOrderTimeAloneCounts() {
        marks = new SessionMarks(SETTLE, RETAIN, false);
        came("a", 0, 10, 0);
        came("b", 0, 500, 0);
        assertEquals(SessionMarks.NONE, advance(0));
        came("a", 1, 20, SETTLE - 1);
        assertEquals(500, advance(SETTLE));
    }

    @Test
    void aTimeInWhichNobodyListenedIsNoSilence() {
        came("a", 0, 1000, 0);
        came("b", 0, 500, 0);
        assertEquals(SessionMarks.NONE, step(0));
        assertEquals(SessionMarks.NONE, step(100 * SETTLE), "one step, however long, makes nobody silent");
        came("a", 1, 9000, 100 * SETTLE + 1);
        came("b", 1, 600, 100 * SETTLE + 1);
        assertEquals(SessionMarks.NONE, step(200 * SETTLE));
        assertEquals(2, marks.liveSessions());
    }

    @Test
    void whatWasOfferedLaterThanWhatIsReadIsNotSilentWhenThatHasComeToIt() {
        came("a", 0, 1000, 0);
        assertEquals(SessionMarks.NONE, step(0));
        // its own source is far ahead of another one
        came("a", 1, 2000, 50 * SETTLE);
        for (long now = 10; now <= 50 * SETTLE; now += 10) {
            step(now);
            assertEquals(1, marks.liveSessions(), "at " + now);
        }
        for (long now = 50 * SETTLE + 10; now <= 51 * SETTLE; now += 10) {
            step(now);
        }
        assertEquals(0, marks.liveSessions(), "then it is");
        assertEquals(2000, marks.advance());
    }

    /** Sessions come, go on, fall silent, end, lose numbers and come back at random: it never passes what is still to come in time, and never stands still. */
    @Test
    void nobodyIsPassedAndNobodyHoldsItForEver() {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        System.out.println("SessionMarksTest: -Disolde.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            marks = new SessionMarks(SETTLE, RETAIN, true);
            read = -1;
            sessions.clear();
            int count = 1 + random.nextInt(6);
            long[] seq = new long[count];
            long[] last = new long[count];
            long[] heard = new long[count];
            long[] sleeps = new long[count];
            long watermark = SessionMarks.NONE;
            long latest = 0;
            long[] latestAt = new long[1000];
            for (long now = 0; now < 5000; now += 5) {
                for (int s = 0; s < count; s++) {
                    if (now < sleeps[s]) {
                        continue;
                    }
                    if (random.nextInt(60) == 0) {
                        sleeps[s] = now + random.nextInt(700);
                        continue;
                    }
                    boolean returns = now - heard[s] >= SETTLE || seq[s] == 0;
                    // commits follow the time, with a skew for each; who was silent begins at what is new
                    long commit = Math.max(last[s] + 1, now + (returns ? SETTLE : s * 20L));
                    if (!returns) {
                        assertTrue(commit > watermark, "seed " + seed + ", round " + round);
                    }
                    seq[s] += random.nextInt(200) == 0 ? 2 : 1;
                    last[s] = commit;
                    heard[s] = now;
                    came("s" + s, seq[s] - 1, commit, now);
                    latest = Math.max(latest, commit);
                }
                long next = advance(now);
                assertTrue(next >= watermark);
                watermark = next;
                latestAt[(int) now / 5] = latest;
                if (now >= 5 * SETTLE) {
                    // gaps take twice the time at most, and being let out once; the rest is how far apart they are
                    long came = latestAt[(int) (now - 5 * SETTLE) / 5];
                    assertTrue(
                            came == 0 || watermark >= came - 300,
                            "seed " + seed + ": it stands at " + watermark + " at " + now);
                }
            }
        }
    }
}
