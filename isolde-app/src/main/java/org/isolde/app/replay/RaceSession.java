package org.isolde.app.replay;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.locks.LockSupport;
import org.isolde.app.replay.Excerpt.Transaction;
import org.isolde.generate.RandomSource;
import org.isolde.run.DatabaseException;
import org.isolde.run.Session;

/**
 * One session of a race, with a thread and a connection of its own, which last over all tries: what a database keeps with a
 * connection or a statement is part of what is replayed.
 */
final class RaceSession implements Runnable {
    private static final int LONGEST_PAUSE_NANOS = 300_000;

    private final Race race;
    private final int number;
    private final RandomSource random;
    private final Thread thread;
    private volatile Session session;
    private volatile DatabaseException problem;

    /** @param number the session's number in the recorded run */
    RaceSession(Race race, int number, long seed) {
        this.race = race;
        this.number = number;
        this.random = new RandomSource(seed * 1_000_003 + number);
        this.thread = new Thread(this, "isolde-race-" + number);
        thread.setDaemon(true);
    }

    Thread thread() {
        return thread;
    }

    void start() {
        thread.start();
    }

    /** Why the race can't go on; null if it can. */
    DatabaseException problem() {
        return problem;
    }

    void connect() throws DatabaseException, InterruptedException {
        session = race.database().session(number);
    }

    void disconnect() {
        if (session != null) {
            session.close();
        }
    }

    void abort() {
        session.abort();
    }

    @Override
    public void run() {
        try {
            while (true) {
                Race.Try current = race.await();
                run(current);
                race.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            // the race is over
            Thread.currentThread().interrupt();
        } finally {
            disconnect();
        }
    }

    private void run(Race.Try current) throws InterruptedException {
        Excerpt excerpt = current.excerpt();
        // a new name after each lost answer: nobody knows when that transaction took effect
        long name = number;
        for (int t = 0; t < excerpt.transactions().size(); t++) {
            Transaction transaction = excerpt.transactions().get(t);
            if (excerpt.clients().get(transaction.client()).number() != number) {
                continue;
            }
            try {
                if (problem == null) {
                    current.awaitTurn(t);
                    name = run(transaction, current, name);
                }
            } catch (DatabaseException e) {
                problem = e;
            } catch (RuntimeException e) {
                problem = new DatabaseException("session " + number + " failed: " + e, e);
            } finally {
                current.over(t);
            }
        }
    }

    /** Runs a transaction, again if it was aborted; returns the name of the session afterwards. */
    private long run(Transaction transaction, Race.Try current, long name)
            throws DatabaseException, InterruptedException {
        long sessionName = name;
        for (int attempt = 0; attempt <= race.retries(); attempt++) {
            TransactionAttempt next = new TransactionAttempt(
                    session, sessionName, null, transaction, current.renaming(), this::choose, current.recording());
            Reply reply = Reply.done();
            for (int place = 0; place <= transaction.endStep() && reply.kind() == Reply.Kind.DONE; place++) {
                pause();
                reply = next.execute(place);
            }
            if (reply.kind() == Reply.Kind.DONE) {
                return sessionName;
            }
            if (reply.kind() == Reply.Kind.LOST) {
                disconnect();
                connect();
                sessionName += 1_000_000;
            }
        }
        return sessionName;
    }

    /** Mostly the plain way to write: the others may keep a database busy for long when clients collide. */
    private int choose(int count) {
        return random.below(4) > 0 ? 0 : random.below(count);
    }

    /** Most of the time none, so that what is fast stays fast. */
    private void pause() {
        int chance = random.below(8);
        if (chance == 0) {
            Thread.yield();
        } else if (chance == 1) {
            LockSupport.parkNanos(random.below(LONGEST_PAUSE_NANOS));
        }
    }
}
