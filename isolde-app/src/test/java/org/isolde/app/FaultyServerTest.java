package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isolde.check.Conclusion;
import org.isolde.history.History;
import org.isolde.history.Status;
import org.isolde.run.runner.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that are killed or paused, on purpose or not: nothing that was recorded is lost, nothing wrong is reported. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class FaultyServerTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(Fault.Kind.class)
    void theRunGoesOnAfterAFault(Fault.Kind kind) throws Exception {
        Duration at = Duration.ofMillis(2000);
        Duration lasts = Duration.ofMillis(600);
        TestResult result = Trial.of("postgres:18.6", folder)
                .isolation("serializable")
                .fault(kind, at, lasts)
                .millis(5800)
                .satisfies();
        History history = History.read(result.rounds().get(0).history());
        String schedule = history.header().get("faults");
        assertEquals(
                "[{\"fault\":\"" + kind.text() + "\",\"node\":\"PostgreSQL 18.6\",\"at\":2.000000,\"lasts\":0.600000}]",
                schedule);
        long before = 0;
        long after = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            if (history.status(t) == Status.UNKNOWN) {
                assertEquals(Long.MAX_VALUE, history.end(t), "nobody knows when it ended");
            } else if (history.isCommitted(t)) {
                before += history.end(t) < at.toNanos() ? 1 : 0;
                after += history.begin(t) > at.plus(lasts).toNanos() ? 1 : 0;
            }
        }
        assertTrue(before > 0, "committed before the fault");
        assertTrue(after > 0, "committed after the fault");
        var statistics = result.rounds().get(0).run().statistics();
        long connectionsLost = statistics.reasons().entrySet().stream()
                .filter(reason -> reason.getKey().contains("connection lost")
                        || reason.getKey().contains("57P0"))
                .mapToLong(reason -> reason.getValue())
                .sum();
        if (kind == Fault.Kind.KILL) {
            assertTrue(connectionsLost > 0, statistics.reasons().toString());
        } else if (kind == Fault.Kind.PAUSE) {
            assertEquals(0, connectionsLost, statistics.reasons().toString());
        }
    }

    @Test
    void aServerThatGoesAwayEndsTheRunWithAWord() throws Exception {
        Trial trial =
                Trial.of("postgres:18.6", folder).isolation("serializable").millis(120_000);
        TestResult result = killedMeanwhile(trial);
        assertNotNull(result.problem());
        assertTrue(result.problem().startsWith("the database can't be reached any more: "), result.problem());
        assertEquals(Conclusion.SATISFIED, result.conclusion());
        Round round = result.rounds().get(0);
        assertTrue(round.run().statistics().committed() >= 200);
        assertEquals(
                round.run().statistics().committed(),
                committed(History.read(round.history())),
                "all that was committed is in the history");
        String verdict = Files.readString(result.folder().verdict());
        assertTrue(verdict.contains("\"problem\":\"the database can't be reached any more: "), verdict);
        assertTrue(verdict.contains("\"runEndedBy\""), verdict);
    }

    /** Kills the server once 200 transactions have been committed; the run has to end by itself. */
    private static TestResult killedMeanwhile(Trial trial) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<TestResult> running = thread.submit(trial::run);
            while (!running.isDone()
                    && (trial.statistics() == null || trial.statistics().committed() < 200)) {
                Thread.sleep(10);
            }
            trial.database().nodes().get(0).kill();
            return running.get();
        } finally {
            thread.shutdownNow();
        }
    }

    private static long committed(History history) {
        long count = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            count += history.isCommitted(t) ? 1 : 0;
        }
        return count;
    }
}
