package org.isolde.app.replay;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.isolde.app.replay.Excerpt.Transaction;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.run.DatabaseException;
import org.isolde.run.Session;
import org.isolde.run.Session.Failure;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.record.OperationList;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.runner.WriteStyles;

/**
 * One attempt at one transaction on a session: operation by operation, then its end. Used by one thread.
 *
 * <p>Invariants: as in a test, a write is noted before it is sent and a read after it was answered. An attempt is recorded
 * once, when it has ended or failed; after a failure that left the connection whole it is rolled back.
 */
final class TransactionAttempt {
    private final Session session;
    private final long sessionName;
    private final String name;
    private final Transaction transaction;
    private final Renaming renaming;
    private final IntUnaryOperator choose;
    private final Recording recording;
    private final OperationList operations = new OperationList();
    /** When each operation took place, halfway between question and answer; the last is the end. */
    private final long[] times;

    private long begin;
    private long sent;
    private boolean over;

    /**
     * @param name in the history; null for none
     * @param choose which of so many ways to write is taken
     */
    TransactionAttempt(
            Session session,
            long sessionName,
            String name,
            Transaction transaction,
            Renaming renaming,
            IntUnaryOperator choose,
            Recording recording) {
        this.session = session;
        this.sessionName = sessionName;
        this.name = name;
        this.transaction = transaction;
        this.renaming = renaming;
        this.choose = choose;
        this.recording = recording;
        this.times = new long[transaction.endStep() + 1];
    }

    /** Whether it was recorded. */
    boolean isOver() {
        return over;
    }

    /**
     * Executes an operation, the first of them after the begin; or the end, behind the last.
     *
     * @throws DatabaseException if the replay can't go on
     */
    Reply execute(int place) throws DatabaseException, InterruptedException {
        boolean ending = place == transaction.endStep();
        sent = recording.now();
        try {
            if (place == 0) {
                begin = sent;
                session.begin();
            }
            if (!ending) {
                Reply reply = execute(transaction.operations().get(place));
                times[place] = halfway();
                return reply;
            }
            if (transaction.commits()) {
                session.commit();
                record(Status.COMMITTED, recording.now());
            } else {
                session.rollback();
                record(Status.ABORTED, recording.now());
            }
            return Reply.done();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return failed(e, ending && transaction.commits() || endsWithCompareAndSet());
        }
    }

    private Reply execute(Operation op) throws Exception {
        if (op instanceof RowOperation rows) {
            RowAnswer answer = session.execute(rows.statement(), rows.number());
            operations.add(answer);
            return new Reply(Reply.Kind.DONE, RowOperation.words(answer));
        }
        return execute((KeyOperation) op);
    }

    private Reply execute(KeyOperation op) throws Exception {
        long key = renaming.key(op.key());
        switch (op.kind()) {
            case OpKind.READ -> {
                long value = session.read(key);
                operations.add(OpKind.READ, key, value);
                return Reply.seen(value);
            }
            case OpKind.LIST_READ -> {
                long[] list = session.readList(key);
                operations.addList(key, list);
                return Reply.seen(list);
            }
            case OpKind.WRITE, OpKind.APPEND -> {
                long value = renaming.fresh(op.key(), op.value());
                Session.WriteStyle style =
                        WriteStyles.style(operations, key, choose.applyAsInt(WriteStyles.count(operations, key)));
                operations.add(op.kind(), key, value);
                if (op.kind() == OpKind.WRITE) {
                    session.write(key, value, style);
                } else {
                    session.append(key, value, style);
                }
                return Reply.done();
            }
            default -> {
                long expected = renaming.known(op.key(), op.expected());
                long value = renaming.fresh(op.key(), op.value());
                operations.addCompareAndSet(key, expected, value);
                boolean done = session.compareAndSet(key, expected, value);
                if (!done) {
                    operations.failLast();
                }
                return Reply.compared(done);
            }
        }
    }

    private boolean endsWithCompareAndSet() {
        int size = operations.size();
        return size > 0 && operations.kind(size - 1) == OpKind.CAS_WRITE;
    }

    private Reply failed(Exception problem, boolean mayHaveCommitted) throws DatabaseException {
        Failure failure = session.classify(problem, mayHaveCommitted);
        switch (failure.kind()) {
            case ABORTED -> {
                record(Status.ABORTED, recording.now());
                return Reply.failed(!rollBack(), failure.reason());
            }
            case DISCONNECTED -> {
                record(Status.ABORTED, recording.now());
                return Reply.failed(true, failure.reason());
            }
            case UNKNOWN -> {
                record(Status.UNKNOWN, Long.MAX_VALUE);
                return Reply.failed(true, failure.reason());
            }
            default -> throw new DatabaseException("the database failed: " + failure.reason(), problem);
        }
    }

    /** Returns whether the session can go on. */
    private boolean rollBack() {
        try {
            session.rollback();
            return true;
        } catch (Exception e) {
            // the transaction has been recorded as aborted; the session is replaced, or left out
            return false;
        }
    }

    /** Ends one that was left in the middle. */
    void giveUp() {
        if (!over) {
            record(Status.ABORTED, recording.now());
            rollBack();
        }
    }

    private long halfway() {
        return (sent + recording.now()) / 2;
    }

    private void record(Status status, long end) {
        over = true;
        // of one that failed, the last operation is the one that did, and its end is right behind that
        int last = operations.steps();
        long now = halfway();
        if (last > 0 && times[last - 1] == 0) {
            times[last - 1] = now;
        }
        times[last] = now;
        operations.mark(session.mark());
        // as in a test: what was found by timestamps can only be found again by them
        Timestamps timestamps = status == Status.COMMITTED ? session.timestamps() : null;
        recording.add(sessionName, name, status, operations, begin, end, timestamps, Arrays.copyOf(times, last + 1));
    }
}
