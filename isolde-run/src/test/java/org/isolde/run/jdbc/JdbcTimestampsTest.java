package org.isolde.run.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Session;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.Session.WriteStyle;
import org.isolde.run.SessionOptions;
import org.junit.jupiter.api.Test;

/** When a session asks for timestamps, and what becomes of a transaction whose timestamps can't be had. */
class JdbcTimestampsTest {
    private static final Isolation SERIALIZABLE = new Isolation(Isolation.SERIALIZABLE, org.isolde.history.Level.SER);
    private static final String URL = "jdbc:h2:mem:timestamps;DB_CLOSE_DELAY=-1";

    /** Counts rows within the transaction and after it. */
    private record Counting(String beforeCommit, String afterCommit) implements SqlTimestamps {
        @Override
        public Timestamps read(String before, String after, boolean wrote) {
            return new Timestamps(Long.parseLong(before), wrote ? 1 : 0, after == null ? -1 : Long.parseLong(after), 0);
        }
    }

    private static Session session(SqlTimestamps clock) throws SQLException {
        SqlDialect dialect = new SqlDialect() {
            @Override
            public String upsert(String table) {
                return null;
            }

            @Override
            public String upsertAppend(String table) {
                return null;
            }

            @Override
            public SqlTimestamps timestamps(Isolation isolation) {
                return clock;
            }
        };
        JdbcRunning running = new JdbcRunning((number, more) -> connect(), dialect, java.util.List.of(), () -> {});
        Tables tables = new Tables(1, false, false);
        running.createTables(tables);
        return running.session(new SessionOptions(0, SERIALIZABLE, tables, SessionOptions.Statements.SHARED));
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(URL);
    }

    private static long count() throws SQLException {
        try (Connection connection = connect();
                var rows = connection.createStatement().executeQuery("select count(*) from isolde_run_0")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void theFirstIsAskedWithinTheTransactionTheSecondAfterIt() throws Exception {
        String query = "select count(*) from isolde_run_0";
        try (Session session = session(new Counting(query, query))) {
            session.begin();
            session.write(1, 1, WriteStyle.UPSERT);
            session.commit();
            assertEquals(new Timestamps(1, 1, 1, 0), session.timestamps());
            session.begin();
            assertNull(session.timestamps(), "those of the last one are gone");
            session.read(1);
            session.commit();
            assertEquals(new Timestamps(1, 0, 1, 0), session.timestamps());
        }
        try (Session session = session(new Counting(query, null))) {
            session.begin();
            session.read(1);
            session.commit();
            assertEquals(new Timestamps(0, 0, -1, 0), session.timestamps());
        }
    }

    @Test
    void whoeverFailsAfterTheCommitIsCommittedAllTheSame() throws Exception {
        try (Session session = session(new Counting("select 7", "select nothing from nowhere"))) {
            session.begin();
            session.write(1, 1, WriteStyle.UPSERT);
            session.commit();
            assertNull(session.timestamps());
            assertEquals(1, count());
        }
    }

    @Test
    void whoeverFailsBeforeTheCommitIsNot() throws Exception {
        try (Session session = session(new Counting("select nothing from nowhere", null))) {
            session.begin();
            session.write(1, 1, WriteStyle.UPSERT);
            assertThrows(SQLException.class, session::commit);
            session.rollback();
            assertNull(session.timestamps());
            assertEquals(0, count());
        }
    }
}
