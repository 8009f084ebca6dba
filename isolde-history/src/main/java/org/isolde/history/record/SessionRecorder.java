package org.isolde.history.record;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Status;
import org.isolde.history.format.TransactionWriter;

/**
 * Records what one client does: one transaction after the other, from one thread at a time.
 *
 * <p>After a transaction of unknown outcome the session goes on under a new name: the one before may still commit, behind
 * what comes now.
 */
public final class SessionRecorder {
    /** Names gather in the table; beyond so many it is made anew. */
    private static final int MOST_NAMES = 1 << 16;

    private final Recorder recorder;
    private final String wanted;
    private String name;
    private TransactionRecorder current;
    private Scalars scalars;
    private TransactionWriter line;

    SessionRecorder(Recorder recorder, String wanted) {
        this.recorder = recorder;
        this.wanted = Objects.requireNonNull(wanted);
        this.name = recorder.uniqueName(wanted);
    }

    /** What it is called in the history. */
    public synchronized String name() {
        return name;
    }

    /**
     * Begins a transaction; call it before the database is asked to.
     *
     * @throws IllegalStateException if the one before has not ended, or the recorder is closed
     */
    public synchronized TransactionRecorder begin() {
        if (current != null) {
            throw new IllegalStateException("session " + name + " has a transaction under way; end it first, or give"
                    + " each thread a session of its own");
        }
        if (recorder.isClosed()) {
            throw new IllegalStateException("the recorder is closed");
        }
        current = new TransactionRecorder(this, recorder.now());
        recorder.opened(this);
        return current;
    }

    /** The recorder is closed in the middle of a transaction. */
    synchronized void cutOff() {
        if (current != null) {
            end(current, Status.UNKNOWN, "the recording ended before it did");
        }
    }

    /** Records how a transaction ended, unless it had ended before. */
    synchronized void end(TransactionRecorder transaction, Status status, String reason) {
        if (current != transaction) {
            return;
        }
        long end = status == Status.UNKNOWN ? Long.MAX_VALUE : recorder.now();
        if (scalars == null || scalars.size() > MOST_NAMES) {
            scalars = new Scalars();
            line = new TransactionWriter(scalars);
        }
        line.clear();
        line.begin(scalars.text(name), TransactionWriter.NONE, TransactionWriter.NONE, status, reason);
        for (TransactionRecorder.Operation operation : transaction.operations()) {
            write(operation);
        }
        line.endOperations();
        line.realTime(transaction.begin(), end);
        if (status == Status.COMMITTED && transaction.hasTimestamps()) {
            line.start(transaction.startTimestamp(), 0);
            line.commit(transaction.commitTimestamp(), 0);
        }
        line.end();
        recorder.file().add(line.bytes(), line.length());
        current = null;
        recorder.ended(this);
        if (status == Status.UNKNOWN) {
            name = recorder.uniqueName(wanted);
        }
    }

    private void write(TransactionRecorder.Operation operation) {
        long key = code(operation.key());
        if (operation.kind() == OpKind.LIST_READ) {
            List<?> elements = (List<?>) operation.value();
            long[] codes = elements.stream().mapToLong(this::code).toArray();
            line.listRead(key, codes, codes.length);
            return;
        }
        if (operation.kind() == OpKind.CAS_WRITE) {
            line.operation(OpKind.CAS_READ, key, code(operation.expected()));
        }
        line.operation(operation.kind(), key, code(operation.value()));
    }

    /** Integers by their value, whatever type they came in; anything else by its text. */
    private long code(Object value) {
        if (value == null) {
            return Scalars.NULL;
        }
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return scalars.number(((Number) value).longValue());
        }
        if (value instanceof BigInteger || value instanceof BigDecimal) {
            return number(new BigDecimal(value.toString()).stripTrailingZeros());
        }
        return scalars.text(value.toString());
    }

    private long number(BigDecimal value) {
        try {
            return scalars.number(value.longValueExact());
        } catch (ArithmeticException e) {
            return scalars.text(value.toPlainString()); // has a fraction, or more than 64 bits
        }
    }
}
