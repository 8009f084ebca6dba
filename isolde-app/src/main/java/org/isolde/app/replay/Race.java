package org.isolde.app.replay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.run.DatabaseException;
import org.isolde.run.Session;

/**
 * Runs scripts freely, all sessions released at once, again and again on fresh keys: for what depends on timing finer
 * than steps. Scripts take turns; and of each, in every other try, transactions that came one after the other in the
 * recording wait for each other, so that only those race that did.
 *
 * <p>Invariant: the runners touch the current try only between the two barriers of a round, the coordinator only outside
 * of them.
 */
final class Race implements AutoCloseable {
    private static final long HANGS_SECONDS = 60;

    private final Stand stand;
    private final List<Script> scripts;
    private final Judge judge;
    private final int retries;
    private final AtomicLong values = new AtomicLong();
    private final Map<Integer, Runner> runners = new LinkedHashMap<>();
    private final CyclicBarrier barrier;
    private final long stride;
    /** Writes what a try needs to be there before. */
    private final Session preparer;

    private volatile Try current;

    /** @param retries how often a transaction that was aborted is tried again */
    Race(Stand stand, List<Script> scripts, Judge judge, int retries, long seed)
            throws DatabaseException, InterruptedException {
        this.stand = stand;
        this.scripts = List.copyOf(scripts);
        this.judge = judge;
        this.retries = retries;
        this.stride = stride(scripts, stand.tables().count());
        for (Script script : scripts) {
            for (Script.Client client : script.clients()) {
                runners.computeIfAbsent(client.number(), number -> new Runner(this, number, seed));
            }
        }
        this.barrier = new CyclicBarrier(runners.size() + 1);
        stand.createTables();
        this.preparer = stand.session(0);
        try {
            for (Runner runner : runners.values()) {
                runner.connect();
            }
        } catch (DatabaseException | InterruptedException e) {
            runners.values().forEach(Runner::disconnect);
            preparer.close();
            throw e;
        }
        runners.values().forEach(Runner::start);
    }

    /** How far apart the keys of two tries are: a key stays in its table. */
    private static long stride(List<Script> scripts, int tables) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (Script script : scripts) {
            for (long key : script.keys()) {
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
        Script script = null;
        Script seenThere = null;
        List<Step> order = List.of();
        while (tries > 0 ? done < tries : System.nanoTime() < end) {
            Try next = next(done);
            History seen = race(next);
            done++;
            Outcome outcome = judge.judge(seen).outcome();
            if (outcome == Outcome.AGAIN && again++ == 0) {
                first = done;
                script = next.script();
                seenThere = Script.of(seen);
                order = next.recording().order(seenThere);
            }
            another += outcome == Outcome.ANOTHER ? 1 : 0;
        }
        return new RaceResult(done, again, another, first, script, seenThere, order);
    }

    private Try next(long done) throws DatabaseException, InterruptedException {
        Script script = scripts.get((int) (done % scripts.size()));
        boolean ordered = done / scripts.size() % 2 == 0;
        Try next = new Try(script, Renaming.fresh((done + 1) * stride, values), new Recording(), ordered);
        Stand.prepare(preparer, script.preparation(), next.renaming(), next.recording());
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
        for (Runner runner : runners.values()) {
            if (runner.problem() != null) {
                throw runner.problem();
            }
        }
        try {
            return next.recording().history();
        } catch (BadHistoryException e) {
            throw new DatabaseException("what the replay saw is no history: " + e.getMessage(), e);
        }
    }

    Stand stand() {
        return stand;
    }

    int retries() {
        return retries;
    }

    /** Waits until the next try begins, or ends; null when the race is over. */
    Try await() throws InterruptedException, BrokenBarrierException {
        barrier.await();
        return current;
    }

    @Override
    public void close() {
        List<Thread> threads = new ArrayList<>();
        for (Runner runner : runners.values()) {
            threads.add(runner.thread());
            runner.thread().interrupt();
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
        runners.values().stream().filter(runner -> runner.thread().isAlive()).forEach(Runner::abort);
        preparer.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
