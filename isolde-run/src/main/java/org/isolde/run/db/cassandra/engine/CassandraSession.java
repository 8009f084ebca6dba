package org.isolde.run.db.cassandra.engine;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;

/**
 * Lightweight transactions: each read and each compare-and-set is one by itself, so begin and commit do nothing.
 *
 * <p>Invariant: all that touches a row goes through Paxos: writes have an IF, reads are at SERIAL. A request is sent
 * once; the driver repeats none that isn't said to be idempotent.
 */
final class CassandraSession implements Session {
    private final CqlSession driver;
    private final RunningDatabase.Tables tables;
    private final PreparedStatement[] selects;
    private final PreparedStatement[] inserts;
    private final PreparedStatement[] updates;

    /** Whether a request that writes is under way, or its answer was lost. */
    private boolean inDoubt;

    private volatile CompletableFuture<?> pending;
    private volatile boolean closed;

    CassandraSession(CqlSession driver, RunningDatabase.Tables tables) {
        this.driver = driver;
        this.tables = tables;
        selects = new PreparedStatement[tables.count()];
        inserts = new PreparedStatement[tables.count()];
        updates = new PreparedStatement[tables.count()];
        for (int i = 0; i < tables.count(); i++) {
            selects[i] = prepare("SELECT v FROM isolde.t" + i + " WHERE k = ?", ConsistencyLevel.SERIAL);
            inserts[i] = prepare(
                    "INSERT INTO isolde.t" + i + " (k, v) VALUES (?, ?) IF NOT EXISTS", ConsistencyLevel.QUORUM);
            updates[i] = prepare("UPDATE isolde.t" + i + " SET v = ? WHERE k = ? IF v = ?", ConsistencyLevel.QUORUM);
        }
    }

    private PreparedStatement prepare(String text, ConsistencyLevel consistency) {
        return driver.prepare(SimpleStatement.newInstance(text)
                .setConsistencyLevel(consistency)
                .setSerialConsistencyLevel(ConsistencyLevel.SERIAL)
                .setIdempotent(false));
    }

    @Override
    public void begin() {
        inDoubt = false;
    }

    @Override
    public long read(long key) throws Exception {
        Row row = execute(selects[tables.of(key)].bind(key)).one();
        return row == null ? ABSENT : row.getLong(0);
    }

    @Override
    public boolean compareAndSet(long key, long expected, long value) throws Exception {
        int table = tables.of(key);
        inDoubt = true;
        AsyncResultSet result = execute(
                expected == ABSENT ? inserts[table].bind(key, value) : updates[table].bind(value, key, expected));
        inDoubt = false;
        return result.wasApplied();
    }

    private AsyncResultSet execute(BoundStatement statement) throws Exception {
        CompletableFuture<AsyncResultSet> answer =
                driver.executeAsync(statement).toCompletableFuture();
        pending = answer;
        if (closed) {
            answer.cancel(true);
        }
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception problem ? problem : e;
        }
    }

    @Override
    public void write(long key, long value, WriteStyle style) {
        throw onlyCompareAndSet();
    }

    @Override
    public long[] readList(long key) {
        throw onlyCompareAndSet();
    }

    @Override
    public void append(long key, long element, WriteStyle style) {
        throw onlyCompareAndSet();
    }

    private static UnsupportedOperationException onlyCompareAndSet() {
        return new UnsupportedOperationException("cassandra is tested by reads and compare-and-sets alone");
    }

    /** There is nothing left to do. */
    @Override
    public void commit() {}

    /** There is nothing to take back. */
    @Override
    public void rollback() {
        inDoubt = false;
    }

    /**
     * A compare-and-set that never got to the server, or was refused at its door, did not happen. Whatever else goes
     * wrong may have happened, or happen yet: the next one on that row completes what it finds begun.
     */
    @Override
    public Failure classify(Exception problem, boolean committing) {
        String reason = problem.getClass().getSimpleName();
        if (isUnsent(problem)) {
            return new Failure(Failure.Kind.DISCONNECTED, reason);
        }
        if (problem instanceof OverloadedException || problem instanceof BootstrappingException) {
            return new Failure(Failure.Kind.ABORTED, reason);
        }
        if (problem instanceof QueryValidationException) {
            return new Failure(Failure.Kind.FATAL, reason);
        }
        if (problem instanceof DriverException || problem instanceof CancellationException) {
            return new Failure(inDoubt ? Failure.Kind.UNKNOWN : Failure.Kind.DISCONNECTED, reason);
        }
        return new Failure(Failure.Kind.FATAL, reason);
    }

    private static boolean isUnsent(Throwable problem) {
        if (problem instanceof AllNodesFailedException all) {
            // Without any error, there was no node to ask.
            return all.getAllErrors().values().stream().flatMap(List::stream).allMatch(CassandraSession::isUnsent);
        }
        return problem instanceof NodeUnavailableException || problem instanceof BusyConnectionException;
    }

    /** Whoever waits for an answer, in another thread, gets an exception. The connection is everybody's, and stays. */
    @Override
    public void close() {
        closed = true;
        CompletableFuture<?> waiting = pending;
        if (waiting != null) {
            waiting.cancel(true);
        }
    }
}
