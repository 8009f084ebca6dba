package org.isolde.run.runner;

import static org.isolde.run.runner.ScriptedDatabase.Act.ABORT;
import static org.isolde.run.runner.ScriptedDatabase.Act.ABORT_AND_BREAK;
import static org.isolde.run.runner.ScriptedDatabase.Act.COMMIT;
import static org.isolde.run.runner.ScriptedDatabase.Act.DISCONNECT;
import static org.isolde.run.runner.ScriptedDatabase.Act.FATAL_COMMIT;
import static org.isolde.run.runner.ScriptedDatabase.Act.FATAL_WRITE;
import static org.isolde.run.runner.ScriptedDatabase.Act.HANG_FOR_EVER;
import static org.isolde.run.runner.ScriptedDatabase.Act.HANG_UNTIL_ABORTED;
import static org.isolde.run.runner.ScriptedDatabase.Act.HANG_UNTIL_INTERRUPTED;
import static org.isolde.run.runner.ScriptedDatabase.Act.LOSE_COMMIT;
import static org.isolde.run.runner.ScriptedDatabase.Act.RUNTIME_EXCEPTION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.isolde.generate.RandomSource;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.option.Options;
import org.isolde.run.record.OperationList;
import org.isolde.run.record.TransactionLog;
import org.isolde.run.runner.ScriptedDatabase.Act;
import org.isolde.run.workload.Transaction;
import org.isolde.run.workload.TransactionSource;
import org.isolde.run.workload.WorkloadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a run records when its database commits, aborts, breaks or hangs, by a script. */
@Timeout(60)
class RunTest {
    private static final Duration GRACE = Duration.ofMillis(200);

    private Recording recording = new Recording();

    /** Transaction n reads and writes key n; one session, two retries, until so many are committed. */
    private Run.Result run(ScriptedDatabase database, long transactions) throws InterruptedException {
        return run(database, transactions, null, new Counting(-1));
    }

    private Run.Result run(ScriptedDatabase database, long transactions, Duration time, TransactionSource source)
            throws InterruptedException {
        return run(database, transactions, time, source, 0);
    }

    private Run.Result run(
            ScriptedDatabase database, long transactions, Duration time, TransactionSource source, double undoRatio)
            throws InterruptedException {
        RunPlan plan = new RunPlan(
                new Isolation(Isolation.SERIALIZABLE, Level.SER),
                new Tables(1, false, false),
                source,
                Options.none()
                        .with(WorkloadOptions.SESSIONS, 1)
                        .with(RunOptions.TIME, time)
                        .with(RunOptions.TRANSACTIONS, transactions)
                        .with(RunOptions.RETRIES, 2)
                        .with(WorkloadOptions.UNDO_RATIO, undoRatio),
                List.of(),
                Duration.ofMillis(500),
                Redaction.none());
        return new Run(database, plan, recording, null, GRACE).run();
    }

    @Test
    void whatWentWellIsWhole() throws Exception {
        ScriptedDatabase database = new ScriptedDatabase();
        Run.Result result = run(database, 2);
        assertNull(result.problem());
        assertEquals(List.of("0 committed r1 w1", "0 committed r2 w2"), recording.lines);
        assertTrue(recording.finished);
        assertEquals(2, result.statistics().committed());
        assertEquals(4, result.statistics().operations());
        assertEquals(Collections.frequency(database.asked, "connect"), Collections.frequency(database.asked, "close"));
    }

    @Test
    void anAbortedTransactionIsTriedAgainOnTheSameKeys() throws Exception {
        ScriptedDatabase database = new ScriptedDatabase(ABORT, ABORT);
        Run.Result result = run(database, 1);
        assertEquals(
                List.of(
                        "0 aborted r1 w1 (scripted ABORTED)",
                        "0 aborted r1 w1 (scripted ABORTED)",
                        "0 committed r1 w1"),
                recording.lines);
        assertEquals(3, recording.values.stream().distinct().count(), "each attempt writes a value of its own");
        assertEquals(2, result.statistics().aborted());
        assertEquals(2, Collections.frequency(database.asked, "rollback"));
    }

    @Test
    void afterTheLastRetryComesAnotherTransaction() throws Exception {
        run(new ScriptedDatabase(ABORT, ABORT, ABORT), 1);
        assertEquals(4, recording.lines.size());
        assertEquals("0 committed r2 w2", recording.lines.get(3));
    }

    @Test
    void aRollbackThatFailsMeansANewConnection() throws Exception {
        ScriptedDatabase database = new ScriptedDatabase(ABORT_AND_BREAK);
        Run.Result result = run(database, 1);
        assertNull(result.problem());
        assertEquals(List.of("0 aborted r1 w1 (scripted ABORTED)", "0 committed r1 w1"), recording.lines);
        assertEquals(3, Collections.frequency(database.asked, "connect"), "for the set-up, the session, and again");
    }

    @Test
    void aRollbackOnPurposeIsRecordedAsAbortedAndNotTriedAgain() throws Exception {
        ScriptedDatabase database = new ScriptedDatabase();
        Run.Result result = run(database, 1, null, new Counting(1));
        assertEquals(List.of("0 aborted r1 w1 (rolled back by the client)", "0 committed r2 w2"), recording.lines);
        assertEquals(1, result.statistics().rolledBack());
        assertEquals(0, result.statistics().aborted());
    }

    @Test
    void whatWroteIsUndoneAndTriedAgain() throws Exception {
        ScriptedDatabase database = new ScriptedDatabase();
        Run.Result result = run(database, 2, null, new Counting(-1), 1);
        assertEquals(
                List.of(
                        "0 aborted r1 w1 (rolled back by the client)",
                        "0 committed r1 w1",
                        "0 aborted r2 w2 (rolled back by the client)",
                        "0 committed r2 w2"),
                recording.lines);
        assertEquals(2, result.statistics().rolledBack());
        assertEquals(0, result.statistics().aborted());
        assertEquals(Map.of(), result.statistics().reasons());
        assertEquals(4, recording.values.stream().distinct().count());
    }

    @Test
    void whatTheDatabaseAbortsBeforeItIsUndoneIsTriedAgainAsWell() throws Exception {
        run(new ScriptedDatabase(ABORT), 1, null, new Counting(-1), 1);
        assertEquals(
                List.of(
                        "0 aborted r1 w1 (scripted ABORTED)",
                        "0 aborted r1 w1 (rolled back by the client)",
                        "0 committed r1 w1"),
                recording.lines);
    }

    @Test
    void aShareIsUndoneAndTheSeedSaysWhich() throws Exception {
        Run.Result result = run(new ScriptedDatabase(), 400, null, new Counting(-1), 0.1);
        assertEquals(40, result.statistics().rolledBack(), 20);
        List<String> lines = List.copyOf(recording.lines);
        List<Long> values = List.copyOf(recording.values);
        recording.lines.clear();
        recording.values.clear();
        run(new ScriptedDatabase(), 400, null, new Counting(-1), 0.1);
        assertEquals(lines, recording.lines);
        assertEquals(values, recording.values);
    }

    @Test
    void neitherReadersNorTheSetUpAreUndone() throws Exception {
        TransactionSource source = new TransactionSource() {
            @Override
            public List<Transaction> setup() {
                return List.of(operations -> operations.write(77));
            }

            @Override
            public Transaction next(int session, RandomSource random) {
                return operations -> operations.read(77);
            }
        };
        Run.Result result = run(new ScriptedDatabase().withSavepoints(), 2, null, source, 1);
        assertEquals(List.of("1 committed w77", "0 committed r77"), recording.lines);
        assertEquals(0, result.statistics().rolledBack());
    }

    /** The history has nothing of what was undone there. */
    @Test
    void writesAreUndoneAtSavepoints() throws Exception {
        ScriptedDatabase database = new ScriptedDatabase().withSavepoints();
        TransactionSource source = (session, random) -> operations -> {
            operations.read(5);
            operations.write(5);
        };
        run(database, 1, null, source, 1);
        assertEquals(List.of("0 aborted r5 w5 (rolled back by the client)", "0 committed r5 w5"), recording.lines);
        List<String> attempt = List.of("r5", "w5", "savepoint", "w5", "rollback to 0");
        assertEquals(attempt, database.asked.subList(3, 8));
        assertEquals(attempt, database.asked.subList(9, 14));
    }

    @Test
    void whatWasLostBeforeTheCommitIsAborted() throws Exception {
        ScriptedDatabase database = new ScriptedDatabase(DISCONNECT);
        Run.Result result = run(database, 1);
        assertNull(result.problem());
        assertEquals(List.of("0 aborted r1 w1 (scripted DISCONNECTED)", "0 committed r1 w1"), recording.lines);
        assertEquals(3, Collections.frequency(database.asked, "connect"));
    }

    @Test
    void whatWasLostAtTheCommitIsUnknownAndTheSessionGetsANewName() throws Exception {
        Run.Result result = run(new ScriptedDatabase(COMMIT, LOSE_COMMIT, LOSE_COMMIT), 2);
        assertNull(result.problem());
        assertEquals(
                List.of(
                        "0 committed r1 w1",
                        "0 unknown r2 w2 (scripted UNKNOWN) without end",
                        "2 unknown r3 w3 (scripted UNKNOWN) without end",
                        "4 committed r4 w4"),
                recording.lines,
                "and it is never tried again: it may have taken effect");
        assertEquals(2, result.statistics().unknown());
        assertTrue(recording.finished);
    }

    @Test
    void aConnectionThatIsRefusedIsTriedAgain() throws Exception {
        ScriptedDatabase database = new ScriptedDatabase(DISCONNECT).refusing(2);
        assertNull(run(database, 1).problem());
        assertEquals(2, Collections.frequency(database.asked, "refused"));
        assertEquals("0 committed r1 w1", recording.lines.get(1));
    }

    @Test
    void aDatabaseThatStaysAwayEndsTheRunWithoutTellingSecrets() throws Exception {
        Run.Result result = run(new ScriptedDatabase(COMMIT, DISCONNECT).refusing(Integer.MAX_VALUE), 9);
        assertEquals("the database can't be reached any more: no route to jdbc:x://h?password=***", result.problem());
        assertEquals(2, recording.lines.size());
        assertTrue(recording.finished, "nothing that began is missing");
    }

    @Test
    void aDatabaseThatIsAwayWhenTheTimeIsOverIsToldToo() throws Exception {
        ScriptedDatabase database = new ScriptedDatabase(DISCONNECT).refusing(Integer.MAX_VALUE);
        Run.Result result = run(database, 0, Duration.ofMillis(250), new Counting(-1));
        assertTrue(result.problem().startsWith("the database can't be reached any more"), result.problem());
    }

    @Test
    void aMistakeEndsTheRun() throws Exception {
        Run.Result result = run(new ScriptedDatabase(COMMIT, FATAL_WRITE), 9);
        assertEquals("scripted FATAL", result.problem());
        assertEquals(List.of("0 committed r1 w1", "0 aborted r2 w2 (scripted FATAL)"), recording.lines);
        assertTrue(recording.finished);
    }

    @Test
    void aMistakeAtTheCommitIsAnUnknownOutcome() throws Exception {
        Run.Result result = run(new ScriptedDatabase(FATAL_COMMIT), 9);
        assertEquals("scripted FATAL", result.problem());
        assertEquals(List.of("0 unknown r1 w1 (scripted FATAL) without end"), recording.lines);
        assertTrue(recording.finished);
    }

    /** Nobody recorded what the transaction did: only a recording that counts as broken off is honest. */
    @Test
    void aBugOfTheDriverBreaksTheRecordingOff() throws Exception {
        Run.Result result = run(new ScriptedDatabase(COMMIT, RUNTIME_EXCEPTION), 9);
        assertTrue(result.problem().contains("a bug of the driver"), result.problem());
        assertEquals(List.of("0 committed r1 w1"), recording.lines);
        assertFalse(recording.finished);
        assertTrue(recording.closed);
    }

    @Test
    void aSessionThatHangsIsCutOff() throws Exception {
        Run.Result result = hang(HANG_UNTIL_ABORTED);
        assertEquals(List.of("0 committed r1 w1", "0 unknown r2 w2 (scripted UNKNOWN) without end"), recording.lines);
        assertTrue(recording.finished, "its outcome was recorded in the end: " + result);
    }

    @Test
    void aSessionThatMustBeInterruptedBreaksTheRecordingOff() throws Exception {
        hang(HANG_UNTIL_INTERRUPTED);
        assertEquals(List.of("0 committed r1 w1"), recording.lines);
        assertFalse(recording.finished);
        assertTrue(recording.closed);
    }

    @Test
    void aSessionThatHangsForEverIsLeftAloneAndBreaksTheRecordingOff() throws Exception {
        hang(HANG_FOR_EVER);
        assertEquals(List.of("0 committed r1 w1"), recording.lines);
        assertFalse(recording.finished);
        assertTrue(recording.closed);
    }

    private Run.Result hang(Act how) throws Exception {
        ScriptedDatabase database;
        Run.Result result;
        Duration time = Duration.ofMillis(25);
        do {
            // on a busy machine it may take longer until it hangs
            time = time.multipliedBy(4);
            recording = new Recording();
            database = new ScriptedDatabase(COMMIT, how);
            result = run(database, 0, time, new Counting(-1));
        } while (database.hanging.getCount() > 0);
        assertEquals(
                "the database hangs: 1 of 1 sessions got no answer for 0.2 s after the end of the run, and were cut off",
                result.problem());
        return result;
    }

    @Test
    void aLogThatFailsEndsTheRun() throws Exception {
        recording.failAt = 3;
        Run.Result result = run(new ScriptedDatabase(), 0);
        assertTrue(result.problem().startsWith("the history can't be written: full; what was recorded"));
        assertEquals(2, recording.lines.size());
    }

    @Test
    void theSetUpComesFirstUnderANameOfItsOwn() throws Exception {
        TransactionSource source = new TransactionSource() {
            @Override
            public List<Transaction> setup() {
                return List.of(operations -> operations.write(77));
            }

            @Override
            public Transaction next(int session, RandomSource random) {
                return operations -> operations.read(77);
            }
        };
        run(new ScriptedDatabase(ABORT, ABORT, ABORT, ABORT), 2, null, source);
        assertEquals("1 aborted w77 (scripted ABORTED)", recording.lines.get(3), "tried until it is there");
        assertEquals(List.of("1 committed w77", "0 committed r77"), recording.lines.subList(4, 6));
    }

    @Test
    void timesComeFromOneClock() throws Exception {
        run(new ScriptedDatabase(ABORT, LOSE_COMMIT), 3);
        long before = 0;
        for (long[] times : recording.times) {
            assertTrue(before <= times[0] && times[0] <= times[1]);
            before = times[1] == Long.MAX_VALUE ? times[0] : times[1];
        }
    }

    /** Transactions on keys 1, 2, 3 and so on. */
    private static final class Counting implements TransactionSource {
        private final AtomicLong made = new AtomicLong();
        private final long rolledBack;

        /** @param rolledBack the key of the transaction that ends by rollback */
        Counting(long rolledBack) {
            this.rolledBack = rolledBack;
        }

        @Override
        public Transaction next(int session, RandomSource random) {
            long key = made.incrementAndGet();
            return new Transaction() {
                @Override
                public void run(Operations operations) throws Exception {
                    operations.read(key);
                    operations.write(key);
                }

                @Override
                public boolean rollsBack() {
                    return key == rolledBack;
                }
            };
        }
    }

    /** A log in memory, a line of words for each transaction. */
    private static final class Recording implements TransactionLog {
        final List<String> lines = Collections.synchronizedList(new ArrayList<>());
        final List<Long> values = Collections.synchronizedList(new ArrayList<>());
        final List<long[]> times = Collections.synchronizedList(new ArrayList<>());
        volatile boolean finished;
        volatile boolean closed;
        int failAt = Integer.MAX_VALUE;
        private volatile IOException failure;

        @Override
        public synchronized void add(
                long session,
                Status status,
                String reason,
                OperationList operations,
                long begin,
                long end,
                Timestamps timestamps) {
            if (lines.size() + 1 >= failAt) {
                failure = new IOException("full");
                return;
            }
            StringBuilder line =
                    new StringBuilder(session + " " + status.toString().toLowerCase(java.util.Locale.ROOT));
            for (int i = 0; i < operations.size(); i++) {
                boolean reads = operations.kind(i) == OpKind.READ;
                line.append(reads ? " r" : " w").append(operations.key(i));
                if (!reads) {
                    values.add(operations.value(i));
                }
            }
            line.append(reason == null ? "" : " (" + reason + ")");
            line.append(end == Long.MAX_VALUE ? " without end" : "");
            lines.add(line.toString());
            times.add(new long[] {begin, end});
        }

        @Override
        public IOException failure() {
            return failure;
        }

        @Override
        public void finish() throws IOException {
            finished = true;
            close();
        }

        @Override
        public void close() throws IOException {
            closed = true;
            if (failure != null) {
                throw failure;
            }
        }
    }
}
