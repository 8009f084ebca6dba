package org.isolde.app.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.app.replay.Judge.Judgement;
import org.isolde.check.AnomalyKind;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.certificate.CertificateSources;
import org.isolde.run.runner.StatementUse;
import org.isolde.run.scenario.Patience;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Statements on rows, executed again on a real PostgreSQL and judged by its certificate. */
@Timeout(120)
class PostgresRowReplayTest {
    private static final String FIRST = Recorded.transaction(
                    0,
                    "[\"w\",\"t/1#1\",1,{\"id\":1,\"a\":4,\"b\":null}],[\"w\",\"t/2#2\",2,{\"id\":2,\"a\":5,\"b\":1}]",
                    0,
                    10)
            .replaceFirst("\\}$", ",\"number\":10,\"snapshot\":{\"upto\":9}}");

    /** Both count rows, find one, and insert another. */
    private static final String[] WRITE_SKEW = {
        FIRST,
        marked(1, "[\"rp\",\"t\",\"a = 4\",{\"count\":1}],[\"w\",\"t/3#3\",3,{\"id\":3,\"a\":4,\"b\":2}]", 20, 11),
        marked(2, "[\"rp\",\"t\",\"a = 4\",[[\"t/1#1\",1]]],[\"w\",\"t/4#4\",4,{\"id\":4,\"a\":4,\"b\":3}]", 21, 12),
        "{\"versions\":{\"key\":\"t/1#1\",\"order\":[1]}}",
        "{\"versions\":{\"key\":\"t/2#2\",\"order\":[2]}}",
        "{\"versions\":{\"key\":\"t/3#3\",\"order\":[3]}}",
        "{\"versions\":{\"key\":\"t/4#4\",\"order\":[4]}}"
    };

    /** The same question twice, and a row that comes between. */
    private static final String[] PHANTOM = {
        FIRST,
        Recorded.transaction(
                1,
                "[\"rp\",\"t\",\"a = 4\",[[\"t/1#1\",1]],{\"snapshot\":{\"upto\":10}}],"
                        + "[\"rp\",\"t\",\"a = 4\",[[\"t/1#1\",1],[\"t/3#3\",3]],{\"snapshot\":{\"upto\":11}}]",
                20,
                40),
        Recorded.transaction(2, "[\"w\",\"t/3#3\",3,{\"id\":3,\"a\":4,\"b\":2}]", 25, 30)
                .replaceFirst("\\}$", ",\"number\":11}"),
        "{\"versions\":{\"key\":\"t/1#1\",\"order\":[1]}}",
        "{\"versions\":{\"key\":\"t/2#2\",\"order\":[2]}}",
        "{\"versions\":{\"key\":\"t/3#3\",\"order\":[3]}}"
    };

    private static Target target;
    private static Database database;
    private static RunningDatabase running;

    @TempDir
    private Path folder;

    private static String marked(int session, String operations, long begin, long number) {
        return Recorded.transaction(session, operations, begin, begin + 20)
                .replaceFirst("\\}$", ",\"number\":" + number + ",\"snapshot\":{\"upto\":10}}");
    }

    @BeforeAll
    static void start() throws Exception {
        Target plain = Target.parse("postgres:18.6", Map.of());
        database = Databases.of(plain);
        target = CertificateSources.of(database, plain, database.defaultIsolation(plain))
                .started(plain);
        running = database.open(target, Access.plain());
    }

    @AfterAll
    static void stop() {
        running.close();
    }

    private static Isolation isolation(String name) throws Exception {
        return Databases.isolation(database, target, name);
    }

    private RecordedViolation violation(String isolation, String... transactions) throws Exception {
        Path run = Recorded.run(folder, Recorded.header("postgres:18.6", isolation, "ser"), transactions);
        return RecordedViolation.find(run, null, null, RecordedRun.Given.NOTHING);
    }

    private static StepwiseExecution execute(
            RecordedViolation violation, Isolation isolation, CertificateSource certificates) throws Exception {
        ReplayDatabase on = new ReplayDatabase(
                running, isolation, violation.run().tables(), StatementUse.MIXED, Redaction.none(), certificates);
        try (StepwiseReplay replay = new StepwiseReplay(on, Patience.USUAL)) {
            return replay.run(Interleaving.of(violation.counterexample()), count -> 0);
        }
    }

    private static StepwiseExecution execute(RecordedViolation violation, String isolation) throws Exception {
        StepwiseExecution execution =
                execute(violation, isolation(isolation), CertificateSources.of(database, target, isolation(isolation)));
        assertTrue(
                execution.certificate().holds(), () -> execution.certificate().refusal());
        return execution;
    }

    private static Judgement judge(RecordedViolation violation, StepwiseExecution execution) throws Exception {
        return new Judge(violation.minimal().anomaly(), violation.levels()).judge(execution);
    }

    private static List<String> words(StepwiseExecution execution) {
        return execution.lines().stream()
                .map(line -> execution.schedule().excerpt().request(line.step()) + " -> "
                        + (line.reply() == null ? line.end() : line.reply().text()))
                .toList();
    }

    @Test
    void predicateWriteSkewHappensAgainAtRepeatableRead() throws Exception {
        RecordedViolation violation = violation("repeatable-read", WRITE_SKEW);
        StepwiseExecution execution = execute(violation, "repeatable-read");
        Judgement judgement = judge(violation, execution);
        assertEquals(Outcome.AGAIN, judgement.outcome(), () -> words(execution).toString());
        assertEquals(AnomalyKind.PREDICATE_WRITE_SKEW, judgement.anomaly().kind());
        assertTrue(
                words(execution).contains("count where a = 4 -> 1"),
                () -> words(execution).toString());
        assertTrue(
                words(execution).contains("insert (3, 4, 2) -> 3#3 (3, 4, 2)"),
                () -> words(execution).toString());
    }

    @Test
    void andNotAtSerializable() throws Exception {
        RecordedViolation violation = violation("repeatable-read", WRITE_SKEW);
        StepwiseExecution execution = execute(violation, "serializable");
        assertEquals(Outcome.NOT, judge(violation, execution).outcome());
        assertTrue(
                words(execution).stream().anyMatch(line -> line.endsWith("-> serialization failure (40001)")),
                () -> words(execution).toString());
    }

    @Test
    void aPhantomHappensAgainAtReadCommitted() throws Exception {
        RecordedViolation violation = violation("read-committed", PHANTOM);
        assertEquals(AnomalyKind.PHANTOM, violation.minimal().anomaly().kind());
        StepwiseExecution execution = execute(violation, "read-committed");
        Judgement judgement = judge(violation, execution);
        assertEquals(Outcome.AGAIN, judgement.outcome(), () -> words(execution).toString());
        assertEquals(AnomalyKind.PHANTOM, judgement.anomaly().kind());
    }

    @Test
    void andNotAtRepeatableRead() throws Exception {
        RecordedViolation violation = violation("read-committed", PHANTOM);
        assertEquals(
                Outcome.NOT,
                judge(violation, execute(violation, "repeatable-read")).outcome());
    }

    @Test
    void withoutACertificateNobodyCanTell() throws Exception {
        RecordedViolation violation = violation("read-committed", PHANTOM);
        StepwiseExecution execution = execute(violation, isolation("read-committed"), null);
        DatabaseException problem = assertThrows(DatabaseException.class, () -> judge(violation, execution));
        assertTrue(problem.getMessage().contains("certificate"), problem.getMessage());
        assertTrue(problem.getMessage().contains("--anomaly"), problem.getMessage());
    }

    /** The files need no replay. Its spec breaks serializability at REPEATABLE READ, and SERIALIZABLE prevents it. */
    @Test
    void theSpecDoesWhatItSays() throws Exception {
        RecordedViolation violation = violation("repeatable-read", WRITE_SKEW);
        List<Path> files = ReplayFiles.write(
                folder.resolve("bug"),
                violation.minimal().history(),
                violation.minimal().anomaly());
        String script = Files.readString(files.get(0));
        assertTrue(script.contains("select count(*) as result from isolde_rows where a = 4;"), script);
        assertTrue(script.contains("values (3, 4, 2, 3, '3#3') returning"), script);
        String text = Files.readString(files.get(1));
        execute(Spec.parse(text));
        Spec stronger = Spec.parse(text.replace("REPEATABLE READ", "SERIALIZABLE"));
        assertEquals(
                "40001",
                assertThrows(SQLException.class, () -> execute(stronger)).getSQLState());
    }

    private static void execute(Spec spec) throws Exception {
        Map<String, Connection> sessions = new HashMap<>();
        try (Connection first = running.connect(isolation("read-committed"))) {
            first.setAutoCommit(true);
            run(first, spec.setup);
            for (String step : spec.permutation) {
                String session = spec.sessions.get(step);
                if (!sessions.containsKey(session)) {
                    sessions.put(session, running.connect(isolation("read-committed")));
                    sessions.get(session).setAutoCommit(true);
                }
                run(sessions.get(session), List.of(spec.steps.get(step)));
            }
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
