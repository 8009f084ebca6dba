package org.isolde.app.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.run.runner.StatementUse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken from a history to be executed again. */
class ExcerptTest {
    @TempDir
    private Path folder;

    private static List<String> requests(Excerpt excerpt, int transaction) {
        return excerpt.transactions().get(transaction).operations().stream()
                .map(Operation::request)
                .toList();
    }

    @Test
    void numbersStayAndTextsBecomeNumbers() throws Exception {
        Excerpt excerpt = Recorded.excerpt(
                folder,
                Recorded.transaction(1, "[\"w\",5,7],[\"w\",\"x'; drop\",\"y\"]", 0, 10),
                Recorded.transaction(2, "[\"r\",\"x'; drop\",\"y\"],[\"r\",5,7],[\"r\",6,null]", 20, 30));
        assertEquals(List.of("write 5 = 7", "write 7 = 8"), requests(excerpt, 0));
        assertEquals(List.of("read 7", "read 5", "read 6"), requests(excerpt, 1));
        assertEquals("8", excerpt.transactions().get(1).operations().get(0).answer());
        assertEquals("absent", excerpt.transactions().get(1).operations().get(2).answer());
        assertEquals(List.of(), excerpt.preparation());
    }

    @Test
    void aCompareAndSetIsOneOperation() throws Exception {
        Excerpt excerpt = Recorded.excerpt(
                folder,
                Recorded.transaction(1, "[\"cas\",1,null,2]", 0, 10),
                Recorded.transaction(2, "[\"cas\",1,2,3]", 20, 30),
                Recorded.transaction(3, "[\"cas-failed\",1,2]", 40, 50));
        assertEquals(List.of("set 1 = 2 if it is absent"), requests(excerpt, 0));
        assertEquals(List.of("set 1 = 3 if it is 2"), requests(excerpt, 1));
        KeyOperation failed =
                (KeyOperation) excerpt.transactions().get(2).operations().get(0);
        assertEquals(2, failed.expected());
        assertEquals("it was not", failed.answer());
    }

    @Test
    void whatWasThereBeforeIsPrepared() throws Exception {
        History history = Recorded.history(
                folder,
                Recorded.header("h2", "serializable", "ser"),
                Recorded.transaction(0, "[\"w\",1,1],[\"append\",9,4],[\"append\",9,5]", 0, 10),
                Recorded.transaction(1, "[\"r\",1,1],[\"w\",1,2],[\"r\",9,[4,5]]", 20, 30),
                Recorded.transaction(2, "[\"r\",1,2],[\"r\",2,null]", 40, 50));
        Excerpt part = Excerpt.of(history, new int[] {2, 3});
        assertEquals(
                List.of("write 1 = 1", "append 4 to 9", "append 5 to 9"),
                part.preparation().stream().map(Operation::request).toList());
        assertEquals(List.of(), Excerpt.of(history).preparation());
    }

    @Test
    void aTransactionCanBeLeftOut() throws Exception {
        Excerpt excerpt = Recorded.excerpt(folder, Recorded.LOST_UPDATE);
        Excerpt fewer = excerpt.without(0);
        assertEquals(2, fewer.clients().size());
        assertEquals(2, fewer.transactions().size());
        assertEquals(
                List.of("write 1 = 1"),
                fewer.preparation().stream().map(Operation::request).toList());
        assertEquals(1, fewer.transactions().get(1).client());
    }

    @Test
    void theHeaderSaysHowItWasRecorded() throws Exception {
        RecordedRun run = RecordedRun.of(Recorded.history(
                folder,
                "{\"isolde\":1,\"database\":\"PostgreSQL 18.6\",\"target\":\"postgres:18.6\",\"databaseOptions\":"
                        + "{\"deadlock_timeout\":\"1s\"},\"isolation\":\"repeatable-read\",\"levels\":[\"si\",\"ser\"],"
                        + "\"tables\":5,\"secondaryIndex\":true,\"retries\":2,\"statements\":\"per-key\"}",
                Recorded.LOST_UPDATE));
        assertEquals("postgres:18.6", run.target());
        assertEquals(Map.of("deadlock_timeout", "1s"), run.options());
        assertEquals(Set.of(Level.SI, Level.SER), run.levels());
        assertEquals(5, run.tables().count());
        assertTrue(run.tables().secondaryIndex());
        assertEquals(StatementUse.PER_KEY, run.statements());
        assertEquals(2, run.retries());
        assertFalse(run.isRedacted());
    }

    @Test
    void aUrlWithoutItsPasswordIsRedacted() throws Exception {
        RecordedRun run = RecordedRun.of(Recorded.history(
                folder,
                Recorded.header("jdbc:postgresql://me:***@host/db", "serializable", "ser"),
                Recorded.LOST_UPDATE));
        assertTrue(run.isRedacted());
    }

    /** After a lost answer session 3 of eight goes on as session 12. */
    @Test
    void aSessionKeepsItsNumber() throws Exception {
        Excerpt excerpt = Recorded.excerpt(
                folder, Recorded.transaction(3, "[\"w\",1,1]", 0, 10), Recorded.transaction(12, "[\"w\",1,2]", 20, 30));
        assertEquals(3, excerpt.clients().get(0).number());
        assertEquals(3, excerpt.clients().get(1).number());
    }

    @Test
    void aHistoryOfElsewhereIsRefused() throws Exception {
        History history = Recorded.history(folder, "{\"isolde\":1}", Recorded.LOST_UPDATE);
        NotReplayableException problem = assertThrows(NotReplayableException.class, () -> RecordedRun.of(history));
        assertTrue(problem.getMessage().contains("--db postgres:18.6 --isolation serializable"), problem.getMessage());
    }

    /** The attempt just before in the same session, and whoever used the same keys meanwhile; nobody else. */
    @Test
    void whoWasAround() throws Exception {
        History history = Recorded.history(
                folder,
                Recorded.header("h2", "serializable", "ser"),
                Recorded.transaction(1, "[\"w\",1,1]", 0, 10),
                Recorded.aborted(1, "[\"r\",8,null]", 12, 15),
                Recorded.transaction(1, "[\"r\",1,1],[\"w\",1,2]", 20, 40),
                Recorded.transaction(2, "[\"r\",1,1]", 30, 45),
                Recorded.transaction(3, "[\"w\",8,3]", 30, 45),
                Recorded.transaction(4, "[\"r\",1,2]", 50, 55));
        int last = 3;
        assertEquals(
                List.of(2, 3, 4),
                java.util.Arrays.stream(NearbyTransactions.around(history, new int[] {last}))
                        .boxed()
                        .toList());
    }
}
