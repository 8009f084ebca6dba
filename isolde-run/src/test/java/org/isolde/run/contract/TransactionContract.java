package org.isolde.run.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isolde.history.Level;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.Session.WriteStyle;
import org.isolde.run.SessionOptions;
import org.isolde.run.Target;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * What every database with transactions of several operations has to do, at each of its levels: what was committed is
 * seen, what was rolled back is gone, and a level refuses what it claims to refuse. A database of your own passes it too,
 * if it is to be tested by Isolde:
 *
 * <pre>{@code
 * class MyDatabaseTest extends TransactionContract {
 *     MyDatabaseTest() {
 *         super(new MyDatabase(), Map.of());
 *     }
 * }
 * }</pre>
 *
 * <p>Levels that claim less are held to that as well: where nobody has to be refused, nobody is, which shows that the
 * level that was asked for is the one that the session has. A database that refuses more than its level has to, because
 * it locks what it reads, says so by {@link #refusesMore}. Two transactions take turns in one thread here: who waits for
 * the other has to give up after a while, and is aborted.
 *
 * <p>One database is opened for all tests of a class. Tests of lists, and of compare-and-set, are left out if the
 * database is not able to do them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
public abstract class TransactionContract {
    private static final int INCREMENTS = 50;
    private static final int THREADS = 4;

    private final Database kind;
    private final Target target;
    private final Access access;
    private RunningDatabase database;

    /** @param options of {@code --db-option} */
    protected TransactionContract(Database kind, Map<String, String> options) {
        this(kind, new Target(kind.name(), null, null, options), Access.plain());
    }

    /** For a database that has a URL, a version or a password. */
    protected TransactionContract(Database kind, Target target, Access access) {
        this.kind = kind;
        this.target = target;
        this.access = access;
    }

    /** Why it can't be run here, such as a program that is not installed: the tests are skipped; null if it can. */
    protected String obstacle() {
        return null;
    }

    /** Whether it may refuse transactions at this level that the level allows. */
    protected boolean refusesMore(Isolation isolation) {
        return false;
    }

    @BeforeAll
    void open() throws DatabaseException {
        String obstacle = obstacle();
        assumeTrue(obstacle == null, obstacle);
        database = kind.open(target, access);
    }

    @AfterAll
    void close() {
        if (database != null) {
            database.close();
        }
    }

    protected final RunningDatabase database() {
        return database;
    }

    protected final List<Isolation> isolations() {
        return kind.isolations(target);
    }

    private void needs(Ability ability) {
        assumeTrue(kind.abilities().contains(ability), () -> kind.name() + " is not able to do: " + ability.text());
    }

    /** Of two transactions, that at most one could commit, or that both could. */
    private void assertCommitted(boolean refused, int committed, Isolation isolation) {
        if (refused || !refusesMore(isolation)) {
            assertEquals(refused ? 1 : 2, committed, isolation.name());
        } else {
            assertTrue(committed >= 1, isolation.name());
        }
    }

    /** A test of one isolation level, on empty tables. */
    @FunctionalInterface
    protected interface Trial {
        void run(Isolation isolation, Session first, Session second) throws Exception;
    }

    protected void atEachLevel(boolean lists, Trial trial) throws Exception {
        for (Isolation isolation : isolations()) {
            RunningDatabase.Tables tables = new RunningDatabase.Tables(2, lists, false);
            database().createTables(tables);
            try (Session first = session(0, isolation, tables);
                    Session second = session(1, isolation, tables)) {
                trial.run(isolation, first, second);
            }
        }
    }

    protected Session session(int number, Isolation isolation, RunningDatabase.Tables tables) throws Exception {
        return database().session(new SessionOptions(number, isolation, tables, SessionOptions.Statements.SHARED));
    }

    private static long readAlone(Session session, long key) throws Exception {
        session.begin();
        long value = session.read(key);
        session.commit();
        return value;
    }

    private static void writeAlone(Session session, long key, long value) throws Exception {
        session.begin();
        session.write(key, value, WriteStyle.UPSERT);
        session.commit();
    }

    @Test
    void committedWritesAreSeenAndOwnWritesAtOnce() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            first.begin();
            assertEquals(Session.ABSENT, first.read(1));
            first.write(1, 10, WriteStyle.UPSERT);
            first.write(2, -20, WriteStyle.INSERT);
            assertEquals(10, first.read(1));
            first.write(1, Long.MAX_VALUE, WriteStyle.UPDATE);
            assertEquals(Long.MAX_VALUE, first.read(1));
            first.commit();

            second.begin();
            assertEquals(Long.MAX_VALUE, second.read(1));
            assertEquals(-20, second.read(2));
            assertEquals(Session.ABSENT, second.read(3));
            second.commit();
        });
    }

    @Test
    void createTablesEmptiesThem() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            assertEquals(Session.ABSENT, readAlone(first, 77), "left by the level before");
            writeAlone(second, 77, 1);
        });
    }

    @Test
    void rolledBackWritesAreGone() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            first.begin();
            first.write(1, 10, WriteStyle.UPSERT);
            first.rollback();
            assertEquals(Session.ABSENT, readAlone(second, 1));
            assertEquals(Session.ABSENT, readAlone(first, 1));
            first.rollback();
            writeAlone(first, 1, 11);
            assertEquals(11, readAlone(second, 1));
        });
    }

    @Test
    void listsGrowAtTheirEnd() throws Exception {
        needs(Ability.LISTS);
        atEachLevel(true, (isolation, first, second) -> {
            first.begin();
            assertArrayEquals(new long[0], first.readList(5));
            first.append(5, 1, WriteStyle.UPSERT);
            first.append(5, 2, WriteStyle.UPSERT);
            assertArrayEquals(new long[] {1, 2}, first.readList(5));
            first.commit();

            second.begin();
            second.append(5, 3, WriteStyle.UPSERT);
            assertArrayEquals(new long[] {1, 2, 3}, second.readList(5));
            second.rollback();

            second.begin();
            second.append(5, 4, WriteStyle.UPSERT);
            second.commit();
            first.begin();
            assertArrayEquals(new long[] {1, 2, 4}, first.readList(5));
            first.commit();
        });
    }

    private static boolean compareAndSetAlone(Session session, long expected, long value) throws Exception {
        session.begin();
        boolean done = session.compareAndSet(3, expected, value);
        session.commit();
        return done;
    }

    @Test
    void compareAndSetWritesIfTheValueIsAsExpected() throws Exception {
        needs(Ability.COMPARE_AND_SET);
        atEachLevel(false, (isolation, first, second) -> {
            assertFalse(compareAndSetAlone(first, 1, 2), "the key is not there");
            assertTrue(compareAndSetAlone(first, Session.ABSENT, 1));
            assertFalse(compareAndSetAlone(second, Session.ABSENT, 7));
            assertTrue(compareAndSetAlone(second, 1, 2));
            assertFalse(compareAndSetAlone(first, 1, 9));
            assertEquals(2, readAlone(first, 3));
        });
    }

    @Test
    void aSnapshotStaysAsItWas() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            writeAlone(first, 1, 10);
            writeAlone(first, 2, 20);
            List<Long> seen = new ArrayList<>();
            StepByStep run = new StepByStep(first, second)
                    .step(0, s -> seen.add(s.read(1)))
                    .step(1, s -> s.write(1, 11, WriteStyle.UPSERT))
                    .step(1, s -> s.write(2, 21, WriteStyle.UPSERT))
                    .commit(1)
                    .step(0, s -> seen.add(s.read(2)))
                    .commit(0);
            if (isolation.claims().implies(Level.PC) && run.committed() == 2) {
                assertEquals(List.of(10L, 20L), seen, isolation.name());
            }
            if (isolation.claims() == Level.RC && !refusesMore(isolation)) {
                assertEquals(List.of(10L, 21L), seen, isolation.name());
            }
        });
    }

    @Test
    void lostUpdatesAreRefusedFromSnapshotOn() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            writeAlone(first, 1, 10);
            int committed = new StepByStep(first, second)
                    .step(0, s -> s.read(1))
                    .step(1, s -> s.read(1))
                    .step(0, s -> s.write(1, 11, WriteStyle.UPSERT))
                    .commit(0)
                    .step(1, s -> s.write(1, 12, WriteStyle.UPSERT))
                    .commit(1)
                    .committed();
            assertCommitted(isolation.claims().implies(Level.SI), committed, isolation);
        });
    }

    @Test
    void writeSkewIsRefusedAtSerializableAlone() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            writeAlone(first, 1, 10);
            writeAlone(first, 2, 20);
            int committed = new StepByStep(first, second)
                    .step(0, s -> s.read(1))
                    .step(1, s -> s.read(2))
                    .step(0, s -> s.read(2))
                    .step(1, s -> s.read(1))
                    .step(0, s -> s.write(1, 11, WriteStyle.UPSERT))
                    .step(1, s -> s.write(2, 21, WriteStyle.UPSERT))
                    .commit(0)
                    .commit(1)
                    .committed();
            assertCommitted(isolation.claims().implies(Level.SER), committed, isolation);
        });
    }

    /** The phantom of a point read: a key that is not there is written by somebody else. */
    @Test
    void writeSkewOnAbsentKeysIsRefusedAtSerializableToo() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            int committed = new StepByStep(first, second)
                    .step(0, s -> s.read(1))
                    .step(1, s -> s.read(2))
                    .step(0, s -> s.write(2, 11, WriteStyle.INSERT))
                    .step(1, s -> s.write(1, 21, WriteStyle.INSERT))
                    .commit(0)
                    .commit(1)
                    .committed();
            assertCommitted(isolation.claims().implies(Level.SER), committed, isolation);
        });
    }

    @Test
    void concurrentIncrementsAllCountFromSnapshotOn() throws Exception {
        RunningDatabase.Tables tables = new RunningDatabase.Tables(1, false, false);
        for (Isolation isolation : isolations()) {
            if (!isolation.claims().implies(Level.SI)) {
                continue;
            }
            database().createTables(tables);
            inThreads(number -> {
                try (Session session = session(number, isolation, tables)) {
                    for (int done = 0; done < INCREMENTS; ) {
                        done += increment(session) ? 1 : 0;
                    }
                }
                return null;
            });
            try (Session session = session(0, isolation, tables)) {
                assertEquals(THREADS * INCREMENTS, readAlone(session, 1), isolation.name());
            }
        }
    }

    private static boolean increment(Session session) throws Exception {
        boolean committing = false;
        try {
            session.begin();
            long old = session.read(1);
            session.write(1, old == Session.ABSENT ? 1 : old + 1, WriteStyle.UPSERT);
            committing = true;
            session.commit();
            return true;
        } catch (Exception e) {
            Session.Failure failure = session.classify(e, committing);
            assertEquals(Session.Failure.Kind.ABORTED, failure.kind(), () -> failure + " of " + e);
            session.rollback();
            return false;
        }
    }

    /** Appends of several sessions at once: none is lost, at any level. */
    @Test
    void concurrentAppendsAreAllThere() throws Exception {
        needs(Ability.LISTS);
        RunningDatabase.Tables tables = new RunningDatabase.Tables(1, true, false);
        for (Isolation isolation : isolations()) {
            database().createTables(tables);
            inThreads(number -> {
                try (Session session = session(number, isolation, tables)) {
                    for (int done = 0; done < INCREMENTS; ) {
                        done += append(session, number * INCREMENTS + done) ? 1 : 0;
                    }
                }
                return null;
            });
            try (Session session = session(0, isolation, tables)) {
                session.begin();
                long[] all = session.readList(1);
                session.commit();
                Arrays.sort(all);
                assertEquals(THREADS * INCREMENTS, all.length, isolation.name());
                for (int i = 0; i < all.length; i++) {
                    assertEquals(i, all[i], isolation.name());
                }
            }
        }
    }

    private static boolean append(Session session, long element) throws Exception {
        boolean committing = false;
        try {
            session.begin();
            session.append(1, element, WriteStyle.UPSERT);
            committing = true;
            session.commit();
            return true;
        } catch (Exception e) {
            Session.Failure failure = session.classify(e, committing);
            assertEquals(Session.Failure.Kind.ABORTED, failure.kind(), () -> failure + " of " + e);
            session.rollback();
            return false;
        }
    }

    /** What one of several threads does. */
    @FunctionalInterface
    protected interface Part {
        Void run(int number) throws Exception;
    }

    protected static void inThreads(Part part) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Void>> parts = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                parts.add(() -> part.run(number));
            }
            for (Future<Void> done : threads.invokeAll(parts)) {
                done.get();
            }
        } finally {
            threads.shutdown();
        }
    }
}
