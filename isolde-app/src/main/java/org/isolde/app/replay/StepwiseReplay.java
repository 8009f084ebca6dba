package org.isolde.app.replay;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.isolde.run.DatabaseException;
import org.isolde.run.Session;
import org.isolde.run.jdbc.JdbcSession;
import org.isolde.run.scenario.InterleavedExecution;
import org.isolde.run.scenario.LockObserver;
import org.isolde.run.scenario.Patience;
import org.isolde.run.scenario.StepEvent;
import org.isolde.run.scenario.StepExecutor;

/**
 * Replays schedules step by step: each session has a connection and a thread, and a step is sent when all sessions are idle
 * or wait.
 *
 * <p>Invariant: every execution has empty tables and new sessions.
 */
final class StepwiseReplay implements AutoCloseable {
    private final ReplayDatabase database;
    private final Patience patience;
    /** Null if the database can't say who waits. */
    private final LockObserver observer;

    StepwiseReplay(ReplayDatabase database, Patience patience) throws DatabaseException, InterruptedException {
        this.database = database;
        this.patience = patience;
        database.createTables();
        Session probe = database.session(0);
        boolean sql = probe instanceof JdbcSession;
        probe.close();
        this.observer = sql ? observer() : null;
    }

    private LockObserver observer() throws DatabaseException, InterruptedException {
        Connection connection;
        try {
            connection = database.running().connect(database.isolation());
        } catch (InterruptedException | DatabaseException e) {
            throw e;
        } catch (Exception e) {
            throw database.failed("the database can't be connected to", e);
        }
        try {
            return LockObserver.on(connection);
        } catch (SQLException e) {
            throw database.failed("the database could not be asked who waits", e);
        }
    }

    /** @param choose which of so many ways to write a row is taken */
    StepwiseExecution run(Schedule schedule, IntUnaryOperator choose) throws DatabaseException, InterruptedException {
        try (Stage stage = Stage.of(database)) {
            return run(schedule, choose, stage);
        }
    }

    private StepwiseExecution run(Schedule schedule, IntUnaryOperator choose, Stage stage)
            throws DatabaseException, InterruptedException {
        Excerpt excerpt = schedule.excerpt();
        if (!excerpt.preparation().isEmpty()) {
            Session first = stage.session(0);
            try {
                ReplayDatabase.prepare(first, excerpt.preparation(), Renaming.AS_RECORDED, stage.recording());
            } finally {
                first.close();
            }
        }
        List<StepEvent<Step, Reply>> events;
        try (InterleavedExecution<Step, Reply> execution =
                new InterleavedExecution<>(new ReplayRules(excerpt), patience, observer)) {
            for (int client = 0; client < excerpt.clients().size(); client++) {
                Session session = stage.session(excerpt.clients().get(client).number());
                SessionSteps steps = new SessionSteps(excerpt, session, choose, stage.recording());
                execution.addSession(Integer.toString(client), steps, register(session));
            }
            events = execution.run(schedule.order());
        }
        return StepwiseExecution.of(schedule, events, stage.end());
    }

    private long register(Session session) throws DatabaseException {
        if (observer == null || !(session instanceof JdbcSession jdbc)) {
            return 0;
        }
        try {
            long id = observer.register(jdbc.connection());
            // the session's transaction is to begin with its first step
            jdbc.connection().rollback();
            return id;
        } catch (SQLException e) {
            session.close();
            throw database.failed("a session can't begin", e);
        }
    }

    /** What failed has been rolled back, and the rest of its transaction is not sent; nor anything by a lost session. */
    private record ReplayRules(Excerpt excerpt) implements InterleavedExecution.Rules<Step, Reply> {
        @Override
        public String session(Step step) {
            return Integer.toString(
                    excerpt.transactions().get(step.transaction()).client());
        }

        @Override
        public boolean skips(Step earlier, Reply reply, Step step) {
            return switch (reply.kind()) {
                case DONE -> false;
                case ABORTED -> earlier.transaction() == step.transaction();
                case LOST -> true;
            };
        }

        @Override
        public boolean releases(Step step, Reply reply) {
            return excerpt.operation(step) == null || reply.kind() != Reply.Kind.DONE;
        }
    }

    /** Executes the steps of one session, transaction by transaction. */
    private static final class SessionSteps implements StepExecutor<Step, Reply> {
        private final Excerpt excerpt;
        private final Session session;
        private final IntUnaryOperator choose;
        private final Recording recording;
        private TransactionAttempt current;

        SessionSteps(Excerpt excerpt, Session session, IntUnaryOperator choose, Recording recording) {
            this.excerpt = excerpt;
            this.session = session;
            this.choose = choose;
            this.recording = recording;
        }

        @Override
        public Reply execute(Step step) throws DatabaseException, InterruptedException {
            if (step.operation() == 0) {
                Excerpt.Transaction transaction = excerpt.transactions().get(step.transaction());
                current = new TransactionAttempt(
                        session,
                        transaction.client(),
                        transaction.name(),
                        transaction,
                        Renaming.AS_RECORDED,
                        choose,
                        recording);
            }
            return current.execute(step.operation());
        }

        /** Sessions have no gentler way than to be cut. */
        @Override
        public void cancel() {
            session.abort();
        }

        @Override
        public void abort() {
            session.abort();
        }

        @Override
        public void close() {
            if (current != null) {
                current.giveUp();
            }
            session.close();
        }
    }

    @Override
    public void close() {
        if (observer != null) {
            try {
                observer.close();
            } catch (SQLException e) {
                // it goes with the database, and nothing depends on it any more
                return;
            }
        }
    }
}
