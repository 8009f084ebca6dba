package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.app.monitor.MonitorPlan;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code --monitor} comes to, before anything is opened. */
class MonitorPlanTest {
    private static TestPlan plan(String db, Map<String, String> databaseOptions, String... options) throws Exception {
        Map<String, String> given = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            given.put(options[i], options[i + 1]);
        }
        return TestPlanner.plan(
                Target.parse(db, databaseOptions), Access.plain(), given, Path.of("runs"), List.of("isolde"));
    }

    private static String refused(String db, Map<String, String> databaseOptions, String... options) {
        return assertThrows(PlanException.class, () -> plan(db, databaseOptions, options))
                .getMessage();
    }

    @ParameterizedTest
    @CsvSource({
        "etcd, snapshot, SI",
        "etcd, serializable, SER",
        "rocksdb, snapshot, SI",
        "rocksdb, serializable, SER",
        "mongodb, snapshot, SI",
        "tidb, repeatable-read, SI",
        "cockroachdb, serializable, SER"
    })
    void theLevelFollowsFromTheClaim(String db, String isolation, Level level) throws Exception {
        TestPlan plan = plan(db, Map.of(), "monitor", "true", "isolation", isolation);
        assertEquals(new MonitorPlan(level, Duration.ofSeconds(2)), plan.monitor());
        assertTrue(plan.levels().contains(level), "the check decides it too");
    }

    @Test
    void withoutItNothingChanges() throws Exception {
        TestPlan plan = plan("etcd", Map.of());
        assertNull(plan.monitor());
        assertEquals(EnumSet.of(Level.SSER), plan.levels());
    }

    @Test
    void faultsTakeTime() throws Exception {
        TestPlan plan = plan("etcd", Map.of(), "monitor", "true", "fault", "pause", "fault-for", "3s");
        assertEquals(Duration.ofSeconds(5), plan.monitor().settle());
        plan = plan("etcd", Map.of(), "monitor", "true", "fault", "pause", "settle", "1s");
        assertEquals(Duration.ofSeconds(1), plan.monitor().settle());
    }

    @Test
    void aDatabaseWithoutTimestampsIsRefusedAndOthersAreNamed() {
        String message = refused("h2", Map.of(), "monitor", "true");
        assertTrue(message.startsWith("--monitor checks by the database's timestamps, and h2 at "), message);
        assertTrue(message.contains("etcd (snapshot, serializable)"), message);
        assertTrue(message.contains("rocksdb (snapshot, serializable)"), message);
        refused("rocksdb", Map.of(), "monitor", "true", "isolation", "read-committed");
        refused("rocksdb", Map.of("mode", "optimistic"), "monitor", "true");
        refused("yugabytedb", Map.of(), "monitor", "true");
    }

    @Test
    void settlingIsForMonitors() {
        assertEquals(
                "--settle is how long a monitor waits; give --monitor too", refused("etcd", Map.of(), "settle", "2s"));
        assertTrue(
                refused("etcd", Map.of(), "monitor", "true", "settle", "soon").contains("is no time"));
    }
}
