package org.isolde.run.db.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What H2's levels claim is what its snapshots are of: each table by itself, or all of them. */
class H2SnapshotsTest {
    /** Reads {@code a}, then both tables after another transaction has written both. */
    @ParameterizedTest
    @CsvSource({
        "repeatable-read, CS, 0 7 0", // the second table is newer than the first
        "snapshot, SI, 0 0 0",
        "serializable, SER, 0 0 0"
    })
    void twoTablesAreOfOneMomentFromSnapshotOn(String name, Level claims, String expected) throws Exception {
        Target target = Target.parse("h2", Map.of());
        Database h2 = Databases.of(target);
        Isolation isolation = Databases.isolation(h2, target, name);
        assertEquals(claims, isolation.claims());
        try (RunningDatabase database = h2.open(target, Access.plain());
                Connection writer = database.connect(isolation);
                Connection reader = database.connect(isolation)) {
            for (String table : List.of("a", "b")) {
                execute(writer, "create table " + table + " (v int)", "insert into " + table + " values (0)");
            }
            writer.commit();
            List<String> seen = new ArrayList<>();
            seen.add(read(reader, "a"));
            execute(writer, "update a set v = 7", "update b set v = 7");
            writer.commit();
            seen.add(read(reader, "b"));
            seen.add(read(reader, "a"));
            assertEquals(expected, String.join(" ", seen));
        }
    }

    private static void execute(Connection connection, String... texts) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String text : texts) {
                statement.execute(text);
            }
        }
    }

    private static String read(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select v from " + table)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
