package org.isolde.run.runner;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.SingleWriterRecorder;
import org.isolde.generate.RandomSource;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.run.Session;
import org.isolde.run.Session.Failure;
import org.isolde.run.Session.WriteStyle;
import org.isolde.run.SessionOptions;
import org.isolde.run.record.OperationList;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowStatement;
import org.isolde.run.workload.Transaction;
import org.isolde.run.workload.WorkloadOptions;

/**
 * One session of a run: asks for transactions, runs them, and records what it saw. It has a thread and a connection of
 * its own.
 *
 * <p>Invariants: a write is noted before it is sent and a read after it was answered, so a transaction of unknown outcome
 * lists all that it may have done, and no read that it did not make. (A statement on rows tells its writes only when it is
 * answered; one that is not was no commit, so its transaction did not take effect.) After an unknown outcome the session goes on under
 * a new name, because nobody knows whether the lost transaction took effect before or after what comes next.
 */
final class SessionLoop implements Runnable, Transaction.Operations {
    private final Run run;
    private final int number;
    private final RandomSource random;

    /** Decides what is undone, apart from all other choices, which stay what they are without. */
    private final RandomSource undoing;

    private final OperationList operations = new OperationList();
    private final SingleWriterRecorder latency;
    private final AtomicLong numbers;
    private double undoRatio;

    /** Whether the transaction under way is rolled back in the end, if it wrote; once. */
    private boolean isToBeUndone;

    /** How many statements on rows were answered before each savepoint of the transaction. */
    private int[] savepoints = new int[4];

    /** The session's name in the history. */
    private long name;

    private volatile Session session;

    /** Whether a transaction has begun that is not in the log yet. */
    private volatile boolean unrecorded;

    SessionLoop(Run run, int number) {
        this.run = run;
        this.number = number;
        this.name = number;
        // one step of a generator apart is enough: its seeding mixes well
        long seed = run.plan().options().get(WorkloadOptions.SEED) * 1_000_003 + number;
        this.random = new RandomSource(seed);
        this.undoing = new RandomSource(~seed);
        this.latency = run.statistics().latencyRecorder();
        this.numbers = run.numbers();
    }

    @Override
    public void run() {
        try {
            connect();
            undoRatio = run.plan().options().get(WorkloadOptions.UNDO_RATIO);
            while (!run.isOver()) {
                runToTheEnd(
                        run.plan().source().next(number, random),
                        run.plan().options().get(RunOptions.RETRIES));
            }
        } catch (RunFailedException e) {
            run.fail(e.getMessage(), e);
        } catch (InterruptedException e) {
            // the run is being given up; what was under way has been recorded or counts as lost
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            run.fail("internal error in session " + number + ": " + e, e);
        } finally {
            close();
        }
    }

    /** Runs the transactions that come before all others; nothing of them is undone. */
    void setUp() throws RunFailedException, InterruptedException {
        try {
            connect();
            if (session == null) {
                throw new RunFailedException("the run was stopped before the initial data could be written", null);
            }
            for (Transaction transaction : run.plan().source().setup()) {
                if (!runToTheEnd(transaction, Integer.MAX_VALUE)) {
                    throw new RunFailedException("the initial data could not be written", null);
                }
            }
        } finally {
            close();
        }
    }

    /**
     * Runs a transaction, again if it was aborted; returns whether it was committed. One that is undone is tried again as well:
     * what comes behind it on the same keys sees what a rollback left.
     */
    private boolean runToTheEnd(Transaction transaction, int retries) throws RunFailedException, InterruptedException {
        isToBeUndone = undoing.chance(undoRatio);
        for (int attempt = 0; ; attempt++) {
            Status status = attempt(transaction);
            if (status != Status.ABORTED || transaction.rollsBack()) {
                return status == Status.COMMITTED;
            }
            if (attempt >= retries || run.isOver()) {
                return false;
            }
        }
    }

    private Status attempt(Transaction transaction) throws RunFailedException, InterruptedException {
        operations.clear();
        unrecorded = true;
        long begin = run.now();
        boolean committing = false;
        try {
            session.begin();
            transaction.run(this);
            writeInVain();
            if (transaction.rollsBack() || isToBeUndone && operations.wrote()) {
                isToBeUndone = false;
                operations.mark(session.mark());
                session.rollback();
                run.statistics().rolledBack();
                record(Status.ABORTED, "rolled back by the client", begin, run.now());
                return Status.ABORTED;
            }
            committing = true;
            session.commit();
            long end = run.now();
            operations.mark(session.mark());
            run.statistics().committed(operations.steps());
            latency.recordValue(end - begin);
            run.log().add(name, Status.COMMITTED, null, operations, begin, end, session.timestamps());
            unrecorded = false;
            transaction.committed();
            return Status.COMMITTED;
        } catch (InterruptedException e) {
            throw e;
        } catch (StackOverflowError e) {
            lost(new Failure(Failure.Kind.FATAL, e.toString()), begin);
            throw new RunFailedException(
                    "the database, or its driver, failed with a StackOverflowError in this JVM: a bug of its own", e);
        } catch (Exception e) {
            // a compare-and-set may commit by itself
            boolean mayHaveCommitted = committing || endsWithCompareAndSet();
            operations.mark(session.mark());
            Failure failure = session.classify(e, mayHaveCommitted);
            String reason = run.plan().redaction().text(failure.reason());
            return failed(new Failure(failure.kind(), reason), mayHaveCommitted, begin, e);
        }
    }

    private boolean endsWithCompareAndSet() {
        int size = operations.size();
        return size > 0 && operations.kind(size - 1) == OpKind.CAS_WRITE;
    }

    private Status failed(Failure failure, boolean mayHaveCommitted, long begin, Exception problem)
            throws RunFailedException, InterruptedException {
        switch (failure.kind()) {
            case ABORTED -> {
                record(Status.ABORTED, failure.reason(), begin, run.now());
                run.statistics().aborted(failure.reason());
                try {
                    session.rollback();
                } catch (Exception e) {
                    reconnect();
                }
                return Status.ABORTED;
            }
            case DISCONNECTED -> {
                record(Status.ABORTED, failure.reason(), begin, run.now());
                run.statistics().aborted(failure.reason());
                reconnect();
                return Status.ABORTED;
            }
            case UNKNOWN -> {
                lost(failure, begin);
                reconnect();
                return Status.UNKNOWN;
            }
            default -> {
                if (mayHaveCommitted) {
                    lost(failure, begin);
                } else {
                    record(Status.ABORTED, failure.reason(), begin, run.now());
                }
                throw new RunFailedException(failure.reason(), problem);
            }
        }
    }

    private void lost(Failure failure, long begin) {
        record(Status.UNKNOWN, failure.reason(), begin, Long.MAX_VALUE);
        run.statistics().unknown(failure.reason());
        name += run.plan().options().get(WorkloadOptions.SESSIONS) + 1L;
    }

    private void record(Status status, String reason, long begin, long end) {
        run.log().add(name, status, reason, operations, begin, end, null);
        unrecorded = false;
    }

    /** Whether it ended in the middle of a transaction, of which the log knows nothing. */
    boolean hasUnrecorded() {
        return unrecorded;
    }

    private void connect() throws RunFailedException, InterruptedException {
        session = run.connect(new SessionOptions(
                number,
                run.plan().isolation(),
                run.plan().tables(),
                run.plan().options().get(RunOptions.STATEMENTS).of(number)));
    }

    private void reconnect() throws RunFailedException, InterruptedException {
        close();
        if (!run.isOver()) {
            connect();
        }
    }

    private void close() {
        if (session != null) {
            try {
                session.close();
            } catch (RuntimeException | StackOverflowError e) {
                // a driver that fails while closing has nothing more to say about the run
                session = null;
            }
        }
    }

    /** Wakes a session that waits for an answer; called from outside. */
    void abort() {
        Session open = session;
        if (open != null) {
            open.abort();
        }
    }

    @Override
    public long read(long key) throws Exception {
        long value = session.read(key);
        operations.add(OpKind.READ, key, value);
        return value;
    }

    @Override
    public long write(long key) throws Exception {
        long value = freshNumber();
        write(key, value);
        return value;
    }

    @Override
    public void write(long key, long value) throws Exception {
        WriteStyle style = style(key);
        operations.add(OpKind.WRITE, key, value);
        session.write(key, value, style);
    }

    @Override
    public long[] readList(long key) throws Exception {
        long[] elements = session.readList(key);
        operations.addList(key, elements);
        return elements;
    }

    @Override
    public long append(long key) throws Exception {
        WriteStyle style = style(key);
        long element = freshNumber();
        operations.add(OpKind.APPEND, key, element);
        session.append(key, element, style);
        return element;
    }

    @Override
    public boolean compareAndSet(long key, long expected) throws Exception {
        long value = freshNumber();
        operations.addCompareAndSet(key, expected, value);
        if (session.compareAndSet(key, expected, value)) {
            return true;
        }
        operations.failLast();
        return false;
    }

    @Override
    public RowAnswer execute(RowStatement statement) throws Exception {
        RowAnswer answer = session.execute(statement, freshNumber());
        operations.add(answer);
        return answer;
    }

    @Override
    public int savepoint() throws Exception {
        int savepoint = session.savepoint();
        if (savepoint >= 0) {
            if (savepoint >= savepoints.length) {
                savepoints = Arrays.copyOf(savepoints, savepoint * 2);
            }
            savepoints[savepoint] = operations.answers().size();
        }
        return savepoint;
    }

    @Override
    public void rollbackTo(int savepoint) throws Exception {
        session.rollbackTo(savepoint);
        operations.undo(savepoints[savepoint]);
    }

    @Override
    public long freshNumber() {
        return numbers.incrementAndGet();
    }

    /**
     * Now and then writes once more to a key of a transaction that wrote, and undoes it at once, where the database has
     * savepoints. The history has nothing of it: a value that nobody wrote must not be read. It is the last thing that a
     * transaction does, so that nothing hides what a savepoint left.
     */
    private void writeInVain() throws Exception {
        if (operations.size() == 0 || !undoing.chance(undoRatio) || !operations.wrote()) {
            return;
        }
        int place = undoing.below(operations.size());
        long key = operations.key(place);
        byte kind = operations.kind(place);
        WriteStyle style = WriteStyles.style(operations, key, undoing.below(WriteStyles.count(operations, key)));
        int savepoint = session.savepoint();
        if (savepoint < 0) {
            return;
        }
        if (kind == OpKind.LIST_READ || kind == OpKind.APPEND) {
            session.append(key, freshNumber(), style);
        } else {
            session.write(key, freshNumber(), style);
        }
        session.rollbackTo(savepoint);
    }

    /** How a key is written, at random among what fits to what this transaction has seen of it. */
    private WriteStyle style(long key) {
        return WriteStyles.style(operations, key, random.below(WriteStyles.count(operations, key)));
    }
}
