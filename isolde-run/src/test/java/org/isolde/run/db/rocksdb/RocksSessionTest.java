package org.isolde.run.db.rocksdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.Session.WriteStyle;
import org.isolde.run.SessionOptions;
import org.isolde.run.Target;
import org.isolde.run.artifact.RocksLibrary;
import org.isolde.run.contract.TransactionContract;
import org.isolde.run.db.rocksdb.engine.RocksOpener;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RocksDB for real, both kinds of its transactions. */
class RocksSessionTest {
    private static final Target TARGET = Target.parse("rocksdb", Map.of());

    /** One database for all tests of a mode. */
    abstract static class Mode extends TransactionContract {
        Mode(String mode) {
            super(new RocksDatabase(), Map.of("mode", mode));
        }

        @Test
        void itSaysWhatItIs() {
            assertTrue(
                    database().version().startsWith("RocksDB " + RocksLibrary.version()),
                    database().version());
        }

        @Test
        void aSessionThatIsClosedThrowsInsteadOfCrashing() throws Exception {
            atEachLevel(false, (isolation, first, second) -> {
                first.begin();
                first.write(1, 1, WriteStyle.UPSERT);
                first.close();
                Exception refused = assertThrows(IllegalStateException.class, () -> first.read(1));
                assertEquals(
                        Session.Failure.Kind.DISCONNECTED,
                        first.classify(refused, false).kind());
                assertThrows(IllegalStateException.class, first::commit);
                assertThrows(IllegalStateException.class, first::begin);
            });
        }
    }

    @Nested
    class Optimistic extends Mode {
        Optimistic() {
            super("optimistic");
        }

        @Test
        void thereAreNoTimestamps() throws Exception {
            atEachLevel(false, (isolation, first, second) -> {
                first.begin();
                first.write(1, 1, WriteStyle.UPSERT);
                first.commit();
                assertNull(first.timestamps());
            });
        }
    }

    @Nested
    class Pessimistic extends Mode {
        private static final int TRANSACTIONS = 2_000;
        private static final int KEYS = 5;

        Pessimistic() {
            super("pessimistic");
        }

        @Test
        void aDeadlockIsAnAbort() throws Exception {
            RunningDatabase.Tables tables = new RunningDatabase.Tables(1, false, false);
            Isolation serializable = isolations().get(2);
            database().createTables(tables);
            List<String> reasons = Collections.synchronizedList(new ArrayList<>());
            CyclicBarrier both = new CyclicBarrier(2);
            inThreads(number -> {
                if (number >= 2) {
                    return null;
                }
                try (Session session = session(number, serializable, tables)) {
                    session.begin();
                    session.read(number);
                    both.await();
                    try {
                        session.read(1 - number);
                        session.commit();
                    } catch (Exception e) {
                        Session.Failure failure = session.classify(e, false);
                        assertEquals(Session.Failure.Kind.ABORTED, failure.kind());
                        reasons.add(failure.reason());
                        session.rollback();
                    }
                }
                return null;
            });
            assertEquals(List.of("deadlock"), reasons);
        }

        /** What a transaction read and wrote, and when. */
        private record Done(long start, long commit, long[] seen, int written) {}

        /**
         * The sequence numbers tell the truth: whoever started at n read of every key the newest value that was
         * committed at n or before. Values are the commit's place in this list of all transactions.
         */
        @ParameterizedTest
        @ValueSource(strings = {Isolation.SNAPSHOT, Isolation.SERIALIZABLE})
        void snapshotsAreExactlyTheCommitsUpToTheirNumber(String level) throws Exception {
            RunningDatabase.Tables tables = new RunningDatabase.Tables(2, false, false);
            Isolation snapshot = isolations().stream()
                    .filter(one -> one.name().equals(level))
                    .findFirst()
                    .orElseThrow();
            database().createTables(tables);
            Map<Long, Done> committed = new ConcurrentHashMap<>();
            inThreads(number -> {
                Random random = new Random(number);
                try (Session session = session(number, snapshot, tables)) {
                    for (long i = 1; i <= TRANSACTIONS; i++) {
                        long value = number * 1_000_000L + i;
                        int written = random.nextInt(KEYS);
                        try {
                            session.begin();
                            long[] seen = new long[KEYS];
                            for (int key = 0; key < KEYS; key++) {
                                seen[key] = session.read(key);
                            }
                            session.write(written, value, WriteStyle.UPSERT);
                            session.write(written + 100L, value, WriteStyle.UPSERT);
                            session.commit();
                            Session.Timestamps at = session.timestamps();
                            assertNotNull(at);
                            committed.put(value, new Done(at.start(), at.commit(), seen, written));
                        } catch (Exception e) {
                            assertEquals(
                                    Session.Failure.Kind.ABORTED,
                                    session.classify(e, false).kind());
                            session.rollback();
                        }
                    }
                }
                return null;
            });
            assertTrue(committed.size() > TRANSACTIONS / 10, "only " + committed.size() + " committed");
            List<TreeMap<Long, Long>> versions = new ArrayList<>();
            for (int key = 0; key < KEYS; key++) {
                versions.add(new TreeMap<>());
                versions.get(key).put(0L, Session.ABSENT);
            }
            committed.forEach((value, done) -> {
                assertTrue(done.commit > done.start, "commit " + done.commit + " after start " + done.start);
                assertNull(versions.get(done.written).put(done.commit, value), "commit numbers are unique");
            });
            for (Done done : committed.values()) {
                for (int key = 0; key < KEYS; key++) {
                    assertEquals(versions.get(key).floorEntry(done.start).getValue(), done.seen[key]);
                }
            }
        }

        @Test
        void readOnlyTransactionsCommitAtTheirStart() throws Exception {
            atEachLevel(false, (isolation, first, second) -> {
                first.begin();
                first.read(1);
                first.commit();
                if (isolation.name().equals(Isolation.READ_COMMITTED)) {
                    assertNull(first.timestamps());
                } else {
                    assertEquals(first.timestamps().start(), first.timestamps().commit());
                }
            });
        }
    }

    @Test
    void theFolderGoesWhenTheDatabaseIsClosed() throws Exception {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        Set<Path> made;
        do {
            // until nobody else opens one at the same moment
            Set<Path> before = folders(temporary);
            try (RunningDatabase database = open("pessimistic")) {
                made = folders(temporary);
                made.removeAll(before);
                assertFalse(made.isEmpty(), "it has a folder");
                database.close();
            }
        } while (made.size() > 1);
        assertTrue(Files.notExists(made.iterator().next()));
    }

    /** As users open it: the library is fetched, and the engine is in a class loader of its own. */
    private static RunningDatabase open(String mode) throws DatabaseException {
        return new RocksDatabase().open(Target.parse("rocksdb", Map.of("mode", mode)), Access.plain());
    }

    private static Set<Path> folders(Path in) throws IOException {
        Set<Path> found = new HashSet<>();
        try (var all = Files.newDirectoryStream(in, "isolde-rocksdb-*")) {
            all.forEach(found::add);
        }
        return found;
    }

    /** As users open it: by lock file, and with the engine in a class loader of its own. */
    @Test
    void itOpensByLockFileAndAdapter() throws Exception {
        try (RunningDatabase database = new RocksDatabase().open(TARGET, Access.plain())) {
            assertNotEquals(
                    RocksOpener.class.getClassLoader(), database.getClass().getClassLoader());
            RunningDatabase.Tables tables = new RunningDatabase.Tables(1, false, false);
            database.createTables(tables);
            Isolation serializable = new RocksDatabase().defaultIsolation(TARGET);
            try (Session session =
                    database.session(new SessionOptions(0, serializable, tables, SessionOptions.Statements.SHARED))) {
                assertTrue(session.compareAndSet(1, Session.ABSENT, 5));
                session.begin();
                assertEquals(5, session.read(1));
                session.commit();
            }
        }
    }

    @Test
    void anUnknownModeIsRefusedWithTheModesThereAre() {
        DatabaseException refused = assertThrows(
                DatabaseException.class,
                () -> new RocksDatabase().open(Target.parse("rocksdb", Map.of("mode", "x")), Access.plain()));
        assertTrue(refused.getMessage().contains("mode=optimistic"), refused.getMessage());
    }
}
