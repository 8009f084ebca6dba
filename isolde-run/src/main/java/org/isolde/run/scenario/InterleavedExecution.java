package org.isolde.run.scenario;

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
import org.isolde.run.scenario.SessionWorker.Done;

/**
 * Executes steps of several sessions in one order, each session on a thread of its own, whatever a step and its answer are.
 *
 * <p>Invariant: a step is sent only when every session is idle or waits for a lock. So what is sent when depends on the
 * database alone, and not on how fast anything is. A session that waits has its further steps queued; once it is answered,
 * they go first.
 */
public final class InterleavedExecution<S, A> implements AutoCloseable {
    /** What the grace time is counted in: a machine that is busy elsewhere stretches these as it does the database. */
    private static final Duration TICK = Duration.ofMillis(10);

    private static final Duration CANCELLING = Duration.ofSeconds(5);

    /** Longer than any usual lock timeout: Derby's is a minute. */
    private static final Duration CLOSING = Duration.ofSeconds(90);

    private final Rules<S, A> rules;
    private final Patience patience;
    private final LockObserver observer;
    private final List<StepEvent<S, A>> events = new ArrayList<>();
    private final BlockingQueue<Done<S, A>> done = new LinkedBlockingQueue<>();
    private final Map<String, SessionWorker<S, A>> sessions = new LinkedHashMap<>();

    /** Whether a transaction has ended since sessions were last given time to stop waiting. */
    private boolean released;

    /**
     * What there is to know of steps.
     *
     * @param <S> a step, told apart by identity: the same may be there twice
     * @param <A> what a step is answered
     */
    public interface Rules<S, A> {
        /** The name of the session that a step is of. */
        String session(S step);

        /** Whether a step must not be sent, because an earlier one of its session was answered so. */
        boolean skips(S earlier, A answer, S step);

        /** Whether a transaction is over with this answer, or a part of it, which may let others go on. */
        boolean releases(S step, A answer);
    }

    /** @param observer null if the database can't say who waits */
    public InterleavedExecution(Rules<S, A> rules, Patience patience, LockObserver observer) {
        this.rules = rules;
        this.patience = patience;
        this.observer = observer;
    }

    /** @param id the database's number of the session, as {@link LockObserver#register} gave it; 0 without that */
    public void addSession(String name, StepExecutor<S, A> executor, long id) {
        sessions.put(name, new SessionWorker<>(name, executor, id, done));
    }

    /**
     * Executes the steps to their end, cancelling what would wait for ever.
     *
     * @return what happened, in order
     */
    public List<StepEvent<S, A>> run(List<S> steps) throws DatabaseException, InterruptedException {
        for (S step : steps) {
            sessions.get(rules.session(step)).queue().add(step);
            advance(steps);
        }
        while (hasPending(session -> true)) {
            Done<S, A> next = done.poll(patience.end().toMillis(), TimeUnit.MILLISECONDS);
            if (next == null) {
                unblock();
                break;
            }
            take(next);
            settle();
            advance(steps);
        }
        return List.copyOf(events);
    }

    private void happened(S step, StepEvent.Kind kind) {
        events.add(StepEvent.of(step, kind));
    }

    /** Sends what can be sent, the earliest step first, until all that is queued waits behind a waiting session. */
    private void advance(List<S> steps) throws DatabaseException, InterruptedException {
        for (SessionWorker<S, A> ready = earliest(steps); ready != null; ready = earliest(steps)) {
            S step = ready.queue().remove();
            if (isSkipped(step)) {
                happened(step, StepEvent.Kind.SKIPPED);
                continue;
            }
            happened(step, StepEvent.Kind.SENT);
            ready.send(step);
            settle();
        }
    }

    private boolean isSkipped(S step) {
        String session = rules.session(step);
        return events.stream()
                .anyMatch(event -> event.kind() == StepEvent.Kind.ANSWERED
                        && rules.session(event.step()).equals(session)
                        && rules.skips(event.step(), event.answer(), step));
    }

    private SessionWorker<S, A> earliest(List<S> steps) {
        for (S step : steps) {
            SessionWorker<S, A> session = sessions.get(rules.session(step));
            if (session.pending() == null && session.queue().peek() == step) {
                return session;
            }
        }
        return null;
    }

    private boolean hasPending(Predicate<SessionWorker<S, A>> which) {
        return sessions.values().stream().anyMatch(session -> session.pending() != null && which.test(session));
    }

    /** Returns when every session is idle or waits for a lock. */
    private void settle() throws DatabaseException, InterruptedException {
        if (observer == null) {
            settleByTime();
        } else {
            settleByAsking();
        }
        for (SessionWorker<S, A> session : sessions.values()) {
            if (session.pending() != null && !session.isWaiting()) {
                session.markWaiting();
                happened(session.pending(), StepEvent.Kind.WAITS);
            }
        }
        released = false;
    }

    /** Sessions that have waited before are asked about again only if some transaction ended. */
    private void settleByAsking() throws DatabaseException, InterruptedException {
        long end = System.nanoTime() + patience.limit().toNanos();
        while (hasPending(session -> released || !session.isWaiting()) && System.nanoTime() < end) {
            Done<S, A> next = done.poll(observer.pause().toMillis(), TimeUnit.MILLISECONDS);
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
                waiting = observer.waiting(asked);
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
        released |= rules.releases(step, next.answer());
        events.add(StepEvent.answered(step, next.answer()));
        next.session().settle();
    }

    /** Cancels every statement that waits; the execution is over. */
    private void unblock() throws InterruptedException {
        for (SessionWorker<S, A> session : sessions.values()) {
            if (session.pending() != null) {
                happened(session.pending(), StepEvent.Kind.CANCELLED);
                session.cancel();
            }
            session.queue().forEach(step -> happened(step, StepEvent.Kind.SKIPPED));
        }
        long end = System.nanoTime() + CANCELLING.toNanos();
        while (hasPending(session -> true) && System.nanoTime() < end) {
            Done<S, A> next = done.poll(TICK.toMillis(), TimeUnit.MILLISECONDS);
            if (next != null) {
                next.session().settle();
            }
        }
        sessions.values().stream().filter(session -> session.pending() != null).forEach(SessionWorker::abort);
    }

    /** Ends all sessions, rolling back what they left open. */
    @Override
    public void close() throws DatabaseException {
        DatabaseException first = null;
        for (SessionWorker<S, A> session : sessions.values()) {
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
