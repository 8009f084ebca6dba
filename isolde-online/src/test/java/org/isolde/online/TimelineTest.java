package org.isolde.online;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;

/** What the chart of the page is made of. */
class TimelineTest {
    @Test
    void theLatestSamplesAreKeptAndTheirCountersAreThoseOfTheMonitor() throws Exception {
        long[] now = {1000};
        try (Monitor monitor = Monitor.open(
                        MonitorOptions.of(Level.SI).settle(Duration.ZERO).disk((folder, memory) -> new MemoryMap()));
                Timeline timeline = new Timeline(monitor::status, () -> now[0]++, 2)) {
            timeline.take();
            monitor.add(LiveTransaction.of("a", 0).timestamps(1, 2).write("x", 1));
            timeline.take();
            timeline.take();
            List<Map<String, Object>> samples = timeline.json();
            assertEquals(
                    List.of(1001L, 1002L),
                    samples.stream().map(sample -> sample.get("time")).toList());
            assertEquals(1L, samples.get(1).get("received"));
            assertEquals(0L, samples.get(1).get("violations"));
        }
    }
}
