package org.isolde.broken;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.isolde.broken.BrokenStatement.Answer;
import org.isolde.broken.SqlText.Kind;

/**
 * A connection that has a fault.
 *
 * <p>Invariant: whoever executes a statement on the real connection, or ends its transaction, holds the lock. Others come
 * here for {@link Fault#DIRTY_READ} alone, and only try to get it, so nobody waits in a circle.
 */
final class BrokenConnection extends Wrapper {
    /** After so many transactions the old snapshot is replaced: old enough to be wrong, and young enough to matter. */
    private static final int SNAPSHOT_TRANSACTIONS = 2;

    /** H2's own level: its REPEATABLE READ has a snapshot of the tables only that a statement names. */
    private static final int SNAPSHOT = 6;

    private final Faults faults;
    private final Faults.Opener opener;
    private final Connection real;
    private final SplittableRandom random;
    private final ReentrantLock lock = new ReentrantLock();

    /** How many statements of the transaction were executed. */
    private int executed;

    private boolean wrote;
    /** Whether a statement of the transaction failed: many databases then let it do nothing but roll back. */
    private boolean failed;

    private int savepoints;

    /** The level that was asked for, while the transaction runs at a weaker one; else negative. */
    private int asked = -1;

    /** Reads an old snapshot; null until it is needed. */
    private Connection old;

    private int transactions;

    private BrokenConnection(Faults faults, Faults.Opener opener, Connection real, SplittableRandom random) {
        super(real);
        this.faults = faults;
        this.opener = opener;
        this.real = real;
        this.random = random;
    }

    static Connection proxy(Faults faults, Faults.Opener opener, SplittableRandom random) throws SQLException {
        return (Connection) Proxy.newProxyInstance(
                BrokenConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                new BrokenConnection(faults, opener, opener.open(), random));
    }

    @Override
    Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "createStatement":
                return BrokenStatement.proxy((Statement) pass(method, arguments), this, proxy, null);
            case "prepareStatement":
                return BrokenStatement.proxy((Statement) pass(method, arguments), this, proxy, (String) arguments[0]);
            case "commit":
                return locked(this::commit);
            case "rollback":
                return locked(
                        arguments.length == 0
                                ? this::rollback
                                : () -> {
                                    rollbackTo(() -> real.rollback((Savepoint) arguments[0]));
                                    return null;
                                });
            case "setSavepoint":
                savepoints++;
                return pass(method, arguments);
            case "close":
                return locked(() -> {
                    close();
                    return pass(method, arguments);
                });
            default:
                return pass(method, arguments);
        }
    }

    /** What is done while nobody else uses the connection. */
    interface Body {
        Object run() throws Throwable;
    }

    private interface Step {
        void run() throws SQLException;
    }

    private Object locked(Body body) throws Throwable {
        lock.lock();
        try {
            return body.run();
        } finally {
            lock.unlock();
        }
    }

    // ---- ends of transactions

    private Object commit() throws SQLException {
        if (wrote && !failed && faults.strikes(Fault.LOST_COMMIT, random)) {
            faults.count();
            real.rollback();
        } else {
            real.commit();
        }
        ended();
        return null;
    }

    private Object rollback() throws SQLException {
        if (wrote && !failed && faults.strikes(Fault.FORGOTTEN_ROLLBACK, random)) {
            faults.count();
            real.commit();
        } else {
            real.rollback();
        }
        ended();
        return null;
    }

    private void rollbackTo(Step step) throws SQLException {
        if (!failed && faults.strikes(Fault.FORGOTTEN_SAVEPOINT, random)) {
            faults.count();
        } else {
            step.run();
            failed = false;
        }
    }

    private void ended() throws SQLException {
        executed = 0;
        savepoints = 0;
        failed = false;
        setWrote(false);
        if (asked >= 0) {
            real.setTransactionIsolation(asked);
            asked = -1;
        }
        if (old != null && ++transactions % SNAPSHOT_TRANSACTIONS == 0) {
            takeSnapshot();
        }
    }

    private void setWrote(boolean now) {
        wrote = now;
        if (now) {
            faults.writers().add(this);
        } else {
            faults.writers().remove(this);
        }
    }

    private void close() throws SQLException {
        faults.writers().remove(this);
        if (old != null) {
            old.close();
        }
    }

    // ---- statements

    Object writeInBatch(Body body) throws Throwable {
        return locked(() -> {
            setWrote(!real.getAutoCommit());
            return body.run();
        });
    }

    /**
     * Executes a statement.
     *
     * @param body what the driver would do
     * @param type what that would return: a result, whether there is one, or how many rows were written
     */
    Object execute(BrokenStatement statement, String text, Body body, Class<?> type) throws Throwable {
        return locked(() -> {
            if (real.getAutoCommit()) {
                return body.run();
            }
            try {
                return execute(statement, text, SqlText.of(text), body, type);
            } catch (SQLException e) {
                failed = true;
                throw e;
            }
        });
    }

    private Object execute(BrokenStatement statement, String text, SqlText sql, Body body, Class<?> type)
            throws Throwable {
        switch (sql.kind()) {
            case COMMIT:
                commit();
                return nothing(type);
            case ROLLBACK:
                rollback();
                return nothing(type);
            case ROLLBACK_TO:
                rollbackTo(() -> statement.executeOn(real, text));
                return nothing(type);
            case SAVEPOINT:
                savepoints++;
                return body.run();
            case OTHER:
                return body.run();
            default:
                before();
                Object answer = sql.kind() == Kind.QUERY
                        ? query(statement, text, sql, body, type)
                        : write(statement, text, sql, body, type);
                executed++;
                return answer;
        }
    }

    private static Object nothing(Class<?> type) {
        return type == boolean.class ? (Object) false : type == long.class ? (Object) 0L : (Object) 0;
    }

    private void before() throws SQLException {
        if (executed == 0) {
            if (faults.strikes(Fault.WEAKER_LEVEL, random)) {
                faults.count();
                asked = real.getTransactionIsolation();
                real.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            }
            if (faults.is(Fault.STALE_READ) && old == null) {
                old = opener.open();
                old.setAutoCommit(false);
                boolean knowsSnapshots = old.getMetaData().supportsTransactionIsolationLevel(SNAPSHOT);
                old.setTransactionIsolation(knowsSnapshots ? SNAPSHOT : Connection.TRANSACTION_REPEATABLE_READ);
                takeSnapshot();
            }
        } else if (savepoints == 0 && !failed && faults.strikes(Fault.SPLIT_TRANSACTION, random)) {
            faults.count();
            real.commit();
            setWrote(false);
        }
    }

    private void takeSnapshot() throws SQLException {
        old.rollback();
        try (Statement statement = old.createStatement()) {
            statement.execute("select count(*) from information_schema.tables");
        }
    }

    private Object query(BrokenStatement statement, String text, SqlText sql, Body body, Class<?> type)
            throws Throwable {
        ResultSet instead = null;
        if (faults.strikes(Fault.DIRTY_READ, random)) {
            instead = readUncommitted(statement, text);
        } else if (!wrote && faults.strikes(Fault.STALE_READ, random)) {
            instead = statement.executeOn(old, text).rows();
        } else if (sql.ignorant() != null && faults.strikes(Fault.IGNORED_PREDICATE, random)) {
            instead = statement.executeOn(real, sql.ignorant()).rows();
        } else if (!sql.aggregate() && faults.strikes(Fault.DROPPED_ROW, random)) {
            // counts for itself, if there is a row
            return statement.answer(
                    BrokenResult.withoutFirst(statement.executeOn(real, text).rows(), faults), type);
        }
        if (instead == null) {
            return body.run();
        }
        faults.count();
        return statement.answer(instead, type);
    }

    private Object write(BrokenStatement statement, String text, SqlText sql, Body body, Class<?> type)
            throws Throwable {
        setWrote(true);
        if (sql.ignorant() != null && faults.strikes(Fault.IGNORED_PREDICATE, random)) {
            faults.count();
            Answer answer = statement.executeOn(real, sql.ignorant());
            if (answer.rows() != null) {
                return statement.answer(answer.rows(), type);
            }
            return type == boolean.class
                    ? (Object) false
                    : type == long.class ? (Object) (long) answer.count() : (Object) answer.count();
        }
        Object answer = body.run();
        if (sql.kind() == Kind.UPDATE && faults.strikes(Fault.DOUBLED_UPDATE, random)) {
            faults.count();
            statement.executeOn(real, text);
        }
        return answer;
    }

    /** What another transaction sees that has written; null if there is none, or all are busy. */
    private ResultSet readUncommitted(BrokenStatement statement, String text) throws SQLException {
        for (BrokenConnection other : faults.writers()) {
            if (other != this && other.lock.tryLock()) {
                try {
                    if (other.wrote && !other.failed) {
                        return other.answer(statement, text);
                    }
                } finally {
                    other.lock.unlock();
                }
            }
        }
        return null;
    }

    /** Called by another client. If it fails, this client's transaction goes on as if nothing had been asked. */
    private ResultSet answer(BrokenStatement statement, String text) throws SQLException {
        Savepoint before = real.setSavepoint();
        try {
            return statement.executeOn(real, text).rows();
        } catch (SQLException e) {
            real.rollback(before);
            return null;
        }
    }
}
