package shop;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.isolde.history.Level;
import org.isolde.junit.JdbcSession;
import org.isolde.junit.JdbcTransaction;
import org.isolde.junit.MustHold;
import org.isolde.junit.Recording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Four clients sell the same item at the same time, at READ COMMITTED. That is safe because the row is locked when it is
 * read. {@code mvn test -Dlock=false} shows what happens without.
 */
class SalesTest {
    private static final String URL = "jdbc:h2:mem:shop;LOCK_TIMEOUT=10000";
    private static final String STOCK = "SELECT version FROM item WHERE id = ?";

    private static final boolean LOCK = Boolean.parseBoolean(System.getProperty("lock", "true"));

    private Connection first;

    @BeforeEach
    void makeTheTable(Recording recording) throws Exception {
        first = DriverManager.getConnection(URL);
        try (Statement statement = first.createStatement()) {
            statement.execute("CREATE TABLE item (id INT PRIMARY KEY, stock INT, version BIGINT)");
        }
        // what is there before the test is recorded, too: else nobody would know where these versions come from
        JdbcSession setUp = recording.session("set-up", first);
        setUp.transaction(transaction -> {
            long version = recording.fresh();
            transaction.write("item 7", version, "INSERT INTO item VALUES (7, 1000, ?)", version);
        });
    }

    @AfterEach
    void endTheDatabase() throws SQLException {
        first.close();
    }

    @Test
    @MustHold(Level.SER)
    void noSaleIsLost(Recording recording) throws Exception {
        recording.concurrently(4, number -> {
            try (Connection connection = DriverManager.getConnection(URL)) {
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                JdbcSession client = recording.session("client " + number, connection);
                for (int i = 0; i < 10; i++) {
                    client.untilCommitted(transaction -> sell(transaction, recording.fresh()));
                }
            }
        });
    }

    private static void sell(JdbcTransaction transaction, long version) throws Exception {
        transaction.read("item 7", LOCK ? STOCK + " FOR UPDATE" : STOCK, 7);
        Thread.sleep(1); // the customer pays
        transaction.write("item 7", version, "UPDATE item SET stock = stock - 1, version = ? WHERE id = ?", version, 7);
    }
}
