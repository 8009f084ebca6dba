package org.isolde.run.db.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.Session.Failure;
import org.isolde.run.SessionOptions;
import org.isolde.run.Target;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Cassandra for real; it takes half a minute to start, so this runs only when asked for. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CassandraSessionTest {
    private static final Target TARGET = Target.parse("cassandra", Map.of());
    private static final RunningDatabase.Tables TABLES = new RunningDatabase.Tables(2, false, false);
    private static final int THREADS = 4;
    private static final int INCREMENTS = 25;

    private final CassandraDatabase kind = new CassandraDatabase();
    private RunningDatabase database;

    @BeforeAll
    void open() throws DatabaseException {
        database = kind.open(TARGET, Access.plain());
    }

    @BeforeEach
    void empty() throws Exception {
        database.createTables(TABLES);
    }

    @AfterAll
    void close() {
        if (database != null) {
            database.close();
        }
    }

    private Session session(int number) throws Exception {
        return database.session(
                new SessionOptions(number, kind.defaultIsolation(TARGET), TABLES, SessionOptions.Statements.SHARED));
    }

    @Test
    void itSaysWhatItIs() {
        assertTrue(database.version().startsWith("Cassandra 5.0"), database.version());
    }

    @Test
    void compareAndSetWritesIfTheValueIsAsExpected() throws Exception {
        try (Session first = session(0);
                Session second = session(1)) {
            assertEquals(Session.ABSENT, first.read(3));
            assertFalse(first.compareAndSet(3, 1, 2), "the key is not there");
            assertEquals(Session.ABSENT, first.read(3));
            assertTrue(first.compareAndSet(3, Session.ABSENT, 1));
            assertFalse(second.compareAndSet(3, Session.ABSENT, 7));
            assertTrue(second.compareAndSet(3, 1, 2));
            assertFalse(first.compareAndSet(3, 1, 9));
            assertEquals(2, first.read(3));
            assertThrows(UnsupportedOperationException.class, () -> first.write(1, 1, Session.WriteStyle.UPSERT));
        }
    }

    @Test
    void concurrentCompareAndSetsAllCount() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Void>> parts = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                parts.add(() -> {
                    try (Session session = session(number)) {
                        for (int done = 0; done < INCREMENTS; ) {
                            long old = session.read(1);
                            done += session.compareAndSet(1, old, old == Session.ABSENT ? 1 : old + 1) ? 1 : 0;
                        }
                    }
                    return null;
                });
            }
            for (Future<Void> part : threads.invokeAll(parts)) {
                part.get();
            }
        } finally {
            threads.shutdown();
        }
        try (Session session = session(0)) {
            assertEquals(THREADS * INCREMENTS, session.read(1));
        }
    }

    @Test
    void whatIsKilledIsInDoubtOrDisconnectedAndComesBackWithItsData() throws Exception {
        try (Session session = session(0)) {
            assertTrue(session.compareAndSet(1, Session.ABSENT, 1));
            database.nodes().get(0).kill();
            Exception lost = assertThrows(Exception.class, () -> session.compareAndSet(1, 1, 2));
            Failure.Kind kindOfLoss = session.classify(lost, true).kind();
            assertTrue(
                    kindOfLoss == Failure.Kind.UNKNOWN || kindOfLoss == Failure.Kind.DISCONNECTED,
                    () -> kindOfLoss + " of " + lost);
            assertThrows(Exception.class, () -> session(1), "nobody is there to connect to");
            database.nodes().get(0).restart();
        }
        try (Session session = reconnected()) {
            assertEquals(1, session.read(1));
        }
    }

    /** The driver notices by itself that the server is back; the time limit is surefire's. */
    private Session reconnected() throws InterruptedException {
        while (true) {
            try {
                return session(0);
            } catch (Exception e) {
                Thread.sleep(50);
            }
        }
    }
}
