package org.isolde.online;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How a monitor has fared lately, for the chart of its page: a sample every few seconds, and the last hour of them. It is
 * in memory alone; metrics are for whoever wants to keep them.
 */
final class Timeline implements AutoCloseable {
    static final Duration PERIOD = Duration.ofSeconds(5);
    static final int MOST = 720;

    /** The counters at one moment; rates are their differences. */
    private record Sample(long wallMillis, long received, long checked, long violations, double lagSeconds) {
        Map<String, Object> json() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("time", wallMillis);
            json.put("received", received);
            json.put("checked", checked);
            json.put("violations", violations);
            json.put("lagSeconds", lagSeconds);
            return json;
        }
    }

    private final Supplier<MonitorStatus> status;
    private final LongSupplier clock;
    private final int most;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private final ScheduledExecutorService sampler;

    /** Takes samples by itself until it is closed. */
    static Timeline of(Supplier<MonitorStatus> status) {
        Timeline timeline = new Timeline(status, System::currentTimeMillis, MOST);
        timeline.sampler.scheduleAtFixedRate(timeline::take, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        return timeline;
    }

    /** @param clock milliseconds since 1970 */
    Timeline(Supplier<MonitorStatus> status, LongSupplier clock, int most) {
        this.status = status;
        this.clock = clock;
        this.most = most;
        this.sampler = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "isolde-timeline");
            thread.setDaemon(true);
            return thread;
        });
    }

    void take() {
        MonitorStatus now = status.get();
        Sample sample = new Sample(
                clock.getAsLong(),
                now.received(),
                now.received() - now.lagTransactions(),
                now.violations(),
                now.lagSeconds());
        synchronized (samples) {
            samples.addLast(sample);
            if (samples.size() > most) {
                samples.removeFirst();
            }
        }
    }

    /** The samples, earliest first. */
    List<Map<String, Object>> json() {
        synchronized (samples) {
            return samples.stream().map(Sample::json).toList();
        }
    }

    @Override
    public void close() {
        sampler.shutdownNow();
    }
}
