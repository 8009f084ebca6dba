package org.isolde.app.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.isolde.check.AnomalyKind;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Violations that were recorded, executed again on databases in this JVM. */
@Timeout(120)
class ReplayJobTest {
    @TempDir
    private Path folder;

    private String target = "h2";
    private Map<String, String> options = Map.of();
    private boolean steps = true;
    private boolean race = true;
    private long tries = 200;

    private ReplayResult replay(String isolation, String level, String anomaly, String... transactions)
            throws Exception {
        return replayAt(isolation, isolation, level, anomaly, transactions);
    }

    private ReplayResult replayAt(
            String recorded, String isolation, String level, String anomaly, String... transactions) throws Exception {
        Path run = Recorded.run(folder, Recorded.header("h2", recorded, level), transactions);
        RecordedViolation violation = RecordedViolation.find(run, null, anomaly, RecordedRun.Given.NOTHING);
        Target where = Target.parse(target, options);
        Database database = Databases.of(where);
        ReplayPlan plan = new ReplayPlan(
                violation,
                where,
                database,
                Access.plain(),
                Databases.isolation(database, where, isolation),
                steps,
                race,
                Duration.ofSeconds(10),
                tries,
                1);
        return new ReplayJob(plan, what -> {}).run();
    }

    private static List<String> words(StepwiseExecution execution) {
        return execution.lines().stream()
                .map(line -> execution.schedule().excerpt().request(line.step())
                        + (line.reply() == null
                                ? " " + line.end()
                                : " " + line.reply().kind()))
                .toList();
    }

    @Test
    void aLostUpdateHappensAgainAtReadCommitted() throws Exception {
        ReplayResult result = replay("read-committed", "si", "lost-update", Recorded.LOST_UPDATE);
        assertEquals(Outcome.AGAIN, result.outcome());
        assertEquals(Outcome.AGAIN, result.steps());
        assertEquals(AnomalyKind.LOST_UPDATE, result.anomaly().kind());
        assertEquals(1, result.orders(), "the recorded order leads there");
        assertEquals(0, result.added());
        assertNull(result.race(), "no need");
    }

    /** Without a certificate: the rows that came back show it. */
    @Test
    void rowsAreReplayedToo() throws Exception {
        String found = "[\"rp\",\"t\",\"id = 1\",[[\"t/1#1\",1]]]";
        ReplayResult result = replay(
                "read-committed",
                "si",
                "lost-update",
                Recorded.transaction(0, "[\"w\",\"t/1#1\",1,{\"id\":1,\"a\":0,\"b\":null}]", 0, 10),
                Recorded.transaction(
                        1, found + "," + found + ",[\"w\",\"t/1#1\",2,{\"id\":1,\"a\":1,\"b\":null}]", 20, 40),
                Recorded.transaction(2, found + ",[\"w\",\"t/1#1\",3,{\"id\":1,\"a\":2,\"b\":null}]", 21, 41));
        assertEquals(
                Outcome.AGAIN, result.steps(), () -> words(result.execution()).toString());
        assertEquals(AnomalyKind.LOST_UPDATE, result.anomaly().kind());
        assertNull(result.race());
    }

    /** Without H2's cache of results, which lets races lose updates at SERIALIZABLE too. */
    @Test
    void aStrongerLevelPreventsIt() throws Exception {
        options = Map.of("OPTIMIZE_REUSE_RESULTS", "0");
        ReplayResult result = replayAt("read-committed", "serializable", "si", "lost-update", Recorded.LOST_UPDATE);
        assertEquals(Outcome.NOT, result.outcome());
        assertNull(result.anomaly());
        assertTrue(result.orders() > 10, "others were tried as well");
        assertEquals(200, result.race().tries());
        assertEquals(0, result.race().again());
        assertTrue(
                words(result.execution()).stream().anyMatch(line -> line.endsWith(" ABORTED")),
                () -> words(result.execution()).toString());
        assertTrue(words(result.execution()).contains("commit SKIPPED"));
    }

    @Test
    void runFreelyItHappensAgainToo() throws Exception {
        steps = false;
        ReplayResult result = replay("read-committed", "si", "lost-update", Recorded.LOST_UPDATE);
        assertEquals(Outcome.AGAIN, result.outcome());
        assertNull(result.execution());
        assertEquals(200, result.race().tries());
        assertTrue(result.race().again() > 0);
        assertTrue(result.race().first() >= 1 && result.race().first() <= 200);
        assertNotNull(result.race().excerpt());
        List<Step> order = result.race().seen().order();
        Excerpt seen = result.race().seen().excerpt();
        assertEquals(
                seen.transactions().stream()
                        .mapToInt(transaction -> transaction.endStep() + 1)
                        .sum(),
                order.size());
        for (int i = 1; i < order.size(); i++) {
            for (int before = 0; before < i; before++) {
                assertTrue(
                        order.get(before).transaction() != order.get(i).transaction()
                                || order.get(before).operation() < order.get(i).operation(),
                        "within a transaction as it was done");
            }
        }
    }

    /** By the recorded times they came one after the other, so no order of the steps lets both read the same. */
    @Test
    void aRaceTeachesTheSteps() throws Exception {
        ReplayResult result = replay(
                "read-committed",
                "si",
                "lost-update",
                Recorded.transaction(0, "[\"w\",1,1]", 0, 10),
                Recorded.transaction(1, "[\"r\",1,1],[\"w\",1,2]", 20, 40),
                Recorded.transaction(2, "[\"r\",1,1],[\"w\",1,3]", 50, 70));
        assertTrue(result.race().again() > 0, "in tries in which they don't wait for each other");
        assertTrue(result.learned());
        assertEquals(Outcome.AGAIN, result.steps());
        assertEquals(AnomalyKind.LOST_UPDATE, result.anomaly().kind());
    }

    @Test
    void writeSkewHappensAtH2sSerializable() throws Exception {
        assertEquals(
                Outcome.AGAIN,
                replay("serializable", "ser", null, Recorded.WRITE_SKEW).steps());
    }

    /** It needs the attempt that was aborted, and its prepared statements; what isn't needed is left out again. */
    @Test
    void theLostUpdateOfH2HappensAgainWithTheAttemptBeforeIt() throws Exception {
        target = "h2:2.5.252";
        race = false;
        ReplayResult result = replay("serializable", "si", "lost-update", Recorded.H2_STALE_RESULT);
        assertEquals(Outcome.AGAIN, result.steps());
        assertEquals(1, result.added());
        assertEquals(3, result.execution().schedule().excerpt().transactions().size());
    }

    @Test
    void andNotWithoutTheCacheOfResults() throws Exception {
        target = "h2:2.5.252";
        options = Map.of("OPTIMIZE_REUSE_RESULTS", "0");
        race = false;
        assertEquals(
                Outcome.NOT,
                replay("serializable", "si", "lost-update", Recorded.H2_STALE_RESULT)
                        .outcome());
    }

    /** The second writer of a row waits for the first, and is answered when that one commits. */
    @Test
    void aStepThatWaitsLetsTheOthersGoOn() throws Exception {
        ReplayResult result = replay(
                "read-committed",
                "si",
                "lost-update",
                Recorded.transaction(0, "[\"w\",1,1]", 0, 10),
                Recorded.transaction(1, "[\"r\",1,1],[\"w\",1,2],[\"r\",4,null]", 20, 1000),
                Recorded.transaction(2, "[\"r\",1,1],[\"w\",1,3]", 21, 41));
        assertEquals(Outcome.AGAIN, result.steps());
    }

    @Test
    void listsAreReplayed() throws Exception {
        race = false;
        ReplayResult result = replay(
                "read-committed",
                "si",
                null,
                Recorded.transaction(1, "[\"append\",1,1],[\"append\",2,2]", 10, 40),
                Recorded.transaction(2, "[\"r\",1,[]],[\"r\",2,[2]]", 0, 60));
        assertEquals(Outcome.AGAIN, result.steps());
        assertTrue(result.execution().schedule().excerpt().lists());
    }

    /** A database without SQL would go the same way: nobody is asked who waits. */
    @Test
    void whereTheDatabaseCantSayWhoWaitsTimeDecides() throws Exception {
        target = "hsqldb";
        race = false;
        ReplayResult result = replay("read-committed", "si", "lost-update", Recorded.LOST_UPDATE);
        assertEquals(Outcome.AGAIN, result.steps());
    }

    @Test
    void aRunWithoutViolationIsNotReplayed() throws Exception {
        Path run = Recorded.run(folder, Recorded.header("h2", "read-committed", "rc"), Recorded.LOST_UPDATE);
        NotReplayableException problem = assertThrows(
                NotReplayableException.class, () -> RecordedViolation.find(run, null, null, RecordedRun.Given.NOTHING));
        assertTrue(problem.getMessage().contains("no violation of rc"), problem.getMessage());
    }

    @Test
    void anAnomalyThatIsNotThereIsNamedWithThoseThatAre() throws Exception {
        Path run = Recorded.run(folder, Recorded.header("h2", "read-committed", "si"), Recorded.LOST_UPDATE);
        NotReplayableException problem = assertThrows(
                NotReplayableException.class,
                () -> RecordedViolation.find(run, null, "G1a", RecordedRun.Given.NOTHING));
        assertTrue(problem.getMessage().contains("LostUpdate"), problem.getMessage());
    }

    @Test
    void aDatabaseThatCantBeOpenedIsTold() {
        target = "jdbc:postgresql://127.0.0.1:1/none";
        DatabaseException problem = assertThrows(
                DatabaseException.class, () -> replay("read-committed", "si", "lost-update", Recorded.LOST_UPDATE));
        assertTrue(problem.getMessage().contains("can't connect"), problem.getMessage());
    }
}
