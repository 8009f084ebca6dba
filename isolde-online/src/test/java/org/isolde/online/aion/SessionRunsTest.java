package org.isolde.online.aion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.isolde.online.axiom.SessionRuns;
import org.junit.jupiter.api.Test;

class SessionRunsTest {
    private static final SessionRuns.Missed NOBODY = (before, transaction) -> {};

    private final SessionRuns runs = new SessionRuns();

    private void add(long seq) {
        SessionRuns.Event event = new SessionRuns.Event(seq, seq, 0, 0);
        runs.add(seq, event, event, NOBODY);
    }

    @Test
    void whatHasComeIsKnownInAnyOrderOfArrivalAndOfClosing() {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            SessionRuns some = new SessionRuns();
            BitSet came = new BitSet();
            for (int i = 0; i < 60; i++) {
                int seq = random.nextInt(50);
                if (!some.contains(seq)) {
                    SessionRuns.Event event = new SessionRuns.Event(seq, seq, 0, 0);
                    some.add(seq, event, event, NOBODY);
                    came.set(seq);
                }
                int closed = random.nextInt(50);
                if (some.followsGap(closed)) {
                    some.closeGap(closed, true, NOBODY);
                }
                Encoder out = new Encoder();
                some.write(out);
                some = SessionRuns.read(new Decoder(out.toBytes()));
                for (int k = 0; k < 50; k++) {
                    assertEquals(came.get(k), some.contains(k), "seed " + seed + ", " + k + " of " + came);
                }
            }
        }
    }

    @Test
    void aSessionThatHasLostVeryManyTakesNoMoreMemoryForThem() {
        for (long seq = 0; seq <= 4L * SessionRuns.MOST_MISSING; seq += 2) {
            add(seq);
            if (runs.followsGap(seq)) {
                runs.closeGap(seq, true, NOBODY);
            }
        }
        assertEquals(32L * SessionRuns.MOST_MISSING, runs.bytes());
        assertTrue(runs.contains(1), "forgotten: it counts as come");
        assertFalse(runs.contains(4L * SessionRuns.MOST_MISSING - 1));
    }
}
