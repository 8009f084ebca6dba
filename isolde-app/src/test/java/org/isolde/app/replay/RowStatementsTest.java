package org.isolde.app.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.isolde.history.History;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which statements are replayed, of what a history has of them. */
class RowStatementsTest {
    private static final String INSERTS =
            "[\"w\",\"t/1#1\",1,{\"id\":1,\"a\":3,\"b\":null}]," + "[\"w\",\"t/2#2\",2,{\"id\":2,\"a\":4,\"b\":7}]";

    @TempDir
    private Path folder;

    private Excerpt excerpt(String... transactions) throws Exception {
        return Recorded.excerpt(folder, transactions);
    }

    /** The statements of the last transaction, behind one that inserts two rows. */
    private List<String> statements(String operations) throws Exception {
        Excerpt excerpt = excerpt(Recorded.transaction(0, INSERTS, 0, 10), Recorded.transaction(1, operations, 20, 30));
        assertEquals(List.of(), excerpt.preparation());
        return excerpt.transactions().get(1).operations().stream()
                .map(Operation::request)
                .toList();
    }

    @Test
    void queriesAndAggregates() throws Exception {
        assertEquals(
                List.of("rows where a < 5", "count where a < 5", "sum of b where id = 2"),
                statements("[\"rp\",\"t\",\"a < 5\",[[\"t/1#1\",1],[\"t/2#2\",2]]],"
                        + "[\"rp\",\"t\",\"a < 5\",{\"count\":2}],[\"rp\",\"t\",\"id = 2\",{\"sum(b)\":7}]"));
    }

    @Test
    void anUpdateOfAllThatWasFound() throws Exception {
        String found = "[\"rp\",\"t\",\"a < 5\",[[\"t/1#1\",1],[\"t/2#2\",2]]],";
        assertEquals(
                List.of("set b = 9 where a < 5"),
                statements(found + "[\"w\",\"t/1#1\",5,{\"id\":1,\"a\":3,\"b\":9}],"
                        + "[\"w\",\"t/2#2\",5,{\"id\":2,\"a\":4,\"b\":9}]"));
        assertEquals(
                List.of("set a = a + 1 where a < 5"),
                statements(found + "[\"w\",\"t/1#1\",5,{\"id\":1,\"a\":4,\"b\":null}],"
                        + "[\"w\",\"t/2#2\",5,{\"id\":2,\"a\":5,\"b\":7}]"));
        assertEquals(List.of("delete where a < 5"), statements(found + "[\"d\",\"t/1#1\",5],[\"d\",\"t/2#2\",5]"));
    }

    @Test
    void aChangeOfTheKey() throws Exception {
        assertEquals(
                List.of("set id = 8 where id = 1", "rows where id = 8"),
                statements(
                        "[\"rp\",\"t\",\"id = 1\",[[\"t/1#1\",1]]],[\"w\",\"t/1#1\",5,{\"id\":8,\"a\":3,\"b\":null}],"
                                + "[\"rp\",\"t\",\"id = 8\",[[\"t/1#1\",5]]]"));
    }

    /** Two were found and one was changed: that was another statement, whose predicate read is not here. */
    @Test
    void aChangeOfSomeOfThemIsAStatementOfItsOwn() throws Exception {
        assertEquals(
                List.of("rows where a < 5", "insert (2, 6, 7), or overwrite it"),
                statements("[\"rp\",\"t\",\"a < 5\",[[\"t/1#1\",1],[\"t/2#2\",2]]],"
                        + "[\"w\",\"t/2#2\",5,{\"id\":2,\"a\":6,\"b\":7}]"));
    }

    /** It read version 1, and what it overwrote was version 4 of somebody else. */
    @Test
    void whatReplacedAnotherVersionDidNotFindIt() throws Exception {
        Excerpt excerpt = excerpt(
                Recorded.transaction(0, INSERTS, 0, 10),
                Recorded.transaction(2, "[\"w\",\"t/1#1\",4,{\"id\":1,\"a\":5,\"b\":null}]", 15, 18),
                Recorded.transaction(
                        1,
                        "[\"rp\",\"t\",\"id = 1\",[[\"t/1#1\",1]]],[\"w\",\"t/1#1\",5,{\"id\":1,\"a\":6,\"b\":null}]",
                        20,
                        30),
                "{\"versions\":{\"key\":\"t/1#1\",\"order\":[1,4,5]}}");
        assertEquals(
                List.of("set a = 5 where id = 1"),
                excerpt.transactions().get(1).operations().stream()
                        .map(Operation::request)
                        .toList());
        assertEquals(
                List.of("rows where id = 1", "set a = 6 where id = 1"),
                excerpt.transactions().get(2).operations().stream()
                        .map(Operation::request)
                        .toList());
    }

    /** The row that was changed before has its name by the version that it is inserted with here. */
    @Test
    void whatWasThereIsInserted() throws Exception {
        History history = Recorded.history(
                folder,
                Recorded.header("h2", "serializable", "ser"),
                Recorded.transaction(0, INSERTS, 0, 10),
                Recorded.transaction(
                        0,
                        "[\"rp\",\"t\",\"id = 1\",[[\"t/1#1\",1]]],[\"w\",\"t/1#1\",5,{\"id\":1,\"a\":6,\"b\":null}]",
                        20,
                        30),
                Recorded.transaction(1, "[\"rp\",\"t\",\"a > 0\",[[\"t/1#1\",5],[\"t/2#2\",2]]]", 40, 50));
        Excerpt excerpt = Excerpt.of(history, new int[] {3});
        assertEquals(
                List.of("insert (1, 6, null)", "insert (2, 4, 7)"),
                excerpt.preparation().stream().map(Operation::request).toList());
        assertEquals(
                "1#5, 2#2", excerpt.transactions().get(0).operations().get(0).answer());
    }

    /** As in a history of another tool. */
    @Test
    void rowsOfOthersAreNotKnown() throws Exception {
        for (String operations : List.of(
                "[\"w\",\"t/1\",1,{\"id\":1,\"a\":1,\"b\":1}]",
                "[\"w\",\"t/1#1\",1,{\"id\":1,\"a\":1}]",
                "[\"w\",\"t/1#1\",1,{\"id\":1,\"a\":1,\"c\":1}]",
                "[\"w\",\"t/1#1\",1,{\"id\":1,\"a\":\"x\",\"b\":1}]",
                "[\"w\",\"t/1#1\",1,{\"id\":1,\"a\":1,\"b\":1}],[\"rp\",\"t\",\"c = 1\",[]]",
                "[\"w\",\"t/1#1\",1,{\"id\":1,\"a\":1,\"b\":1}],[\"rp\",\"t\",\"a = 'x'\",[]]",
                "[\"w\",\"t/1#1\",1,{\"id\":1,\"a\":1,\"b\":1}],[\"rp\",\"u\",\"a = 1\",[]]")) {
            History history = Recorded.history(
                    folder, Recorded.header("h2", "read-committed", "ser"), Recorded.transaction(0, operations, 0, 10));
            assertFalse(RowStatements.areKnown(history), operations);
            NotReplayableException problem = assertThrows(NotReplayableException.class, () -> RecordedRun.of(history));
            assertTrue(problem.getMessage().contains("isolde explain"), problem.getMessage());
        }
    }
}
