package org.isolde.app;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.isolde.run.Ability;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.Target;

/** A database that is opened once for many tests: what a test closes stays open until the end of all. */
public final class KeptOpen implements Database, AutoCloseable {
    private final Target target;
    private final Database kind;
    private final RunningDatabase running;
    private int tablesLeft = Integer.MAX_VALUE;
    private Runnable opening = () -> {};
    private final CountDownLatch closed = new CountDownLatch(1);

    public KeptOpen(String name) throws DatabaseException {
        this.target = Target.parse(name, Map.of());
        this.kind = Databases.of(target);
        this.running = kind.open(target, Access.plain());
    }

    public Target target() {
        return target;
    }

    /** Lets the tables be made so many times, and then no more. */
    void refuseTablesAfter(int times) {
        tablesLeft = times;
    }

    /** What happens while a test opens it. */
    void whenOpening(Runnable action) {
        opening = action;
    }

    /** Waits until a test has closed it. */
    void awaitClosed() throws InterruptedException {
        closed.await();
    }

    @Override
    public String name() {
        return kind.name();
    }

    @Override
    public String summary() {
        return kind.summary();
    }

    @Override
    public List<Isolation> isolations(Target asked) {
        return kind.isolations(asked);
    }

    @Override
    public Set<Ability> abilities() {
        return kind.abilities();
    }

    @Override
    public RunningDatabase open(Target asked, Access access) {
        opening.run();
        return new Lent();
    }

    @Override
    public void close() {
        running.close();
    }

    private final class Lent implements RunningDatabase {
        @Override
        public String version() {
            return running.version();
        }

        @Override
        public void createTables(Tables tables) throws Exception {
            if (tablesLeft-- <= 0) {
                throw new SQLException("no tables today");
            }
            running.createTables(tables);
        }

        @Override
        public Session session(SessionOptions options) throws Exception {
            return running.session(options);
        }

        @Override
        public Connection connect(Isolation isolation) throws Exception {
            return running.connect(isolation);
        }

        @Override
        public List<Node> nodes() {
            return running.nodes();
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
