package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isolde.app.monitor.Agreement;
import org.isolde.app.monitor.Monitored;
import org.isolde.check.Conclusion;
import org.isolde.check.TimestampAxiom;
import org.isolde.history.Level;
import org.isolde.run.Databases;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.Target;
import org.isolde.run.runner.Fault;
import org.isolde.run.server.Programs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A test with a monitor: what it finds is what the check finds, and what it costs is told. */
@Timeout(120)
class MonitoredTestTest {
    // longer than any of these tests may stand still on a busy machine
    private static final Duration SETTLE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private Trial rocksdb(Level level) {
        return Trial.of("rocksdb", folder)
                .isolation(level == Level.SI ? "snapshot" : "serializable")
                .level(level)
                .transactions(5000)
                .monitor(level, SETTLE);
    }

    private static void assertAgrees(Round round) {
        Monitored monitored = round.monitored();
        assertNull(monitored.problem());
        assertEquals(
                Agreement.Kind.SAME,
                monitored.agreement().kind(),
                () -> monitored.agreement().sentence());
        assertEquals(
                round.run().statistics().committed(),
                monitored.status().counts().checked(),
                "all that were committed have been looked at");
        assertEquals(0, monitored.status().counts().openVerdicts());
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @CsvSource({"SI, mini", "SER, mini", "SI, list-append", "SER, lwt"})
    void aDatabaseThatIsRightIsFoundSo(Level level, String workload) throws Exception {
        TestResult result = rocksdb(level).workload(workload).satisfies();
        assertAgrees(result.shown());
        assertEquals(Conclusion.SATISFIED, result.shown().monitored().status().conclusion());
        Path made = result.folder().path();
        assertEquals(List.of("violations.jsonl"), names(made.resolve("monitor")));
        assertEquals("", Files.readString(made.resolve("monitor/violations.jsonl")));
        assertFalse(Files.exists(made.resolve("baseline.jsonl")), "what was only measured is not kept");
        JsonNode verdict = new ObjectMapper().readTree(result.folder().verdict().toFile());
        JsonNode cost = verdict.at("/monitor/cost");
        assertEquals(
                result.cost().perSecondWithout(),
                cost.get("committedPerSecondWithout").asDouble(),
                0.01);
        assertEquals(
                result.shown().run().statistics().committedPerSecond(),
                cost.get("committedPerSecondWith").asDouble(),
                0.01);
        assertTrue(cost.get("committedPerSecondWithout").asDouble() > 0);
        assertEquals(level.text(), verdict.at("/monitor/level").asText());
        assertEquals("same", verdict.at("/rounds/0/monitor/agreement").asText());
    }

    /** A snapshot that is said to be as old as can be, from before what it read was written. */
    @Test
    void wrongSnapshotsAreFoundByBoth() throws Exception {
        WrongClock database = new WrongClock(
                Databases.of(Target.parse("rocksdb", Map.of())), 20, right -> new Timestamps(1, right.commit()));
        Trial trial = Trial.of(database, Target.parse("rocksdb", Map.of()), folder)
                .isolation("snapshot")
                .level(Level.SI)
                .transactions(5000)
                .monitor(Level.SI, SETTLE);
        TestResult result = trial.run();
        assertNull(result.problem());
        assertEquals(Conclusion.VIOLATED, result.conclusion());
        assertAgrees(result.shown());
        Monitored monitored = result.shown().monitored();
        assertTrue(monitored.status().violations(TimestampAxiom.EXT) > 0);
        assertTrue(monitored.status().violations(TimestampAxiom.NOCONFLICT) > 0);
        assertEquals(monitored.status().violations(), trial.violations().size());
        Path file = result.folder().monitor(1).resolve("violations.jsonl");
        assertEquals(monitored.status().violations(), Files.readAllLines(file).size());
        assertEquals(result.monitorViolations(), monitored.status().violations());
    }

    @Test
    void commitsBeforeTheirSnapshotsAreFoundByBoth() throws Exception {
        WrongClock database = new WrongClock(
                Databases.of(Target.parse("rocksdb", Map.of())),
                50,
                right -> new Timestamps(right.commit() + 1, right.commit()));
        TestResult result = Trial.of(database, Target.parse("rocksdb", Map.of()), folder)
                .isolation("serializable")
                .level(Level.SER)
                .transactions(5000)
                .monitor(Level.SER, SETTLE)
                .run();
        assertEquals(Conclusion.VIOLATED, result.conclusion());
        assertAgrees(result.shown());
        assertTrue(result.shown().monitored().status().violations(TimestampAxiom.START_AFTER_COMMIT) > 0);
    }

    /** The run goes on, and is checked; that the monitor did not is told. */
    @Test
    void aMonitorThatStopsIsTold() throws Exception {
        WrongClock database = new WrongClock(Databases.of(Target.parse("rocksdb", Map.of())), 200, right -> null);
        TestResult result = Trial.of(database, Target.parse("rocksdb", Map.of()), folder)
                .isolation("snapshot")
                .level(Level.SI)
                .transactions(5000)
                .monitor(Level.SI, SETTLE)
                .run();
        assertTrue(result.problem().startsWith("the monitor has stopped: history.jsonl:"), result.problem());
        assertTrue(result.problem().contains("a committed transaction without \"start\""), result.problem());
        assertEquals(
                Agreement.Kind.NOT_COMPARED,
                result.shown().monitored().agreement().kind());
        assertTrue(result.shown().isChecked());
        assertEquals(List.of("violations.jsonl"), names(result.folder().monitor(1)));
    }

    /** Here somebody has changed the history in between. */
    @Test
    void aMonitorAndACheckThatDifferAreAnInternalError() throws Exception {
        Pattern start = Pattern.compile("\"start\":\\d+");
        TestResult result = rocksdb(Level.SI)
                .transactions(2000)
                .rounds(1000)
                .whenRan(made -> {
                    String text = Files.readString(made.history(1));
                    Files.writeString(made.history(1), start.matcher(text).replaceAll("\"start\":1"));
                })
                .run();
        assertTrue(
                result.problem()
                        .startsWith("round 1: internal error, which is a bug in Isolde: the monitor and the check"),
                result.problem());
        assertTrue(result.problem().contains(" differ at si: "), result.problem());
        assertTrue(result.rounds().size() < 1000, "no more rounds");
        assertEquals(0, result.monitorViolations());
        JsonNode verdict = new ObjectMapper().readTree(result.folder().verdict().toFile());
        assertEquals("different", verdict.at("/rounds/0/monitor/agreement").asText());
        assertEquals(result.problem(), verdict.get("problem").asText());
    }

    /** Ctrl-C while it is still measured without the monitor. */
    @Test
    void aTestThatIsStoppedBeforeItBeginsTellsThatNothingWasTested() throws Exception {
        Trial trial = rocksdb(Level.SI).transactions(1_000_000_000);
        TestJob job = new TestJob(trial.plan(), trial);
        trial.whenBaseline(job::stop);
        TestResult result = job.run();
        assertNull(result.cost());
        assertEquals(1, result.rounds().size());
        assertEquals(Conclusion.UNDECIDED, result.conclusion());
    }

    /** What was recorded before it failed is checked all the same. */
    @Test
    void aDatabaseThatFailsBehindTheRoundLosesNothing() throws Exception {
        try (KeptOpen database = new KeptOpen("rocksdb")) {
            // a warm-up, what is measured before, the round
            database.refuseTablesAfter(3);
            TestResult result = Trial.of(database, folder)
                    .isolation("snapshot")
                    .level(Level.SI)
                    .transactions(2000)
                    .monitor(Level.SI, SETTLE)
                    .run();
            assertTrue(result.problem().startsWith("the tables of the test can't be made: "), result.problem());
            assertNull(result.cost());
            assertAgrees(result.shown());
        }
    }

    @Test
    void everyRoundHasAMonitorOfItsOwn() throws Exception {
        TestResult result = rocksdb(Level.SI).transactions(2000).rounds(3).satisfies();
        assertEquals(3, result.rounds().size());
        for (Round round : result.rounds()) {
            assertAgrees(round);
            assertEquals(List.of("violations.jsonl"), names(result.folder().monitor(round.number())));
        }
        assertEquals(result.rounds().get(0).run().statistics(), result.cost().with(), "later ones run beside checks");
    }

    @Test
    void etcd() throws Exception {
        assumeTrue(Programs.isInstalled("etcd"), "etcd is not installed (apt-get install etcd-server)");
        TestResult result = Trial.of("etcd", folder)
                .isolation("serializable")
                .level(Level.SSER, Level.SER)
                .transactions(200)
                .monitor(Level.SER, SETTLE)
                .satisfies();
        assertAgrees(result.shown());
        assertNotNull(result.cost());
    }

    /** What faults do to the figures is not the monitor's doing. */
    @Test
    void faultsAreNoCostOfTheMonitor() throws Exception {
        assumeTrue(Programs.isInstalled("etcd"), "etcd is not installed (apt-get install etcd-server)");
        TestResult result = Trial.of("etcd", folder)
                .isolation("serializable")
                .level(Level.SSER, Level.SER)
                .millis(4000)
                .fault(Fault.Kind.KILL, Duration.ofSeconds(1), Duration.ofMillis(500))
                .monitor(Level.SER, SETTLE)
                .run();
        assertNull(result.problem());
        assertFalse(result.isViolated());
        assertAgrees(result.shown());
        assertNull(result.cost());
    }
}
