package org.isolde.flink.job;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** Keeps the metrics of jobs in this JVM, as a reporter that Flink finds by its name. */
public final class KeptMetrics implements MetricReporterFactory {
    private static final Map<String, Metric> ALL = new ConcurrentHashMap<>();

    static void in(Configuration configuration) {
        ALL.clear();
        configuration.setString("metrics.reporters", "kept");
        configuration.setString("metrics.reporter.kept.factory.class", KeptMetrics.class.getName());
    }

    /** The sum over all tasks; -1 if there is no such metric. */
    static long sum(String name) {
        return ALL.entrySet().stream()
                .filter(each -> each.getKey().endsWith("." + name))
                .map(each -> each.getValue() instanceof Counter counter
                        ? counter.getCount()
                        : ((Number) ((Gauge<?>) each.getValue()).getValue()).longValue())
                .reduce(Long::sum)
                .orElse(-1L);
    }

    @Override
    public MetricReporter createMetricReporter(Properties properties) {
        return new Reporter();
    }

    private static final class Reporter implements MetricReporter {
        @Override
        public void open(MetricConfig config) {
            // nothing to open
        }

        @Override
        public void close() {
            // nothing to close
        }

        @Override
        public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
            String whole = group.getMetricIdentifier(name);
            if (whole.contains(".isolde.")) {
                ALL.put(whole, metric);
            }
        }

        @Override
        public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
            // they are asked for behind the end, too
        }
    }
}
