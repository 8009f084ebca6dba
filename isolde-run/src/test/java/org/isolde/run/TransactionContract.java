package org.isolde.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isolde.history.Level;
import org.isolde.run.Session.WriteStyle;
import org.junit.jupiter.api.Test;

/** What every database with transactions of several operations has to do, at each of its levels. */
public abstract class TransactionContract {
    private static final int INCREMENTS = 50;
    private static final int THREADS = 4;

    protected abstract RunningDatabase database() throws Exception;

    protected abstract List<Isolation> isolations();

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

    @Test
    void compareAndSetWritesIfTheValueIsAsExpected() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            assertFalse(first.compareAndSet(3, 1, 2), "the key is not there");
            assertTrue(first.compareAndSet(3, Session.ABSENT, 1));
            assertFalse(second.compareAndSet(3, Session.ABSENT, 7));
            assertTrue(second.compareAndSet(3, 1, 2));
            assertFalse(first.compareAndSet(3, 1, 9));
            assertEquals(2, readAlone(first, 3));
        });
    }

    @Test
    void aSnapshotStaysAsItWas() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            writeAlone(first, 1, 10);
            writeAlone(first, 2, 20);
            List<Long> seen = new ArrayList<>();
            Interleaving run = new Interleaving(first, second)
                    .step(0, s -> seen.add(s.read(1)))
                    .step(1, s -> s.write(1, 11, WriteStyle.UPSERT))
                    .step(1, s -> s.write(2, 21, WriteStyle.UPSERT))
                    .commit(1)
                    .step(0, s -> seen.add(s.read(2)))
                    .commit(0);
            if (isolation.claims().implies(Level.PC) && run.committed() == 2) {
                assertEquals(List.of(10L, 20L), seen, isolation.name());
            }
            if (isolation.claims() == Level.RC) {
                assertEquals(List.of(10L, 21L), seen, isolation.name());
            }
        });
    }

    @Test
    void lostUpdatesAreRefusedFromSnapshotOn() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            writeAlone(first, 1, 10);
            int committed = new Interleaving(first, second)
                    .step(0, s -> s.read(1))
                    .step(1, s -> s.read(1))
                    .step(0, s -> s.write(1, 11, WriteStyle.UPSERT))
                    .commit(0)
                    .step(1, s -> s.write(1, 12, WriteStyle.UPSERT))
                    .commit(1)
                    .committed();
            assertEquals(isolation.claims().implies(Level.SI) ? 1 : 2, committed, isolation.name());
        });
    }

    @Test
    void writeSkewIsRefusedAtSerializableAlone() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            writeAlone(first, 1, 10);
            writeAlone(first, 2, 20);
            int committed = new Interleaving(first, second)
                    .step(0, s -> s.read(1))
                    .step(1, s -> s.read(2))
                    .step(0, s -> s.read(2))
                    .step(1, s -> s.read(1))
                    .step(0, s -> s.write(1, 11, WriteStyle.UPSERT))
                    .step(1, s -> s.write(2, 21, WriteStyle.UPSERT))
                    .commit(0)
                    .commit(1)
                    .committed();
            assertEquals(isolation.claims().implies(Level.SER) ? 1 : 2, committed, isolation.name());
        });
    }

    /** The phantom of a point read: a key that is not there is written by somebody else. */
    @Test
    void writeSkewOnAbsentKeysIsRefusedAtSerializableToo() throws Exception {
        atEachLevel(false, (isolation, first, second) -> {
            int committed = new Interleaving(first, second)
                    .step(0, s -> s.read(1))
                    .step(1, s -> s.read(2))
                    .step(0, s -> s.write(2, 11, WriteStyle.INSERT))
                    .step(1, s -> s.write(1, 21, WriteStyle.INSERT))
                    .commit(0)
                    .commit(1)
                    .committed();
            assertEquals(isolation.claims().implies(Level.SER) ? 1 : 2, committed, isolation.name());
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
