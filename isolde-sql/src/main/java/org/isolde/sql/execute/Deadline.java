package org.isolde.sql.execute;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * How long something may take on the channels of a database, whatever the database does. When the time is over, statements that are under
 * way are cancelled, and no other is begun; connections whose statements don't end are cut; what does not end even then hangs, and whoever
 * waits for it has to do without.
 */
public final class Deadline {
    /** How long a database has to cancel, and then to notice that a connection is cut; no longer than what it was given before. */
    private static final Duration STAGE = Duration.ofSeconds(5);

    private static final Duration AGAIN = Duration.ofMillis(200);

    private final Set<Channel> channels = ConcurrentHashMap.newKeySet();
    private final ScheduledThreadPoolExecutor clock;
    /** Null between times. */
    private Span current;

    private volatile boolean over;
    private volatile boolean hangs;
    /** Whether a time was over since this was last asked. */
    private boolean expired;

    Deadline() {
        clock = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "isolde-sql-deadline");
            thread.setDaemon(true);
            return thread;
        });
        clock.setRemoveOnCancelPolicy(true);
    }

    /** A time that has begun, and ends when it is closed. */
    public final class Span implements AutoCloseable {
        private final long end;
        private final long stage;
        private final Future<?> first;

        private Span(Duration limit) {
            end = System.nanoTime() + limit.toNanos();
            stage = Math.min(limit.toNanos(), STAGE.toNanos());
            first = clock.schedule(() -> expire(this), limit.toNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public void close() {
            first.cancel(false);
            end(this);
        }
    }

    /** Begins a time; there is one at once. */
    synchronized Span begin(Duration limit) {
        current = new Span(limit);
        return current;
    }

    private synchronized void end(Span span) {
        if (current == span) {
            current = null;
            hangs = false;
            expired |= over;
            over = false;
        }
    }

    private void expire(Span span) {
        long late = System.nanoTime() - span.end;
        boolean hung = hangs;
        synchronized (this) {
            if (current != span) {
                return;
            }
            over = true;
            hangs = late > 2 * span.stage;
        }
        // again and again: a statement that has not quite begun can't be cancelled yet, and not every driver can cut
        channels.forEach(Channel::cancel);
        if (late > span.stage && !hung) {
            channels.forEach(Channel::cut);
        }
        clock.schedule(() -> expire(span), Math.min(AGAIN.toNanos(), span.stage), TimeUnit.NANOSECONDS);
    }

    void add(Channel channel) {
        channels.add(channel);
    }

    void remove(Channel channel) {
        channels.remove(channel);
    }

    /** @throws TimedOutException if the time is over */
    void check() throws TimedOutException {
        if (over) {
            throw new TimedOutException();
        }
    }

    /** Whether a time was over since this was last asked, so that connections may be in any state. */
    synchronized boolean takeExpired() {
        boolean taken = expired;
        expired = false;
        return taken;
    }

    /** Whether something is under way that can't be ended; from any thread. */
    boolean hangs() {
        return hangs;
    }

    void stop() {
        clock.shutdownNow();
    }
}
