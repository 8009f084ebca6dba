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

/**
 * The sessions of one play, and the order of their steps, whatever a step and its answer are.
 *
 * <p>Invariant: a step is sent only when every session is idle or waits for a lock. So what is sent when depends on the
 * database alone, and not on how fast anything is. A session that waits has its further steps queued; once it is answered,
 * they go first.
 */
public final class Stage<S, A> implements AutoCloseable {
    /** What the grace time is counted in: a machine that is busy elsewhere stretches these as it does the database. */
    private static final Duration TICK = Duration.ofMillis(10);

    private static final Duration CANCELLING = Duration.ofSeconds(5);

    /** Longer than any usual lock timeout: Derby's is a minute. */
    private static final Duration CLOSING = Duration.ofSeconds(90);

    private final Script<S, A> script;
    private final Patience patience;
    private final LockWaits lockWaits;
    private final Connection observer;
    private final BlockingQueue<Done<S, A>> done = new LinkedBlockingQueue<>();
    private final Map<String, PlayedSession<S, A>> sessions = new LinkedHashMap<>();

    /** Whether a transaction has ended since sessions were last given time to stop waiting. */
    private boolean released;

    /**
     * What is played, and who takes down what happens; called by the player's thread alone.
     *
     * @param <S> a step, told apart by identity: the same may be there twice
     * @param <A> what a step is answered
     */
    public interface Script<S, A> {
        /** The name of the session that a step is of. */
        String session(S step);

        /** Whether a step whose turn it is must not be sent, because what came before it failed. */
        boolean skips(S step);

        void sent(S step);

        /** It was sent, and waits. */
        void waits(S step);

        void answered(S step, A answer);

        /** It was not sent. */
        void skipped(S step);

        /** It would have waited for ever, and was cancelled. */
        void cancelled(S step);

        /** Whether a transaction is over with this answer, which may let others go on. */
        boolean releases(S step, A answer);
    }

    /** @param lockWaits null if the database can't say who waits; else it is asked through {@code observer} */
    public Stage(Script<S, A> script, Patience patience, LockWaits lockWaits, Connection observer) {
        this.script = script;
        this.patience = patience;
        this.lockWaits = lockWaits;
        this.observer = observer;
    }

    /** @param id the database's number of the session, as {@link LockWaits#register} gave it; 0 without that */
    public void enter(String name, Performer<S, A> performer, long id) {
        sessions.put(name, new PlayedSession<>(name, performer, id, done));
    }

    /** Plays the steps to their end, cancelling what would wait for ever. */
    public void perform(List<S> steps) throws DatabaseException, InterruptedException {
        for (S step : steps) {
            sessions.get(script.session(step)).queue().add(step);
            advance(steps);
        }
        while (hasPending(session -> true)) {
            Done<S, A> next = done.poll(patience.end().toMillis(), TimeUnit.MILLISECONDS);
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
    private void advance(List<S> steps) throws DatabaseException, InterruptedException {
        for (PlayedSession<S, A> ready = earliest(steps); ready != null; ready = earliest(steps)) {
            S step = ready.queue().remove();
            if (script.skips(step)) {
                script.skipped(step);
                continue;
            }
            script.sent(step);
            ready.send(step);
            settle();
        }
    }

    private PlayedSession<S, A> earliest(List<S> steps) {
        for (S step : steps) {
            PlayedSession<S, A> session = sessions.get(script.session(step));
            if (session.pending() == null && session.queue().peek() == step) {
                return session;
            }
        }
        return null;
    }

    private boolean hasPending(Predicate<PlayedSession<S, A>> which) {
        return sessions.values().stream().anyMatch(session -> session.pending() != null && which.test(session));
    }

    /** Returns when every session is idle or waits for a lock. */
    private void settle() throws DatabaseException, InterruptedException {
        if (lockWaits == null) {
            settleByTime();
        } else {
            settleByAsking();
        }
        for (PlayedSession<S, A> session : sessions.values()) {
            if (session.pending() != null && !session.isWaiting()) {
                session.markWaiting();
                script.waits(session.pending());
            }
        }
        released = false;
    }

    private void settleByAsking() throws DatabaseException, InterruptedException {
        long end = System.nanoTime() + patience.limit().toNanos();
        while (hasPending(session -> true) && System.nanoTime() < end) {
            Done<S, A> next = done.poll(lockWaits.pause().toMillis(), TimeUnit.MILLISECONDS);
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
            Done<S, A> next = done.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
            if (next != null) {
                take(next);
                tick = -1;
            }
        }
    }

    private void take(Done<S, A> next) throws DatabaseException {
        if (next.problem() instanceof DatabaseException problem) {
            throw problem;
        }
        if (next.problem() != null) {
            throw new DatabaseException(
                    "session " + next.session().name() + " failed: " + next.problem(), next.problem());
        }
        S step = next.session().pending();
        released |= script.releases(step, next.answer());
        script.answered(step, next.answer());
        next.session().settle();
    }

    /** Cancels every statement that waits; the play is over. */
    private void unblock() throws InterruptedException {
        for (PlayedSession<S, A> session : sessions.values()) {
            if (session.pending() != null) {
                script.cancelled(session.pending());
                session.cancel();
            }
            session.queue().forEach(script::skipped);
        }
        long end = System.nanoTime() + CANCELLING.toNanos();
        while (hasPending(session -> true) && System.nanoTime() < end) {
            Done<S, A> next = done.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
            if (next != null) {
                next.session().settle();
            }
        }
        sessions.values().stream().filter(session -> session.pending() != null).forEach(PlayedSession::abort);
    }

    /** Ends all sessions, rolling back what they left open. */
    @Override
    public void close() throws DatabaseException {
        DatabaseException first = null;
        for (PlayedSession<S, A> session : sessions.values()) {
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
