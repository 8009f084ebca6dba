package org.isolde.run.scenario;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.isolde.run.DatabaseException;
import org.isolde.run.scenario.PlayedSession.Done;
import org.isolde.run.scenario.Scenario.Step;

/**
 * The sessions of one play, and the order of their steps.
 *
 * <p>Invariant: a step is sent only when every session is idle or waits for a lock. So what is sent when depends on the
 * database alone, and not on how fast anything is. A session that waits has its further steps queued; once it is answered,
 * they go first.
 */
final class Stage implements AutoCloseable {
    /** What the grace time is counted in: a machine that is busy elsewhere stretches these as it does the database. */
    private static final Duration TICK = Duration.ofMillis(10);

    private static final Duration CANCELLING = Duration.ofSeconds(5);

    /** Longer than any usual lock timeout: Derby's is a minute. */
    private static final Duration CLOSING = Duration.ofSeconds(90);

    private final Play play;
    private final Patience patience;
    private final LockWaits lockWaits;
    private final Connection observer;
    private final BlockingQueue<Done> done = new LinkedBlockingQueue<>();
    private final Map<String, PlayedSession> sessions = new LinkedHashMap<>();

    /** Whether a transaction has ended since sessions were last given time to stop waiting. */
    private boolean released;

    /** @param lockWaits null if the database can't say who waits; else it is asked through {@code observer} */
    Stage(Play play, Patience patience, LockWaits lockWaits, Connection observer) {
        this.play = play;
        this.patience = patience;
        this.lockWaits = lockWaits;
        this.observer = observer;
    }

    void enter(String name, Connection connection, SqlText sql) throws SQLException {
        long id = lockWaits == null ? 0 : lockWaits.register(connection);
        // the session's transaction is to begin with its first step
        connection.rollback();
        sessions.put(name, new PlayedSession(name, connection, sql, id, done));
    }

    /** Plays the steps to their end, cancelling what would wait for ever. */
    void perform(List<Step> steps) throws DatabaseException, InterruptedException {
        for (Step step : steps) {
            sessions.get(step.session()).queue().add(step);
            advance(steps);
        }
        while (hasPending(session -> true)) {
            Done next = done.poll(patience.end().toMillis(), TimeUnit.MILLISECONDS);
            if (next == null) {
                unblock();
                return;
            }
            take(next);
            settle();
            advance(steps);
        }
    }

    /** Sends what can be sent, the earliest step first, until all that is queued waits behind a waiting session. */
    private void advance(List<Step> steps) throws DatabaseException, InterruptedException {
        for (PlayedSession ready = earliest(steps); ready != null; ready = earliest(steps)) {
            Step step = ready.queue().remove();
            if (ready.hasFailed()) {
                play.answered(step, Answer.skipped());
                continue;
            }
            play.sent(step);
            ready.send(step);
            settle();
        }
    }

    private PlayedSession earliest(List<Step> steps) {
        for (Step step : steps) {
            PlayedSession session = sessions.get(step.session());
            if (session.pending() == null && session.queue().peek() == step) {
                return session;
            }
        }
        return null;
    }

    private boolean hasPending(Predicate<PlayedSession> which) {
        return sessions.values().stream().anyMatch(session -> session.pending() != null && which.test(session));
    }

    /** Returns when every session is idle or waits for a lock. */
    private void settle() throws DatabaseException, InterruptedException {
        if (lockWaits == null) {
            settleByTime();
        } else {
            settleByAsking();
        }
        for (PlayedSession session : sessions.values()) {
            if (session.pending() != null && !session.isWaiting()) {
                session.markWaiting();
                play.waits(session.pending());
            }
        }
        released = false;
    }

    private void settleByAsking() throws DatabaseException, InterruptedException {
        long end = System.nanoTime() + patience.limit().toNanos();
        while (hasPending(session -> true) && System.nanoTime() < end) {
            Done next = done.poll(lockWaits.pause().toMillis(), TimeUnit.MILLISECONDS);
            if (next != null) {
                take(next);
                continue;
            }
            List<Long> asked = new ArrayList<>();
            sessions.values().stream()
                    .filter(session -> session.pending() != null)
                    .forEach(session -> asked.add(session.id()));
            Set<Long> waiting;
            try {
                waiting = lockWaits.waiting(observer, asked);
            } catch (SQLException e) {
                throw new DatabaseException("the database could not say who waits: " + SqlText.explain(e), e);
            }
            if (waiting.containsAll(asked) && done.isEmpty()) {
                return;
            }
        }
    }

    /** Sessions that have waited before are given time again only if some transaction ended. */
    private void settleByTime() throws DatabaseException, InterruptedException {
        long ticks = patience.grace().dividedBy(TICK);
        for (long tick = 0; tick < ticks && hasPending(session -> released || !session.isWaiting()); tick++) {
            Done next = done.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
            if (next != null) {
                take(next);
                tick = -1;
            }
        }
    }

    private void take(Done next) throws DatabaseException {
        if (next.problem() instanceof DatabaseException problem) {
            throw problem;
        }
        if (next.problem() != null) {
            throw new DatabaseException(
                    "session " + next.session().name() + " failed: " + next.problem(), next.problem());
        }
        Step step = next.session().pending();
        released |= step.isEnd() || next.answer().kind() == Answer.Kind.ERROR;
        play.answered(step, next.answer());
        next.session().settle(next.answer());
    }

    /** Cancels every statement that waits; the play is over. */
    private void unblock() throws InterruptedException {
        for (PlayedSession session : sessions.values()) {
            if (session.pending() != null) {
                play.answered(session.pending(), Answer.cancelled());
                session.cancel();
            }
            session.queue().forEach(step -> play.answered(step, Answer.skipped()));
        }
        long end = System.nanoTime() + CANCELLING.toNanos();
        while (hasPending(session -> true) && System.nanoTime() < end) {
            Done next = done.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
            if (next != null) {
                next.session().settle(null);
            }
        }
        sessions.values().stream().filter(session -> session.pending() != null).forEach(PlayedSession::abort);
    }

    /** Ends all sessions, rolling back what they left open. */
    @Override
    public void close() throws DatabaseException {
        DatabaseException first = null;
        for (PlayedSession session : sessions.values()) {
            try {
                session.close(CLOSING);
            } catch (DatabaseException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
