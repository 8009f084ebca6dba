package org.isolde.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.junit.jupiter.api.Test;

class BrokenDatabaseTest {
    private static RunningDatabase open(Target target) throws DatabaseException {
        return Databases.of(target).open(target, Access.plain());
    }

    @Test
    void itClaimsWhatTheOneBeneathClaims() throws Exception {
        Target h2 = Target.parse("h2", Map.of());
        Target broken = Target.parse("broken:h2", Map.of());
        Database database = Databases.of(broken);
        assertEquals(Databases.of(h2).isolations(h2), database.isolations(broken));
    }

    @Test
    void aFaultMustBeNamed() {
        Target target = Target.parse("broken:h2", Map.of("fault", "rain"));
        String message =
                assertThrows(DatabaseException.class, () -> open(target)).getMessage();
        assertTrue(message.contains("'rain' is no fault; there are dropped-row, "), message);
    }

    private static int read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select v from account")) {
            assertTrue(rows.next());
            return rows.getInt(1);
        }
    }

    private static void write(Connection connection, String text) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(text);
        }
    }

    /** The two faults that need more than the connection itself, on a server. */
    @Test
    void oldAndUncommittedRowsOfPostgresAreShown() throws Exception {
        Target target = Target.parse("postgres:18.6", Map.of());
        Isolation isolation = Databases.isolation(Databases.of(target), target, "serializable");
        try (RunningDatabase postgres = open(target)) {
            RunningDatabase stale = new Faults(Fault.STALE_READ, 1, 1).before(postgres);
            RunningDatabase dirty = new Faults(Fault.DIRTY_READ, 1, 1).before(postgres);
            try (Connection keeper = postgres.connect(isolation);
                    Connection client = stale.connect(isolation);
                    Connection writer = dirty.connect(isolation);
                    Connection reader = dirty.connect(isolation)) {
                write(keeper, "create table account (v int)");
                write(keeper, "insert into account values (1)");
                keeper.commit();
                write(client, "update account set v = 2");
                client.commit();
                assertEquals(1, read(client));
                client.commit();
                write(writer, "update account set v = 3");
                assertEquals(3, read(reader));
                writer.rollback();
                assertEquals(2, read(reader));
            }
        }
    }
}
