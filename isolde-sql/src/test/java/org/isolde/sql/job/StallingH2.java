package org.isolde.sql.job;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.db.h2.H2Database;
import org.isolde.run.jdbc.EmbeddedDatabase;
import org.isolde.run.jdbc.SqlDialect;

/** H2, where a call of the driver does not return. */
final class StallingH2 extends EmbeddedDatabase {
    private static final int SETTINGS = 5;

    private final H2Database real = new H2Database();
    private final Stall stall;
    private final AtomicInteger calls = new AtomicInteger();
    private final int from;
    private final int until;

    /** What stalls. */
    enum Stall {
        /** A statement that can be cancelled. */
        STATEMENT,
        /** A commit, which can't. */
        COMMIT
    }

    /** @param from of the calls that can stall the first that does, and {@code until} the first behind that which does not */
    StallingH2(Stall stall, int from, int until) {
        this.stall = stall;
        this.from = from;
        this.until = until;
    }

    @Override
    public String name() {
        return real.name();
    }

    @Override
    public String summary() {
        return real.summary();
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return real.isolations(target);
    }

    @Override
    public SqlDialect dialect() {
        return real.dialect();
    }

    @Override
    protected Library library() {
        throw new UnsupportedOperationException();
    }

    @Override
    protected RunningDatabase openNew(Target target, Access access) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        RunningDatabase running = real.open(target, access);
        return proxy(
                RunningDatabase.class,
                running,
                (method, arguments, result) ->
                        method.equals("connect") ? connection((Connection) result.get()) : result.get());
    }

    private Connection connection(Connection connection) throws Exception {
        AtomicInteger statements = new AtomicInteger();
        return proxy(Connection.class, connection, (method, arguments, result) -> {
            // what a session is told first is committed too
            if (method.equals("createStatement")) {
                statements.incrementAndGet();
            }
            if (method.equals("commit") && stall == Stall.COMMIT && statements.get() > SETTINGS && isTime()) {
                new CountDownLatch(1).await();
            }
            return method.equals("createStatement") ? statement((Statement) result.get()) : result.get();
        });
    }

    private Statement statement(Statement statement) {
        CountDownLatch cancelled = new CountDownLatch(1);
        return proxy(Statement.class, statement, (method, arguments, result) -> {
            if (method.equals("cancel")) {
                cancelled.countDown();
            }
            if (method.equals("execute")
                    && stall == Stall.STATEMENT
                    && ((String) arguments[0]).startsWith("select")
                    && isTime()) {
                cancelled.await();
                throw new SQLException("canceled", "57014", 57014);
            }
            return result.get();
        });
    }

    private boolean isTime() {
        int call = calls.incrementAndGet();
        return call >= from && call < until;
    }

    @FunctionalInterface
    private interface Call {
        Object get() throws Exception;
    }

    @FunctionalInterface
    private interface Handler {
        Object handle(String method, Object[] arguments, Call result) throws Exception;
    }

    private static <T> T proxy(Class<T> type, Object real, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                StallingH2.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> handler.handle(method.getName(), arguments, () -> {
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() instanceof Exception problem ? problem : e;
                    }
                })));
    }
}
