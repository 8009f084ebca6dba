package org.isolde.app.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.isolde.app.replay.Judge.Judgement;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What was found by a database's timestamps is found again by those that it gives in the replay, and only by them. */
@Timeout(120)
class TimestampReplayTest {
    /** By the commit timestamps session 2 should have seen what session 1 wrote; by the values there is nothing wrong. */
    private static final String[] NOT_FROM_SNAPSHOT = {
        stamped(0, "[\"w\",1,1]", 0, 10, 0, 1),
        stamped(1, "[\"w\",1,2]", 30, 40, 1, 2),
        stamped(2, "[\"r\",1,1],[\"w\",2,3]", 20, 50, 1, 3)
    };

    @TempDir
    private Path folder;

    private static String stamped(int session, String operations, long begin, long end, long start, long commit) {
        return Recorded.transaction(session, operations, begin, end)
                .replace("\"begin\":", "\"start\":" + start + ",\"commit\":" + commit + ",\"begin\":");
    }

    private RecordedViolation violation() throws Exception {
        Path run = Recorded.run(folder, Recorded.header("rocksdb", "snapshot", "ser"), NOT_FROM_SNAPSHOT);
        return RecordedViolation.find(run, null, "EXT", RecordedRun.Given.NOTHING);
    }

    private ReplayResult replay(String name, String isolation) throws Exception {
        Target target = Target.parse(name, Map.of());
        Database database = Databases.of(target);
        return new ReplayJob(
                        new ReplayPlan(
                                violation(),
                                target,
                                database,
                                Access.plain(),
                                Databases.isolation(database, target, isolation),
                                true,
                                true,
                                Duration.ofSeconds(5),
                                50,
                                1),
                        what -> {})
                .run();
    }

    @Test
    void rocksdbDoesItAgainAtSnapshot() throws Exception {
        ReplayResult result = replay("rocksdb", "snapshot");
        assertEquals(Outcome.AGAIN, result.outcome());
        assertEquals(AnomalyKind.NOT_FROM_SNAPSHOT, result.anomaly().kind());
        assertEquals(1, result.orders(), "the recorded order leads there");
    }

    @Test
    void aDatabaseWithoutTimestampsCanNotTell() {
        DatabaseException refused = assertThrows(DatabaseException.class, () -> replay("h2", "read-committed"));
        assertTrue(refused.getMessage().contains("this database gives none"), refused.getMessage());
    }

    @Test
    void theSameKindOfEvidenceJudges() throws Exception {
        History stamped = Recorded.history(folder, Recorded.header("rocksdb", "snapshot", "ser"), NOT_FROM_SNAPSHOT);
        Anomaly byTimestamps = violation().minimal().anomaly();
        Judgement again = new Judge(byTimestamps, Set.of(Level.SER)).judge(stamped);
        assertEquals(Outcome.AGAIN, again.outcome());
        Path lost = Recorded.run(folder, Recorded.header("h2", "read-committed", "si"), Recorded.LOST_UPDATE);
        Anomaly byValues = RecordedViolation.find(lost, null, "lost-update", RecordedRun.Given.NOTHING)
                .minimal()
                .anomaly();
        Judgement not = new Judge(byValues, Set.of(Level.SER)).judge(stamped);
        assertEquals(Outcome.NOT, not.outcome(), "the values can be explained, so nothing happened");
    }
}
