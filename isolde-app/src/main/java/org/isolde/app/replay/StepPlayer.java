package org.isolde.app.replay;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.run.DatabaseException;
import org.isolde.run.Session;
import org.isolde.run.jdbc.JdbcSession;
import org.isolde.run.scenario.LockWaits;
import org.isolde.run.scenario.Patience;
import org.isolde.run.scenario.Stage;

/**
 * Replays scripts step by step: each session has a connection and a thread, and a step is sent when all sessions are idle
 * or wait.
 *
 * <p>Invariant: every play has empty tables and new sessions.
 */
final class StepPlayer implements AutoCloseable {
    private final Stand stand;
    private final Patience patience;
    private final Connection observer;
    private final LockWaits lockWaits;

    StepPlayer(Stand stand, Patience patience) throws DatabaseException, InterruptedException {
        this.stand = stand;
        this.patience = patience;
        stand.createTables();
        Session probe = stand.session(0);
        boolean sql = probe instanceof JdbcSession;
        probe.close();
        this.observer = sql ? observer() : null;
        this.lockWaits = observer == null ? null : lockWaits();
    }

    private Connection observer() throws DatabaseException, InterruptedException {
        try {
            Connection connection = stand.database().connect(stand.isolation());
            connection.setAutoCommit(true);
            return connection;
        } catch (InterruptedException | DatabaseException e) {
            throw e;
        } catch (Exception e) {
            throw stand.failed("the database can't be connected to", e);
        }
    }

    private LockWaits lockWaits() throws DatabaseException {
        try {
            return LockWaits.of(observer);
        } catch (SQLException e) {
            throw stand.failed("the database could not be asked who waits", e);
        }
    }

    /** What one play came to. */
    record Played(StepPlay play, History history) {}

    /** @param choose which of so many ways to write a row is taken */
    Played play(Script script, List<Step> order, IntUnaryOperator choose)
            throws DatabaseException, InterruptedException {
        stand.createTables();
        Recording recording = new Recording();
        if (!script.preparation().isEmpty()) {
            Session first = stand.session(0);
            try {
                Stand.prepare(first, script.preparation(), Renaming.AS_RECORDED, recording);
            } finally {
                first.close();
            }
        }
        StepPlay play = new StepPlay(script, order);
        try (Stage<Step, Reply> stage = new Stage<>(play, patience, lockWaits, observer)) {
            for (int client = 0; client < script.clients().size(); client++) {
                Session session = stand.session(script.clients().get(client).number());
                SessionPerformer performer = new SessionPerformer(script, session, choose, recording);
                stage.enter(Integer.toString(client), performer, register(session));
            }
            stage.perform(order);
        }
        try {
            return new Played(play, recording.history());
        } catch (BadHistoryException e) {
            throw new DatabaseException("what the replay saw is no history: " + e.getMessage(), e);
        }
    }

    private long register(Session session) throws DatabaseException {
        if (lockWaits == null || !(session instanceof JdbcSession jdbc)) {
            return 0;
        }
        try {
            long id = lockWaits.register(jdbc.connection());
            // the session's transaction is to begin with its first step
            jdbc.connection().rollback();
            return id;
        } catch (SQLException e) {
            session.close();
            throw stand.failed("a session can't begin", e);
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
