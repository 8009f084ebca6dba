package org.isolde.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session over JDBC records what its transactions read and wrote, and how they ended. */
class JdbcSessionTest {
    private static final String READ = "SELECT version FROM item WHERE id = ?";
    private static final String INSERT = "INSERT INTO item VALUES (?, ?)";

    @TempDir
    private Path folder;

    private Connection connection;
    private Recording recording;
    private JdbcSession session;

    @BeforeEach
    void open() throws Exception {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        connection.createStatement().execute("CREATE TABLE item (id INT PRIMARY KEY, version BIGINT)");
        recording = Recording.in(folder, "a test");
        session = recording.session("alice", connection);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private List<String> recorded() throws Exception {
        recording.close();
        return Files.readAllLines(recording.history()).stream()
                .filter(line -> line.startsWith("{\"session\""))
                .map(line -> line.replaceAll(",\"(begin|end)\":\\d+", ""))
                .toList();
    }

    @Test
    void readsAndWritesAreExecutedAndRecorded() throws Exception {
        assertTrue(session.transaction(transaction -> {
            assertNull(transaction.read("item 7", READ, 7));
            assertEquals(1, transaction.write("item 7", 5, INSERT, 7, 5));
            assertEquals(5, transaction.readLong("item 7", READ, 7));
            assertEquals(0, transaction.write("item 8", 6, "UPDATE item SET version = 6 WHERE id = 8"));
            transaction.recorder().read("item 9", null);
        }));
        assertEquals(
                List.of("{\"session\":\"alice\",\"ops\":[[\"r\",\"item 7\",null],[\"w\",\"item 7\",5],"
                        + "[\"r\",\"item 7\",5],[\"r\",\"item 9\",null]]}"),
                recorded());
    }

    @Test
    void whatFailsIsRolledBackAndThrownOn() throws Exception {
        assertThrows(
                IllegalStateException.class,
                () -> session.transaction(transaction -> {
                    transaction.write("item 7", 5, INSERT, 7, 5);
                    throw new IllegalStateException("sold out");
                }));
        session.transaction(transaction -> assertNull(transaction.read("item 7", READ, 7), "it was rolled back"));
        assertEquals(
                List.of(
                        "{\"session\":\"alice\",\"status\":\"aborted\",\"reason\":\"sold out\",\"ops\":[[\"w\",\"item 7\",5]]}",
                        "{\"session\":\"alice\",\"ops\":[[\"r\",\"item 7\",null]]}"),
                recorded());
    }

    @Test
    void whatTheDatabaseRolledBackIsTriedAgain() throws Exception {
        int[] tries = {0};
        session.untilCommitted(transaction -> {
            transaction.write("item 7", 5 + tries[0], INSERT, 7, 5 + tries[0]);
            if (tries[0]++ == 0) {
                throw new SQLException("deadlock", "40001");
            }
        });
        assertEquals(2, recorded().size());
        assertFalse(recorded().get(1).contains("aborted"));
    }

    /** The answer to the commit is lost with the connection. */
    @Test
    void aCommitThatFailsIsOfUnknownOutcome() throws Exception {
        assertThrows(
                SQLException.class,
                () -> session.transaction(transaction -> {
                    transaction.write("item 7", 5, INSERT, 7, 5);
                    connection.close();
                }));
        assertTrue(recorded().get(0).contains("\"status\":\"unknown\""), recorded()::toString);
    }
}
