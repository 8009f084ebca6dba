package org.isolde.flink.job;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.TraceOptions;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.traces.Span;
import org.apache.flink.traces.reporter.TraceReporter;
import org.apache.flink.traces.reporter.TraceReporterFactory;

/**
 * How large the checkpoints of the job in this process were, and how long they took, as Flink tells its reporters. Flink makes the reporter itself, so what it has heard is
 * static: there is one job a process.
 */
public final class CheckpointFigures implements TraceReporter {
    private static final String NAME = "isolde";
    private static final double MILLIS = 1000;

    private static long count;
    private static long bytes;
    private static long mostBytes;
    private static long millis;
    private static long mostMillis;

    /** Has Flink tell of checkpoints. */
    static void listen(Configuration configuration) {
        configuration.set(TraceOptions.TRACE_REPORTERS_LIST, NAME);
        TraceOptions.forReporter(configuration, NAME).set(TraceOptions.REPORTER_FACTORY_CLASS, Factory.class.getName());
    }

    /** What was told so far: of the last checkpoint, and the most of any; null if there was none. */
    static synchronized Map<String, Object> told() {
        if (count == 0) {
            return null;
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("count", count);
        figures.put("lastBytes", bytes);
        figures.put("mostBytes", mostBytes);
        figures.put("lastSeconds", millis / MILLIS);
        figures.put("mostSeconds", mostMillis / MILLIS);
        return figures;
    }

    private static synchronized void add(long size, long time) {
        count++;
        bytes = size;
        mostBytes = Math.max(mostBytes, size);
        millis = time;
        mostMillis = Math.max(mostMillis, time);
    }

    @Override
    public void notifyOfAddedSpan(Span span) {
        Map<String, Object> said = span.getAttributes();
        if (span.getName().equals("Checkpoint")
                && "COMPLETED".equals(said.get("checkpointStatus"))
                && said.get("fullSize") instanceof Long size) {
            add(size, span.getEndTsMillis() - span.getStartTsMillis());
        }
    }

    @Override
    public void open(MetricConfig config) {
        // there is nothing to open
    }

    @Override
    public void close() {
        // nor to close
    }

    /** Found by its name. */
    public static final class Factory implements TraceReporterFactory {
        @Override
        public TraceReporter createTraceReporter(Properties properties) {
            return new CheckpointFigures();
        }
    }
}
