package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.app.replay.Outcome;
import org.isolde.app.replay.RecordedRun;
import org.isolde.app.replay.RecordedViolation;
import org.isolde.app.replay.ReplayJob;
import org.isolde.app.replay.ReplayPlan;
import org.isolde.app.replay.ReplayResult;
import org.isolde.check.Verdict;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.runner.RunStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What PostgreSQL's certificates show of predicates, end to end: phantoms and predicate write skew, and none where there are none. */
@Execution(ExecutionMode.CONCURRENT)
class PostgresPredicatesTest {
    @TempDir
    private Path folder;

    private static final class Silent implements TestListener {
        @Override
        public void opened(RunningDatabase database, RunFolder opened) {}

        @Override
        public void started(int number, RunStatistics statistics) {}

        @Override
        public void ran(int number) {}

        @Override
        public void checked(Round checked) {}
    }

    private Round round(String isolation, String levels, String mix) throws Exception {
        TestPlan plan = TestPlanner.plan(
                Target.parse("postgres:18.6", Map.of()),
                Access.plain(),
                Map.of(
                        "isolation", isolation,
                        "level", levels,
                        "workload", "predicate",
                        "mix", mix,
                        "transactions", "800"),
                folder,
                List.of("isolde", "test"));
        TestResult result = new TestJob(plan, new Silent()).run();
        assertNull(result.problem());
        Round round = result.rounds().get(0);
        assertTrue(round.run().certificate().holds(), round.run().certificate()::refusal);
        return round;
    }

    private static void assertVerdict(Class<?> kind, Round round, Level level) {
        Verdict verdict = round.check().verdicts().get(level);
        assertEquals(kind, verdict.getClass(), level + ": " + verdict);
    }

    @Test
    void readCommittedShowsPhantomsThatRowsAloneDoNot() throws Exception {
        Round round = round("read-committed", "g1,rr,ser", "phantoms");
        assertVerdict(Verdict.Violated.class, round, Level.SER);
        assertVerdict(Verdict.Satisfied.class, round, Level.RR);
        assertVerdict(Verdict.Satisfied.class, round, Level.G1);
        assertHappensAgain("read-committed");
    }

    /** What was found is replayed from the run's folder, on a server of its own. */
    private void assertHappensAgain(String isolation) throws Exception {
        Path run = folder.resolve("latest");
        assertTrue(Files.readString(run.resolve("finding-1/replay.sql")).contains("isolde_rows"));
        RecordedViolation violation = RecordedViolation.find(run, Set.of(Level.SER), null, RecordedRun.Given.NOTHING);
        Target target = Target.parse("postgres:18.6", Map.of());
        Database database = Databases.of(target);
        ReplayPlan plan = new ReplayPlan(
                violation,
                target,
                database,
                Access.plain(),
                Databases.isolation(database, target, isolation),
                true,
                true,
                Duration.ofSeconds(1),
                1,
                1);
        ReplayResult result = new ReplayJob(plan, what -> {}).run();
        assertEquals(Outcome.AGAIN, result.steps());
        assertTrue(result.execution().certificate().holds());
    }

    @Test
    void repeatableReadShowsPredicateWriteSkew() throws Exception {
        Round round = round("repeatable-read", "si,ser", "phantoms");
        assertVerdict(Verdict.Violated.class, round, Level.SER);
        assertVerdict(Verdict.Satisfied.class, round, Level.SI);
        assertHappensAgain("repeatable-read");
    }

    @Test
    void serializableIsSerializableWithPredicates() throws Exception {
        assertVerdict(Verdict.Satisfied.class, round("serializable", "ser", "hunt"), Level.SER);
    }
}
