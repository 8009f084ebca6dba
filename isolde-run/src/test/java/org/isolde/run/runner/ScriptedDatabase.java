package org.isolde.run.runner;

import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.Session.Failure;
import org.isolde.run.SessionOptions;

/** A database that does with one transaction after the other what a script says, and notes what was asked of it. */
final class ScriptedDatabase implements RunningDatabase {
    /** What becomes of a transaction. */
    enum Act {
        COMMIT,
        /** The write fails, and the transaction with it. */
        ABORT,
        /** The write fails, and so does the rollback after it. */
        ABORT_AND_BREAK,
        /** The connection is lost at the write. */
        DISCONNECT,
        /** The connection is lost at the commit. */
        LOSE_COMMIT,
        /** The write is a mistake. */
        FATAL_WRITE,
        /** The commit is a mistake. */
        FATAL_COMMIT,
        /** The driver has a bug. */
        RUNTIME_EXCEPTION,
        /** The commit is answered when the connection is cut. */
        HANG_UNTIL_ABORTED,
        /** The commit is not answered before the thread is interrupted. */
        HANG_UNTIL_INTERRUPTED,
        /** The commit is never answered. */
        HANG_FOR_EVER
    }

    final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    final CountDownLatch hanging = new CountDownLatch(1);
    private final Queue<Act> script;
    private volatile int failingConnections;
    private volatile boolean savepoints;

    ScriptedDatabase(Act... script) {
        this.script = new ArrayDeque<>(Arrays.asList(script));
    }

    /** After the first connection, so many are refused. */
    ScriptedDatabase refusing(int connections) {
        failingConnections = connections;
        return this;
    }

    ScriptedDatabase withSavepoints() {
        savepoints = true;
        return this;
    }

    @Override
    public String version() {
        return "scripted";
    }

    @Override
    public void createTables(Tables tables) {}

    @Override
    public synchronized Session session(SessionOptions options) throws SocketException {
        // the first two are those of the set-up and of the session
        if (Collections.frequency(asked, "connect") >= 2 && failingConnections > 0) {
            failingConnections--;
            asked.add("refused");
            throw new SocketException("no route to jdbc:x://h?password=secret");
        }
        asked.add("connect");
        return new Scripted();
    }

    private synchronized Act next() {
        Act act = script.poll();
        return act == null ? Act.COMMIT : act;
    }

    @Override
    public void close() {}

    private static final class Mishap extends Exception {
        private static final long serialVersionUID = 1L;

        private final Failure.Kind kind;

        Mishap(Failure.Kind kind) {
            super(kind.toString());
            this.kind = kind;
        }
    }

    private final class Scripted implements Session {
        private final CountDownLatch cut = new CountDownLatch(1);
        private Act act = Act.COMMIT;

        @Override
        public void begin() {
            act = next();
        }

        @Override
        public long read(long key) {
            asked.add("r" + key);
            return ABSENT;
        }

        @Override
        public void write(long key, long value, WriteStyle style) throws Mishap {
            asked.add("w" + key);
            switch (act) {
                case ABORT, ABORT_AND_BREAK -> throw new Mishap(Failure.Kind.ABORTED);
                case DISCONNECT -> throw new Mishap(Failure.Kind.DISCONNECTED);
                case FATAL_WRITE -> throw new Mishap(Failure.Kind.FATAL);
                case RUNTIME_EXCEPTION -> throw new AssertionError("a bug of the driver");
                default -> {
                    return;
                }
            }
        }

        @Override
        public int savepoint() {
            if (!savepoints) {
                return -1;
            }
            asked.add("savepoint");
            return 0;
        }

        @Override
        public void rollbackTo(int savepoint) {
            asked.add("rollback to " + savepoint);
        }

        @Override
        public void commit() throws Mishap, InterruptedException {
            switch (act) {
                case LOSE_COMMIT -> throw new Mishap(Failure.Kind.UNKNOWN);
                case FATAL_COMMIT -> throw new Mishap(Failure.Kind.FATAL);
                case HANG_UNTIL_ABORTED -> {
                    hanging.countDown();
                    cut.await();
                    throw new Mishap(Failure.Kind.UNKNOWN);
                }
                case HANG_UNTIL_INTERRUPTED -> {
                    hanging.countDown();
                    new CountDownLatch(1).await();
                }
                case HANG_FOR_EVER -> hang();
                default -> asked.add("commit");
            }
        }

        private void hang() {
            hanging.countDown();
            while (true) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    asked.add("interrupted in vain");
                }
            }
        }

        @Override
        public void rollback() throws Mishap {
            asked.add("rollback");
            if (act == Act.ABORT_AND_BREAK) {
                throw new Mishap(Failure.Kind.DISCONNECTED);
            }
        }

        @Override
        public Failure classify(Exception problem, boolean committing) {
            return problem instanceof Mishap mishap
                    ? new Failure(mishap.kind, "scripted " + mishap.kind)
                    : new Failure(Failure.Kind.FATAL, problem.toString());
        }

        @Override
        public void abort() {
            cut.countDown();
        }

        @Override
        public void close() {
            asked.add("close");
        }

        @Override
        public long[] readList(long key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void append(long key, long element, WriteStyle style) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean compareAndSet(long key, long expected, long value) {
            throw new UnsupportedOperationException();
        }
    }
}
