package org.isolde.app.replay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.run.DatabaseException;
import org.isolde.run.Session;

/**
 * Runs excerpts freely, all sessions released at once, again and again on fresh keys: for what depends on timing finer
 * than steps. Excerpts take turns; and of each, in every other try, transactions that came one after the other in the
 * recording wait for each other, so that only those race that did.
 *
 * <p>Invariant: the sessions touch the current try only between the two barriers of a round, the coordinator only outside
 * of them.
 */
final class Race implements AutoCloseable {
    private static final long HANGS_SECONDS = 60;

    private final ReplayDatabase database;
    private final List<Excerpt> excerpts;
    private final Judge judge;
    private final int retries;
    private final AtomicLong values = new AtomicLong();
    private final Map<Integer, RaceSession> sessions = new LinkedHashMap<>();
    private final CyclicBarrier barrier;
    private final long stride;
    /** Writes what a try needs to be there before. */
    private final Session preparer;

    private volatile Try current;

    /** @param retries how often a transaction that was aborted is tried again */
    Race(ReplayDatabase database, List<Excerpt> excerpts, Judge judge, int retries, long seed)
            throws DatabaseException, InterruptedException {
        this.database = database;
        this.excerpts = List.copyOf(excerpts);
        this.judge = judge;
        this.retries = retries;
        this.stride = stride(excerpts, database.tables().count());
        for (Excerpt excerpt : excerpts) {
            for (Excerpt.Client client : excerpt.clients()) {
                sessions.computeIfAbsent(client.number(), number -> new RaceSession(this, number, seed));
            }
        }
        this.barrier = new CyclicBarrier(sessions.size() + 1);
        database.createTables();
        this.preparer = database.session(0);
        try {
            for (RaceSession session : sessions.values()) {
                session.connect();
            }
        } catch (DatabaseException | InterruptedException e) {
            sessions.values().forEach(RaceSession::disconnect);
            preparer.close();
            throw e;
        }
        sessions.values().forEach(RaceSession::start);
    }

    /** How far apart the keys of two tries are: a key stays in its table. */
    private static long stride(List<Excerpt> excerpts, int tables) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (Excerpt excerpt : excerpts) {
            for (long key : excerpt.keys()) {
                low = Math.min(low, key);
                high = Math.max(high, key);
            }
        }
        return ((high - low) / tables + 1) * tables;
    }

    /**
     * Tries until the time is over, or so many times.
     *
     * @param tries 0 without limit
     */
    RaceResult run(Duration time, long tries) throws DatabaseException, InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        long done = 0;
        long again = 0;
        long another = 0;
        long first = 0;
        Excerpt excerpt = null;
        Schedule seen = null;
        while (tries > 0 ? done < tries : System.nanoTime() < end) {
            Try next = next(done);
            History history = race(next);
            done++;
            Outcome outcome = judge.judge(history).outcome();
            if (outcome == Outcome.AGAIN && again++ == 0) {
                first = done;
                excerpt = next.excerpt();
                seen = next.recording().schedule(history);
            }
            another += outcome == Outcome.ANOTHER ? 1 : 0;
        }
        return new RaceResult(done, again, another, first, excerpt, seen);
    }

    private Try next(long done) throws DatabaseException, InterruptedException {
        Excerpt excerpt = excerpts.get((int) (done % excerpts.size()));
        boolean ordered = done / excerpts.size() % 2 == 0;
        Try next = Try.of(excerpt, Renaming.fresh((done + 1) * stride, values), ordered);
        ReplayDatabase.prepare(preparer, excerpt.preparation(), next.renaming(), next.recording());
        return next;
    }

    private History race(Try next) throws DatabaseException, InterruptedException {
        current = next;
        try {
            barrier.await(HANGS_SECONDS, TimeUnit.SECONDS);
            barrier.await(HANGS_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | BrokenBarrierException e) {
            throw new DatabaseException("the database hangs: a try was not over after " + HANGS_SECONDS + " s", e);
        }
        for (RaceSession session : sessions.values()) {
            if (session.problem() != null) {
                throw session.problem();
            }
        }
        try {
            return next.recording().history();
        } catch (BadHistoryException e) {
            throw new DatabaseException("what the replay saw is no history: " + e.getMessage(), e);
        }
    }

    ReplayDatabase database() {
        return database;
    }

    int retries() {
        return retries;
    }

    /**
     * One try.
     *
     * @param ended for each transaction whether it is over
     * @param ordered whether transactions wait for those that had ended before them in the recording
     */
    record Try(
            Excerpt excerpt, Renaming renaming, ValueRecording recording, boolean ordered, List<CountDownLatch> ended) {
        private static Try of(Excerpt excerpt, Renaming renaming, boolean ordered) {
            List<CountDownLatch> ended = new ArrayList<>();
            excerpt.transactions().forEach(transaction -> ended.add(new CountDownLatch(1)));
            return new Try(excerpt, renaming, new ValueRecording(), ordered && excerpt.timed(), ended);
        }

        /** Returns when a transaction may begin. */
        void awaitTurn(int transaction) throws InterruptedException {
            if (!ordered) {
                return;
            }
            Excerpt.Transaction own = excerpt.transactions().get(transaction);
            for (int other = 0; other < ended.size(); other++) {
                if (excerpt.transactions().get(other).end() < own.begin()) {
                    ended.get(other).await();
                }
            }
        }

        void over(int transaction) {
            ended.get(transaction).countDown();
        }
    }

    /** Waits until the next try begins, or ends; null when the race is over. */
    Try await() throws InterruptedException, BrokenBarrierException {
        barrier.await();
        return current;
    }

    @Override
    public void close() {
        List<Thread> threads = new ArrayList<>();
        for (RaceSession session : sessions.values()) {
            threads.add(session.thread());
            session.thread().interrupt();
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        boolean interrupted = false;
        for (Thread thread : threads) {
            try {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        // one that hangs in the database is cut off, and ends by that
        sessions.values().stream().filter(session -> session.thread().isAlive()).forEach(RaceSession::abort);
        preparer.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
