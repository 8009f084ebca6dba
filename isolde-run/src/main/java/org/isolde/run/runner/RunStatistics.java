package org.isolde.run.runner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/** What a run has done so far; counted by the sessions, and asked by whoever shows it. */
public final class RunStatistics {
    /** Three digits are enough for a latency. */
    private static final int DIGITS = 3;

    private static final long SLOWEST_NANOS = 3_600_000_000_000L;

    private final LongAdder committed = new LongAdder();
    private final LongAdder rolledBack = new LongAdder();
    private final LongAdder aborted = new LongAdder();
    private final LongAdder unknown = new LongAdder();
    private final LongAdder operations = new LongAdder();
    private final Map<String, LongAdder> reasons = new ConcurrentHashMap<>();
    private final List<SingleWriterRecorder> latencies = new ArrayList<>();
    private final Histogram latency = new Histogram(SLOWEST_NANOS, DIGITS);
    private final long start = System.nanoTime();
    private volatile long end;

    /** A recorder of latencies for one session. */
    synchronized SingleWriterRecorder latencyRecorder() {
        SingleWriterRecorder recorder = new SingleWriterRecorder(SLOWEST_NANOS, DIGITS);
        latencies.add(recorder);
        return recorder;
    }

    void committed(int operationCount) {
        committed.increment();
        operations.add(operationCount);
    }

    void rolledBack() {
        rolledBack.increment();
    }

    void aborted(String reason) {
        aborted.increment();
        count(reason);
    }

    void unknown(String reason) {
        unknown.increment();
        count("unknown: " + reason);
    }

    private void count(String reason) {
        reasons.computeIfAbsent(reason, none -> new LongAdder()).increment();
    }

    void ended() {
        end = System.nanoTime();
    }

    /** Transactions that were committed so far; cheap. */
    public long committed() {
        return committed.sum();
    }

    /** How it stands now. */
    public synchronized Snapshot snapshot() {
        for (SingleWriterRecorder recorder : latencies) {
            latency.add(recorder.getIntervalHistogram());
        }
        Map<String, Long> sorted = new LinkedHashMap<>();
        reasons.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, LongAdder> e) ->
                                -e.getValue().sum())
                        .thenComparing(Map.Entry::getKey))
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue().sum()));
        return new Snapshot(
                ((end == 0 ? System.nanoTime() : end) - start) / 1e9,
                committed.sum(),
                rolledBack.sum(),
                aborted.sum(),
                unknown.sum(),
                operations.sum(),
                sorted,
                latency.getValueAtPercentile(50) / 1e6,
                latency.getValueAtPercentile(95) / 1e6,
                latency.getValueAtPercentile(99) / 1e6,
                latency.getMaxValue() / 1e6);
    }

    /**
     * @param rolledBack on purpose
     * @param operations of committed transactions
     * @param reasons why transactions were aborted or are unknown, most frequent first
     * @param median latency of committed transactions in milliseconds, begin to end; the others likewise
     */
    public record Snapshot(
            double seconds,
            long committed,
            long rolledBack,
            long aborted,
            long unknown,
            long operations,
            Map<String, Long> reasons,
            double median,
            double percentile95,
            double percentile99,
            double slowest) {
        public double committedPerSecond() {
            return seconds == 0 ? 0 : committed / seconds;
        }

        /** The share of attempts that the database aborted. */
        public double abortRate() {
            long attempts = committed + rolledBack + aborted + unknown;
            return attempts == 0 ? 0 : aborted / (double) attempts;
        }

        /** For verdict.json and the like. */
        public Map<String, Object> json() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("seconds", seconds);
            json.put("committed", committed);
            json.put("rolledBack", rolledBack);
            json.put("aborted", aborted);
            json.put("unknown", unknown);
            json.put("operations", operations);
            json.put("committedPerSecond", committedPerSecond());
            json.put("abortRate", abortRate());
            Map<String, Object> latency = new LinkedHashMap<>();
            latency.put("median", median);
            latency.put("p95", percentile95);
            latency.put("p99", percentile99);
            latency.put("max", slowest);
            json.put("latencyMillis", latency);
            json.put("reasons", reasons);
            return json;
        }
    }
}
