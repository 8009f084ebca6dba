package org.isolde.run.runner;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.certificate.Certification;
import org.isolde.run.certificate.Recovering;
import org.isolde.run.record.TransactionLog;
import org.isolde.run.workload.WorkloadOptions;

/**
 * A workload on a database: its sessions, its faults, its end.
 *
 * <p>All times of the history come from one monotonic clock, which starts at 0 with the run.
 */
public final class Run {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final long RECONNECT_MILLIS = 100;

    private final RunningDatabase database;
    private final RunPlan plan;
    private final TransactionLog log;
    private final Recovering recovering;
    private final Duration grace;
    private final long transactions;
    private final RunStatistics statistics = new RunStatistics();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicReference<Problem> problem = new AtomicReference<>();
    private final long start = System.nanoTime();
    private volatile long deadline = Long.MAX_VALUE;
    private volatile boolean stopped;

    private record Problem(String message, Throwable cause) {}

    public Run(RunningDatabase database, RunPlan plan, TransactionLog log) {
        this(database, plan, log, null, GRACE);
    }

    /** @param recovering the certificate of the run; null if it is not about rows */
    public Run(RunningDatabase database, RunPlan plan, TransactionLog log, Recovering recovering) {
        this(database, plan, log, recovering, GRACE);
    }

    /** @param grace how long sessions may wait for an answer when the run is over, before they are cut off */
    Run(RunningDatabase database, RunPlan plan, TransactionLog log, Recovering recovering, Duration grace) {
        this.database = database;
        this.recovering = recovering;
        this.plan = plan;
        this.log = log;
        this.grace = grace;
        this.transactions = plan.options().get(RunOptions.TRANSACTIONS);
    }

    /**
     * How it ended.
     *
     * @param problem why it had to end early; null if it did not
     * @param complaints of the workload itself
     * @param certificate what came of the certificate; null if the run is not about rows
     */
    public record Result(
            RunStatistics.Snapshot statistics,
            String problem,
            List<String> complaints,
            Certification.Outcome certificate) {}

    /** Runs to the end, finishes the log if nothing is missing in it, and closes it. */
    public Result run() throws InterruptedException {
        SessionLoop first = new SessionLoop(this, plan.options().get(WorkloadOptions.SESSIONS));
        boolean whole = true;
        try {
            first.setUp();
            Duration time = plan.options().get(RunOptions.TIME);
            deadline = time == null ? Long.MAX_VALUE : now() + time.toNanos();
            whole = runSessions();
        } catch (RunFailedException e) {
            fail(e.getMessage(), e);
        }
        statistics.ended();
        closeLog(whole && !first.hasUnrecorded());
        Certification.Outcome certificate = certify();
        Problem ended = problem.get();
        return new Result(
                statistics.snapshot(),
                ended == null ? null : ended.message(),
                plan.source().complaints(),
                certificate);
    }

    /** Recovers the certificate and writes the history anew; if that fails, what was recorded is there. */
    private Certification.Outcome certify() throws InterruptedException {
        if (recovering == null) {
            return null;
        }
        try {
            return recovering.finish(now());
        } catch (IOException e) {
            fail(logFailure(e), e);
            return Certification.Outcome.none("the history can't be written");
        }
    }

    private void closeLog(boolean whole) {
        try {
            if (whole) {
                log.finish();
            } else {
                log.close();
            }
        } catch (IOException e) {
            fail(logFailure(e), e);
        }
    }

    private static String logFailure(IOException problem) {
        return "the history can't be written: " + problem.getMessage()
                + "; what was recorded before is there. Make room, or name another folder by --out";
    }

    /** Runs all sessions; returns whether every transaction that began was recorded. */
    private boolean runSessions() throws InterruptedException {
        List<SessionLoop> sessions = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < plan.options().get(WorkloadOptions.SESSIONS); number++) {
            SessionLoop session = new SessionLoop(this, number);
            Thread thread = new Thread(session, "isolde-session-" + number);
            thread.setDaemon(true);
            sessions.add(session);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
        Thread faults = new Thread(new FaultInjection(this, database.nodes(), plan.faults()), "isolde-faults");
        faults.setDaemon(true);
        faults.start();
        try {
            for (Thread thread : threads) {
                while (thread.isAlive() && !isOver()) {
                    thread.join(50);
                }
            }
            stopped = true;
            faults.join();
            return awaitEnd(sessions, threads) && sessions.stream().noneMatch(SessionLoop::hasUnrecorded);
        } finally {
            stopped = true;
            faults.interrupt();
        }
    }

    /** Waits for what is under way; sessions that get no answer are cut off, and at last left alone. */
    private boolean awaitEnd(List<SessionLoop> sessions, List<Thread> threads) throws InterruptedException {
        if (allEnd(threads)) {
            return true;
        }
        long hanging = threads.stream().filter(Thread::isAlive).count();
        fail(
                "the database hangs: " + hanging + " of " + threads.size() + " sessions got no answer for "
                        + grace.toMillis() / 1e3 + " s after the end of the run, and were cut off",
                null);
        sessions.forEach(SessionLoop::abort);
        if (allEnd(threads)) {
            return true;
        }
        threads.forEach(Thread::interrupt);
        return allEnd(threads);
    }

    private boolean allEnd(List<Thread> threads) throws InterruptedException {
        long limit = System.nanoTime() + grace.toNanos();
        boolean ended = true;
        for (Thread thread : threads) {
            thread.join(Math.max(1, (limit - System.nanoTime()) / 1_000_000));
            ended &= !thread.isAlive();
        }
        return ended;
    }

    /** Ends the run as soon as the transactions under way have ended. */
    public void stop() {
        stopped = true;
    }

    public RunStatistics statistics() {
        return statistics;
    }

    RunPlan plan() {
        return plan;
    }

    TransactionLog log() {
        return log;
    }

    AtomicLong numbers() {
        return numbers;
    }

    /** Nanoseconds since the start of the run. */
    long now() {
        return System.nanoTime() - start;
    }

    boolean isOver() {
        if (stopped || now() >= deadline) {
            return true;
        }
        if (transactions > 0 && statistics.committed() >= transactions) {
            return true;
        }
        IOException failure = log.failure();
        if (failure != null) {
            fail(logFailure(failure), failure);
        }
        return stopped;
    }

    void fail(String message, Throwable cause) {
        problem.compareAndSet(null, new Problem(plan.redaction().text(message), cause));
        stopped = true;
    }

    /** A connection, if need be after some waiting; null if the run was over before there was one. */
    Session connect(SessionOptions options) throws RunFailedException, InterruptedException {
        long limit = System.nanoTime() + plan.patience().toNanos();
        boolean away = false;
        while (true) {
            try {
                return recovering == null ? database.session(options) : recovering.session(options);
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                // with faults a server may well be down at the end; without, one that was away is told even then
                if (isOver() && (!away || !plan.faults().isEmpty())) {
                    return null;
                }
                if (System.nanoTime() > limit || isOver()) {
                    throw new RunFailedException("the database can't be reached any more: " + e.getMessage(), e);
                }
                away = true;
                Thread.sleep(RECONNECT_MILLIS);
            }
        }
    }
}
