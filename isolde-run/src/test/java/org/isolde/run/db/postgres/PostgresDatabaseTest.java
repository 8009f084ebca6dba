package org.isolde.run.db.postgres;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.isolde.run.Access;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.RunningDatabase.Node;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Session;
import org.isolde.run.Session.Failure.Kind;
import org.isolde.run.Session.WriteStyle;
import org.isolde.run.SessionOptions;
import org.isolde.run.SessionOptions.Statements;
import org.isolde.run.Target;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PostgreSQL 18.6 itself: transactions, and what happens to them when the server is killed or paused. */
@Timeout(300)
class PostgresDatabaseTest {
    private static final Target TARGET = Target.parse("postgres:18.6", Map.of("work_mem", "5MB"));
    private static RunningDatabase database;

    @BeforeAll
    static void start() throws Exception {
        database = Databases.of(TARGET).open(TARGET, Access.plain());
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void isWhatWasAskedFor() throws Exception {
        assertTrue(database.version().startsWith("PostgreSQL 18.6"), database.version());
        assertEquals("5MB", setting("work_mem"));
        assertEquals("10ms", setting("deadlock_timeout"));
        assertEquals("127.0.0.1", setting("listen_addresses"));
    }

    @Test
    void registersAndLists() throws Exception {
        Tables registers = new Tables(1, false, false);
        database.createTables(registers);
        try (Session session = session(registers, Isolation.SERIALIZABLE)) {
            session.begin();
            assertEquals(Session.ABSENT, session.read(1));
            session.write(1, 10, WriteStyle.UPSERT);
            session.write(1, 11, WriteStyle.UPSERT);
            session.write(2, 20, WriteStyle.UPDATE_THEN_INSERT);
            session.commit();
            session.begin();
            assertEquals(11, session.read(1));
            assertEquals(20, session.read(2));
            session.commit();
            assertTrue(session.compareAndSet(1, 11, 12));
        }
        Tables lists = new Tables(2, true, true);
        database.createTables(lists);
        try (Session session = session(lists, Isolation.READ_COMMITTED)) {
            session.begin();
            session.append(1, 10, WriteStyle.UPSERT);
            session.append(1, 11, WriteStyle.UPSERT);
            session.append(1, 12, WriteStyle.UPDATE_THEN_INSERT);
            session.commit();
            session.begin();
            assertArrayEquals(new long[] {10, 11, 12}, session.readList(1));
            session.rollback();
        }
    }

    @Test
    void theLoserOfAConflictAborts() throws Exception {
        Tables tables = new Tables(1, false, false);
        database.createTables(tables);
        try (Session one = session(tables, Isolation.REPEATABLE_READ);
                Session two = session(tables, Isolation.REPEATABLE_READ)) {
            one.begin();
            one.write(1, 1, WriteStyle.UPSERT);
            one.commit();
            one.begin();
            two.begin();
            one.read(1);
            two.read(1);
            one.write(1, 2, WriteStyle.UPDATE);
            one.commit();
            SQLException problem = assertThrows(SQLException.class, () -> two.write(1, 3, WriteStyle.UPDATE));
            assertEquals(Kind.ABORTED, two.classify(problem, false).kind());
            two.rollback();
        }
    }

    @Test
    void aKilledServerComesBackWithWhatWasCommitted() throws Exception {
        Tables tables = new Tables(1, false, false);
        database.createTables(tables);
        Node node = database.nodes().get(0);
        try (Session session = session(tables, Isolation.SERIALIZABLE)) {
            session.begin();
            session.write(1, 7, WriteStyle.UPSERT);
            session.commit();
            session.begin();
            session.write(1, 8, WriteStyle.UPSERT);
            node.kill();
            SQLException problem = assertThrows(SQLException.class, () -> session.read(1));
            assertEquals(Kind.DISCONNECTED, session.classify(problem, false).kind());
            assertEquals(Kind.UNKNOWN, session.classify(problem, true).kind());
        }
        assertThrows(SQLException.class, () -> session(tables, Isolation.SERIALIZABLE));
        node.restart();
        try (Session session = session(tables, Isolation.SERIALIZABLE)) {
            session.begin();
            assertEquals(7, session.read(1));
            session.commit();
        }
    }

    @Test
    void aPausedServerAnswersWhenItGoesOn() throws Exception {
        Tables tables = new Tables(1, false, false);
        database.createTables(tables);
        Node node = database.nodes().get(0);
        try (Session session = session(tables, Isolation.SERIALIZABLE)) {
            session.begin();
            node.pause();
            CompletableFuture<Long> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return session.read(1);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            try {
                assertThrows(TimeoutException.class, () -> answer.get(300, TimeUnit.MILLISECONDS));
            } finally {
                node.resume();
            }
            assertEquals(Session.ABSENT, answer.get(30, TimeUnit.SECONDS));
            session.commit();
        }
    }

    @Test
    void aRunningServerIsUsedByItsUrl() throws Exception {
        try (PostgresServer server = PostgresServer.start("18.6", Map.of(), Progress.SILENT)) {
            Target url = Target.parse(server.url(), Map.of());
            Access right = new Access(server.user(), server.password(), null, Progress.SILENT);
            try (RunningDatabase running = Databases.of(url).open(url, right)) {
                assertEquals(database.version(), running.version());
                assertEquals(List.of(), running.nodes());
            }
            Access wrong = new Access(server.user(), "not-it", null, Progress.SILENT);
            DatabaseException problem = assertThrows(
                    DatabaseException.class, () -> Databases.of(url).open(url, wrong));
            assertTrue(problem.getMessage().contains("ISOLDE_PASSWORD"), problem.getMessage());
            assertFalse(problem.getMessage().contains("not-it"), problem.getMessage());
        }
    }

    @Test
    void aWrongSettingIsToldByTheServersOwnWords() {
        Target target = Target.parse("postgres:18.6", Map.of("set.no_such_setting", "1"));
        DatabaseException problem =
                assertThrows(DatabaseException.class, () -> new PostgresDatabase().open(target, Access.plain()));
        assertTrue(
                problem.getMessage().contains("unrecognized configuration parameter \"no_such_setting\""),
                problem.getMessage());
    }

    private static Session session(Tables tables, String isolation) throws Exception {
        return database.session(new SessionOptions(
                0, Databases.isolation(new PostgresDatabase(), TARGET, isolation), tables, Statements.SHARED));
    }

    private static String setting(String name) throws Exception {
        Isolation isolation = Databases.isolation(new PostgresDatabase(), TARGET, Isolation.READ_COMMITTED);
        try (Connection connection = database.connect(isolation);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("show " + name)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
