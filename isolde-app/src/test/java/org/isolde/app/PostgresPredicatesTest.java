package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isolde.check.Verdict;
import org.isolde.history.Level;
import org.isolde.run.Access;
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
    }

    @Test
    void repeatableReadShowsPredicateWriteSkew() throws Exception {
        Round round = round("repeatable-read", "si,ser", "phantoms");
        assertVerdict(Verdict.Violated.class, round, Level.SER);
        assertVerdict(Verdict.Satisfied.class, round, Level.SI);
    }

    @Test
    void serializableIsSerializableWithPredicates() throws Exception {
        assertVerdict(Verdict.Satisfied.class, round("serializable", "ser", "hunt"), Level.SER);
    }
}
