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
 * waits for it has to do without. Time in which this process was stopped, or the machine asleep, does not count: the database may have been
 * stopped with it.
 */
public final class Deadline {
    /** How long a database has to cancel, and then to notice that a connection is cut; no longer than what it was given before. */
    private static final Duration STAGE = Duration.ofSeconds(5);

    /** How often it is asked whether the time is over. */
    private static final Duration TICK = Duration.ofMillis(200);

    /** A tick that comes this much too late was not late for want of a processor. */
    private static final int LONGEST_TICK = 5;

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
        private final long limit;
        private final long stage;
        private final long tick;
        private final Future<?> ticks;
        /** How long it was under way at its last tick; of the clock's thread. */
        private long spent;

        private long last = System.nanoTime();

        private Span(Duration time) {
            limit = time.toNanos();
            stage = Math.min(limit, STAGE.toNanos());
            tick = Math.min(stage, TICK.toNanos());
            ticks = clock.scheduleWithFixedDelay(this::tick, tick, tick, TimeUnit.NANOSECONDS);
        }

        private void tick() {
            long now = System.nanoTime();
            spent += Math.min(now - last, LONGEST_TICK * tick);
            last = now;
            if (spent >= limit) {
                expire(this, spent - limit);
            }
        }

        @Override
        public void close() {
            ticks.cancel(false);
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

    private void expire(Span span, long late) {
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
