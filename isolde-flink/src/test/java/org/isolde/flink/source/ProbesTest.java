package org.isolde.flink.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** By when a message was there, and up to when all has been read, of what the broker was asked. */
class ProbesTest {
    private static final TopicPartition A = new TopicPartition("t", 0);
    private static final TopicPartition B = new TopicPartition("t", 1);

    private final Probes probes = new Probes();

    @Test
    void aReaderThatIsBehindKnowsUpToWhenItHasRead() {
        probes.add(1000, Map.of(A, 10L, B, 5L));
        probes.add(2000, Map.of(A, 20L, B, 5L));
        probes.add(3000, Map.of(A, 30L, B, 6L));
        assertEquals(Long.MIN_VALUE, probes.readBy(A, 9));
        assertEquals(2000, probes.readBy(B, 5), "nothing new had come there");
        assertEquals(1000, probes.offeredBy(A, 9, 9000));
        assertEquals(2000, probes.offeredBy(A, 10, 9000));
        assertEquals(3000, probes.offeredBy(A, 29, 9000));
        assertEquals(9000, probes.offeredBy(A, 30, 9000), "nobody has asked since: it may have come just now");
        assertEquals(2000, probes.readBy(A, 25));
        assertEquals(3000, probes.offeredBy(A, 29, 9000));
        assertEquals(3000, probes.readBy(A, 30));
        assertEquals(3000, probes.readBy(B, 6));
        assertEquals(Long.MIN_VALUE, probes.readBy(A, 31), "nothing is known beyond");
    }

    @Test
    void whatWasThereBeforeIsKnownByItsEnd() {
        assertEquals(0, probes.backlogEnd(A));
        probes.add(1000, Map.of(A, 10L));
        probes.add(2000, Map.of(A, 20L, B, 7L));
        assertEquals(10, probes.backlogEnd(A));
        assertEquals(1000, probes.backlogTime(A));
        assertEquals(7, probes.backlogEnd(B));
        assertEquals(2000, probes.backlogTime(B));
        assertEquals(Long.MIN_VALUE, probes.readBy(B, 7), "of the first time nothing is known of it");
        assertEquals(1000, probes.readBy(A, 19));
        assertEquals(2000, probes.readBy(B, 7));
    }

    @Test
    void aClockThatGoesBackIsNotBelieved() {
        probes.add(5000, Map.of(A, 10L));
        probes.add(1000, Map.of(A, 20L));
        assertEquals(5000, probes.offeredBy(A, 15, 900));
        assertEquals(5000, probes.readBy(A, 20));
    }

    @Test
    void oneThatIsFarBehindForgetsSomeAndStaysRight() {
        for (int i = 1; i <= 5000; i++) {
            probes.add(i * 100L, Map.of(A, (long) i));
        }
        long last = Long.MIN_VALUE;
        for (int position = 1; position <= 5000; position++) {
            long read = probes.readBy(A, position);
            assertEquals(true, read <= position * 100L, "it never says more than is so: " + position);
            last = Math.max(last, read);
        }
        assertEquals(500_000, last);
    }
}
