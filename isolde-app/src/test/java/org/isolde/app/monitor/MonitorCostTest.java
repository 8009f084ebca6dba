package org.isolde.app.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.isolde.run.runner.RunStatistics;
import org.junit.jupiter.api.Test;

/** The cost in words and figures. */
class MonitorCostTest {
    private static RunStatistics.Snapshot committed(long transactions, double seconds) {
        return new RunStatistics.Snapshot(seconds, transactions, 0, 0, 0, 0, Map.of(), 0, 0, 0, 0);
    }

    @Test
    void less() {
        MonitorCost cost = new MonitorCost(committed(6_130, 5), committed(35_100, 30), committed(6_210, 5), 2);
        assertEquals("committed/s without the monitor 1,234, with it 1,170: 5.2% less", cost.sentence());
        assertEquals(1234.0, cost.json().get("committedPerSecondWithout"));
        assertEquals(1170.0, cost.json().get("committedPerSecondWith"));
        assertEquals(
                "Without it 1,226/s before and 1,242/s after, for 10.0 s in all. Monitor, clients, and a database that runs"
                        + " on this machine share its 2 cores.",
                cost.caveat());
        assertFalse(cost.isUncertain());
    }

    @Test
    void moreIsNoise() {
        MonitorCost cost = new MonitorCost(committed(400, 5), committed(3_300, 30), committed(600, 5), 2);
        assertEquals("committed/s without the monitor 100, with it 110: 10.0% more", cost.sentence());
        assertTrue(cost.isUncertain());
        assertTrue(cost.caveat().contains(" vary by more than the monitor costs"), cost.caveat());
    }
}
