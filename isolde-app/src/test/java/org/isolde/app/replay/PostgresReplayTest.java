package org.isolde.app.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.app.KeptOpen;
import org.isolde.run.Access;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Replays on a real PostgreSQL, which can say who waits, and the spec of isolationtester there. */
@Timeout(120)
class PostgresReplayTest {
    private static KeptOpen postgres;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        postgres = new KeptOpen("postgres:18.6");
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    private ReplayPlan plan(String isolation, String... transactions) throws Exception {
        Path run = Recorded.run(folder, Recorded.header("postgres:18.6", "repeatable-read", "ser"), transactions);
        return new ReplayPlan(
                RecordedViolation.find(run, null, null, RecordedRun.Given.NOTHING),
                postgres.target(),
                postgres,
                Access.plain(),
                Databases.isolation(postgres, postgres.target(), isolation),
                true,
                true,
                Duration.ofSeconds(10),
                50,
                1);
    }

    @Test
    void writeSkewHappensAgainAtRepeatableRead() throws Exception {
        ReplayResult result = new ReplayJob(plan("repeatable-read", Recorded.WRITE_SKEW), what -> {}).run();
        assertEquals(Outcome.AGAIN, result.steps());
        assertEquals(1, result.orders());
    }

    @Test
    void andNotAtSerializable() throws Exception {
        ReplayResult result = new ReplayJob(plan("serializable", Recorded.WRITE_SKEW), what -> {}).run();
        assertEquals(Outcome.NOT, result.outcome());
        assertEquals(50, result.race().tries());
        assertTrue(result.execution().lines().stream()
                .anyMatch(line -> line.reply() != null && line.reply().text().equals("serialization failure (40001)")));
    }

    /** Both write the same row before either commits. */
    @Test
    void aStepThatWaitsIsAnsweredLater() throws Exception {
        ReplayDatabase database = database();
        Excerpt excerpt = Recorded.excerpt(
                folder, Recorded.transaction(1, "[\"w\",1,1]", 0, 20), Recorded.transaction(2, "[\"w\",1,2]", 1, 21));
        List<Step> order = List.of(new Step(0, 0), new Step(1, 0), new Step(1, 1), new Step(0, 1));
        try (StepwiseReplay replay = new StepwiseReplay(database, org.isolde.run.scenario.Patience.USUAL)) {
            StepwiseExecution execution = replay.run(new Schedule(excerpt, order), count -> 0);
            List<StepwiseExecution.Line> lines = execution.lines();
            assertEquals(
                    List.of(1, 2, 4, 3),
                    lines.stream().map(StepwiseExecution.Line::number).toList());
            assertEquals(4, lines.get(1).waitedUntil(), "until the other one commits");
            assertTrue(lines.stream().allMatch(line -> line.reply().kind() == Reply.Kind.DONE));
            AnsweredSchedule told = AnsweredSchedule.executed(execution);
            assertEquals(
                    List.of(order.get(0), order.get(1), order.get(3), order.get(2)),
                    told.schedule().order());
            assertEquals("waits until step 3, then done", told.answers().get(order.get(1)));
        }
    }

    /** Each waits for the other, until the database ends one of them. */
    @Test
    void aDeadlockIsTakenDown() throws Exception {
        ReplayDatabase database = database();
        Excerpt excerpt = Recorded.excerpt(
                folder,
                Recorded.transaction(1, "[\"w\",1,1],[\"w\",2,2]", 0, 20),
                Recorded.transaction(2, "[\"w\",2,3],[\"w\",1,4]", 1, 21));
        List<Step> order =
                List.of(new Step(0, 0), new Step(1, 0), new Step(0, 1), new Step(1, 1), new Step(0, 2), new Step(1, 2));
        try (StepwiseReplay replay = new StepwiseReplay(database, org.isolde.run.scenario.Patience.USUAL)) {
            StepwiseExecution execution = replay.run(new Schedule(excerpt, order), count -> 0);
            List<String> replies = execution.lines().stream()
                    .map(line -> line.reply() == null
                            ? line.end().name()
                            : line.reply().text())
                    .toList();
            assertTrue(replies.contains("deadlock (40P01)"), replies.toString());
            assertTrue(replies.contains("SKIPPED"), replies.toString());
            AnsweredSchedule told = AnsweredSchedule.executed(execution);
            assertTrue(
                    told.answers().values().stream().anyMatch(answer -> answer.endsWith("fails: deadlock (40P01)")),
                    told.answers().toString());
            assertEquals(
                    List.of("commit", "rollback"),
                    told.schedule().order().stream()
                            .filter(step -> told.schedule().excerpt().operation(step) == null)
                            .map(told.schedule().excerpt()::request)
                            .sorted()
                            .toList());
        }
    }

    private static ReplayDatabase database() throws Exception {
        RunningDatabase running = postgres.open(postgres.target(), Access.plain());
        return new ReplayDatabase(
                running,
                readCommitted(),
                new RunningDatabase.Tables(3, false, false),
                org.isolde.run.runner.StatementUse.MIXED,
                org.isolde.run.Redaction.none(),
                null);
    }

    private static Isolation readCommitted() throws Exception {
        return Databases.isolation(postgres, postgres.target(), "read-committed");
    }

    @Test
    void theSpecDoesWhatItSays() throws Exception {
        ReplayPlan plan = plan("repeatable-read", Recorded.WRITE_SKEW);
        ReplayResult result = new ReplayJob(plan, what -> {}).run();
        List<Path> files = ReplayFiles.write(folder.resolve("bug"), plan, result);
        String text = Files.readString(files.get(1));
        assertTrue(text.contains("answered: 1"), text);
        execute(Spec.parse(text));
        Spec stronger = Spec.parse(text.replace("REPEATABLE READ", "SERIALIZABLE"));
        SQLException refused = assertThrows(SQLException.class, () -> execute(stronger));
        assertEquals("40001", refused.getSQLState());
    }

    /** Runs the permutation of a spec in which nothing waits. */
    private static void execute(Spec spec) throws Exception {
        RunningDatabase running = postgres.open(postgres.target(), Access.plain());
        Map<String, Connection> sessions = new HashMap<>();
        try (Connection first = running.connect(readCommitted())) {
            first.setAutoCommit(true);
            run(first, spec.teardown);
            run(first, spec.setup);
            for (String step : spec.permutation) {
                String session = spec.sessions.get(step);
                if (!sessions.containsKey(session)) {
                    sessions.put(session, running.connect(readCommitted()));
                    sessions.get(session).setAutoCommit(true);
                }
                run(sessions.get(session), List.of(spec.steps.get(step)));
            }
            assertFalse(sessions.isEmpty());
        } finally {
            for (Connection session : sessions.values()) {
                session.close();
            }
        }
    }

    private static void run(Connection connection, List<String> texts) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String text : texts) {
                statement.execute(text);
            }
        }
    }
}
