package org.isolde.http;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that answer requests: as many as are needed, up to a limit; beyond it requests wait for their turn.
 *
 * <p>Invariant: no thread is started while another has nothing to do, and no request waits while fewer than the limit are
 * there.
 */
final class RequestThreads extends ThreadPoolExecutor {
    private static final long IDLE_SECONDS = 10;

    /** Takes a task only if a thread waits for it; a pool asks its queue first, and starts threads only if that refuses. */
    private static final class HandOver extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }
    }

    /** @param name what their names begin with; numbers follow */
    RequestThreads(String name, int most) {
        super(0, most, IDLE_SECONDS, TimeUnit.SECONDS, new HandOver());
        AtomicInteger number = new AtomicInteger();
        setThreadFactory(task -> {
            Thread thread = new Thread(task, name + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        setRejectedExecutionHandler((task, pool) -> {
            if (!pool.isShutdown()) {
                ((HandOver) pool.getQueue()).put(task);
            }
        });
    }
}
