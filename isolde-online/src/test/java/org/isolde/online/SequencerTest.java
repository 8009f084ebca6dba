package org.isolde.online;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SequencerTest {
    private static final long STEP = 50;

    private final AtomicLong time = new AtomicLong();

    private static Block block() {
        return new Block(JournalRecord.Kind.BLOCK, new byte[10], 10, null, -1, System.nanoTime());
    }

    /** It comes free when what is on its way is checked, and nothing is heard of the sender until then. */
    @Test
    void timeStandsForWhoWaitsForMemoryThatOthersOnTheirWayHave() throws Exception {
        Journal journal = new Journal(new Nowhere(), Path.of("nowhere"), JournalPosition.START, 1 << 20);
        Sequencer sequencer =
                new Sequencer(journal, new UptimeClock(0, STEP, Long.MAX_VALUE / 2, time::get), 1000, true);
        sequencer.start();
        Block first = block();
        sequencer.submit(first);
        Block second = block();
        Thread sender = new Thread(() -> {
            try {
                sequencer.submit(second);
            } catch (MonitorStoppedException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        sender.start();
        MonitorTest.await("the sender to wait", () -> sender.getState() == Thread.State.WAITING);
        Block taken = sequencer.nextToCheck(TimeUnit.SECONDS.toNanos(10));
        time.addAndGet(TimeUnit.SECONDS.toNanos(4));
        sequencer.checked(taken, true);
        sender.join();
        assertTrue(
                second.uptimeNanos - first.uptimeNanos <= 2 * STEP,
                "waited for " + (second.uptimeNanos - first.uptimeNanos));
        sequencer.checked(sequencer.nextToCheck(TimeUnit.SECONDS.toNanos(10)), true);
        sequencer.close();
    }
}
