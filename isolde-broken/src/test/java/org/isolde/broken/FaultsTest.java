package org.isolde.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A plain JDBC client sees each fault where it can happen, and nothing of it where the probability is 0. */
class FaultsTest {
    /** Two accounts, 1 with 10 and 2 with 20. */
    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";LOCK_TIMEOUT=200";

    private Connection keeper;

    @BeforeEach
    void makeTable() throws SQLException {
        keeper = DriverManager.getConnection(url);
        try (Statement statement = keeper.createStatement()) {
            statement.execute("create table account (id int primary key, v int)");
            statement.execute("insert into account values (1, 10), (2, 20)");
        }
    }

    @AfterEach
    void close() throws SQLException {
        keeper.close();
    }

    private Connection client(Faults faults) throws SQLException {
        Connection connection = faults.connect(() -> DriverManager.getConnection(url));
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        return connection;
    }

    private static void change(Connection connection, String text, int... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setInt(i + 1, parameters[i]);
            }
            statement.executeUpdate();
        }
    }

    /** The numbers in the first column. */
    private static List<Integer> read(Connection connection, String text, int... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(text)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setInt(i + 1, parameters[i]);
            }
            List<Integer> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getInt(1));
                }
            }
            return found;
        }
    }

    private List<Integer> truth() throws SQLException {
        return read(keeper, "select v from account order by id");
    }

    @Test
    void aRowIsDropped() throws SQLException {
        Faults faults = new Faults(Fault.DROPPED_ROW, 1, 1);
        try (Connection client = client(faults);
                Statement statement = client.createStatement()) {
            assertEquals(List.of(20), read(client, "select v from account order by id"));
            assertEquals(List.of(), read(client, "select v from account where id = ?", 2));
            assertEquals(List.of(2), read(client, "select count(*) from account"), "an aggregate keeps its only row");
            assertEquals(List.of(10), read(client, "select v from account where id = 1 for update"));
            assertTrue(statement.execute("select v from account order by id"));
            try (ResultSet rows = statement.getResultSet()) {
                assertTrue(rows.next());
                assertEquals(20, rows.getInt("v"));
            }
        }
        assertEquals(3, faults.happened());
    }

    @Test
    void anUpdateIsAppliedTwice() throws SQLException {
        Faults faults = new Faults(Fault.DOUBLED_UPDATE, 1, 1);
        try (Connection client = client(faults)) {
            change(client, "update account set v = v + ? where id = ?", 1, 2);
            assertEquals(List.of(22), read(client, "select v from account where id = 2"));
            client.commit();
        }
        assertEquals(List.of(10, 22), truth());
        assertEquals(1, faults.happened());
    }

    @Test
    void aRollbackCommits() throws SQLException {
        Faults faults = new Faults(Fault.FORGOTTEN_ROLLBACK, 1, 1);
        try (Connection client = client(faults)) {
            read(client, "select v from account");
            client.rollback();
            assertEquals(0, faults.happened(), "nothing was written");
            change(client, "update account set v = 11 where id = 1");
            client.rollback();
        }
        assertEquals(List.of(11, 20), truth());
        assertEquals(1, faults.happened());
    }

    /** Whoever ends transactions by SQL gets no other ones. */
    @Test
    void aRollbackInWordsCommitsAsWell() throws SQLException {
        try (Connection client = client(new Faults(Fault.FORGOTTEN_ROLLBACK, 1, 1));
                Statement statement = client.createStatement()) {
            statement.execute("update account set v = 11 where id = 1");
            statement.execute("ROLLBACK");
        }
        assertEquals(List.of(11, 20), truth());
    }

    @Test
    void aRollbackToASavepointDoesNothing() throws SQLException {
        Faults faults = new Faults(Fault.FORGOTTEN_SAVEPOINT, 1, 1);
        try (Connection client = client(faults);
                Statement statement = client.createStatement()) {
            Savepoint savepoint = client.setSavepoint("s");
            change(client, "update account set v = 11 where id = 1");
            client.rollback(savepoint);
            statement.execute("savepoint t");
            change(client, "update account set v = 21 where id = 2");
            statement.execute("rollback to savepoint t");
            client.commit();
        }
        assertEquals(List.of(11, 21), truth());
        assertEquals(2, faults.happened());
    }

    @Test
    void anUncommittedRowIsShown() throws SQLException {
        Faults faults = new Faults(Fault.DIRTY_READ, 1, 1);
        try (Connection writer = client(faults);
                Connection reader = client(faults)) {
            assertEquals(List.of(10), read(reader, "select v from account where id = ?", 1), "nobody writes");
            change(writer, "update account set v = 11 where id = 1");
            assertEquals(List.of(11), read(reader, "select v from account where id = ?", 1));
            writer.rollback();
            assertEquals(List.of(10), read(reader, "select v from account where id = ?", 1));
        }
        assertEquals(1, faults.happened());
    }

    @Test
    void anOldVersionIsRead() throws SQLException {
        Faults faults = new Faults(Fault.STALE_READ, 1, 1);
        try (Connection client = client(faults)) {
            change(client, "update account set v = 11 where id = 1");
            client.commit();
            assertEquals(List.of(10), read(client, "select v from account where id = ?", 1));
            change(client, "update account set v = 12 where id = 1");
            assertEquals(List.of(12), read(client, "select v from account where id = ?", 1), "what it wrote itself");
            client.commit();
            assertEquals(List.of(12), read(client, "select v from account where id = ?", 1), "a new snapshot");
        }
        assertEquals(2, faults.happened());
    }

    @Test
    void theConditionOfASubqueryIsIgnored() throws SQLException {
        Faults faults = new Faults(Fault.IGNORED_PREDICATE, 1, 1);
        String among = "id in (select id from account where v > ?)";
        try (Connection client = client(faults)) {
            assertEquals(List.of(1, 2), read(client, "select id from account where " + among + " order by id", 15));
            assertEquals(List.of(1), read(client, "select id from account where id = 1 and " + among, 15));
            assertEquals(List.of(10, 20), read(client, "select v from account where id = ? order by id", 2));
            change(client, "update account set v = 0 where id = ?", 1);
            assertEquals(3, faults.happened(), "a write without subqueries is left alone");
            change(client, "update account set v = v + 1 where " + among, 15);
            client.commit();
        }
        assertEquals(List.of(1, 21), truth());
        assertEquals(4, faults.happened());
    }

    @Test
    void aCommittedWriteIsLost() throws SQLException {
        Faults faults = new Faults(Fault.LOST_COMMIT, 1, 1);
        try (Connection client = client(faults)) {
            read(client, "select v from account");
            client.commit();
            assertEquals(0, faults.happened(), "nothing was written");
            change(client, "update account set v = 11 where id = 1");
            client.commit();
            assertEquals(List.of(10), read(client, "select v from account where id = 1"));
        }
        assertEquals(List.of(10, 20), truth());
        assertEquals(1, faults.happened());
    }

    @Test
    void aTransactionRunsAtAWeakerLevel() throws SQLException {
        for (double probability : new double[] {1, 0}) {
            change(keeper, "update account set v = 10 where id = 1");
            try (Connection client = client(new Faults(Fault.WEAKER_LEVEL, probability, 1))) {
                assertEquals(List.of(10), read(client, "select v from account where id = 1"));
                change(keeper, "update account set v = 11 where id = 1");
                assertEquals(List.of(probability == 1 ? 11 : 10), read(client, "select v from account where id = 1"));
                client.commit();
                assertEquals(Connection.TRANSACTION_REPEATABLE_READ, client.getTransactionIsolation());
            }
        }
    }

    @Test
    void aTransactionIsSplit() throws SQLException {
        Faults faults = new Faults(Fault.SPLIT_TRANSACTION, 1, 1);
        try (Connection client = client(faults)) {
            change(client, "update account set v = 11 where id = 1");
            change(client, "update account set v = 21 where id = 2");
            client.rollback();
        }
        assertEquals(List.of(11, 20), truth());
        assertEquals(1, faults.happened());
    }

    @Test
    void nothingGoesWrongAtProbability0() throws SQLException {
        for (Fault fault : Fault.values()) {
            Faults faults = new Faults(fault, 0, 1);
            try (Connection client = client(faults)) {
                change(client, "update account set v = v + 1 where id = 1");
                client.rollback();
                Savepoint savepoint = client.setSavepoint();
                change(client, "update account set v = v + 1 where id = 2");
                client.rollback(savepoint);
                assertEquals(
                        List.of(20),
                        read(client, "select v from account where id in (select id from account where v > 15)"));
                client.commit();
            }
            assertEquals(List.of(10, 20), truth(), fault.text());
            assertEquals(0, faults.happened());
        }
    }

    /** The same seed strikes at the same places, and a share of them. */
    @Test
    void theSeedDecides() throws SQLException {
        List<List<Integer>> seen = new ArrayList<>();
        for (long seed : new long[] {7, 7, 8}) {
            try (Connection client = client(new Faults(Fault.DROPPED_ROW, 0.25, seed))) {
                List<Integer> sizes = new ArrayList<>();
                for (int i = 0; i < 200; i++) {
                    sizes.add(read(client, "select v from account").size());
                }
                seen.add(sizes);
            }
        }
        assertEquals(seen.get(0), seen.get(1));
        assertTrue(!seen.get(0).equals(seen.get(2)));
        assertEquals(50, seen.get(0).stream().filter(size -> size == 1).count(), 20);
    }

    /** Tables are made, and looked at, behind the layer's back. */
    @Test
    void autocommitIsLeftAlone() throws SQLException {
        Faults faults = new Faults(Fault.DROPPED_ROW, 1, 1);
        try (Connection client = faults.connect(() -> DriverManager.getConnection(url))) {
            assertEquals(List.of(10, 20), read(client, "select v from account order by id"));
        }
    }

    @Test
    void faultsHaveNames() {
        for (Fault fault : Fault.values()) {
            assertEquals(fault, Fault.of(fault.text()));
        }
        String message = assertThrows(IllegalArgumentException.class, () -> Fault.of("rain"))
                .getMessage();
        assertTrue(message.startsWith("'rain' is no fault; there are dropped-row, "), message);
    }
}
