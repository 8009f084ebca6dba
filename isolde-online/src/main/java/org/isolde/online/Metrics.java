package org.isolde.online;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.isolde.check.TimestampAxiom;

/** How a monitor stands, in the text format 0.0.4 of Prometheus. */
final class Metrics {
    private static final String PREFIX = "isolde_monitor_";

    private final StringBuilder text = new StringBuilder();

    private Metrics() {}

    static String text(MonitorStatus status) {
        Metrics metrics = new Metrics();
        metrics.stream(status);
        metrics.verdicts(status);
        metrics.room(status);
        return metrics.text.toString();
    }

    private void stream(MonitorStatus status) {
        one(
                "up",
                "gauge",
                "1 while transactions are taken, 0 once something has stopped that.",
                status.problem() == null ? 1 : 0);
        one(
                "transactions_received_total",
                "counter",
                "Transactions that are on disk, repeated ones among them.",
                status.received());
        one(
                "transactions_checked_total",
                "counter",
                "Committed transactions that have had their first verdict.",
                status.counts().checked());
        one(
                "transactions_duplicate_total",
                "counter",
                "Transactions that had come before, and were dropped.",
                status.counts().duplicates());
        one(
                "received_per_second",
                "gauge",
                "Transactions received a second, over the last seconds.",
                status.receivedPerSecond());
        one(
                "checked_per_second",
                "gauge",
                "Transactions checked a second, over the last seconds.",
                status.checkedPerSecond());
        one(
                "lag_transactions",
                "gauge",
                "Transactions on disk that have not been looked at yet.",
                status.lagTransactions());
        one("lag_seconds", "gauge", "How long the oldest of these has waited.", status.lagSeconds());
        MonitorStatus.Latency latency = status.latency();
        head(
                "first_verdict_seconds",
                "summary",
                "From the arrival of a transaction to its first verdict; percentiles of the last one to two minutes.");
        line("first_verdict_seconds", "{quantile=\"0.5\"}", latency.median());
        line("first_verdict_seconds", "{quantile=\"0.95\"}", latency.p95());
        line("first_verdict_seconds", "{quantile=\"0.99\"}", latency.p99());
        line("first_verdict_seconds", "{quantile=\"1\"}", latency.most());
        line("first_verdict_seconds_sum", "", latency.sum());
        line("first_verdict_seconds_count", "", latency.count());
    }

    private void verdicts(MonitorStatus status) {
        head("violations_total", "counter", "Violations that are final, by kind.");
        for (TimestampAxiom axiom : TimestampAxiom.values()) {
            if (axiom != TimestampAxiom.REAL_TIME) {
                line("violations_total", "{kind=\"" + axiom.name() + "\"}", status.violations(axiom));
            }
        }
        one(
                "open_verdicts",
                "gauge",
                "Reads whose verdict may still change.",
                status.counts().openVerdicts());
        one(
                "flip_flops_total",
                "counter",
                "Verdicts that changed before they were final.",
                status.counts().flipFlops());
        one(
                "undecided_reads_total",
                "counter",
                "Reads that can't be judged.",
                status.counts().undecided());
        one(
                "late_transactions_total",
                "counter",
                "Transactions that wrote something behind what was final already.",
                status.counts().late());
    }

    private void room(MonitorStatus status) {
        Runtime java = Runtime.getRuntime();
        head("memory_bytes", "gauge", "Memory: of the state, of the whole heap, of the whole process.");
        line("memory_bytes", "{of=\"state\"}", status.counts().memory());
        line("memory_bytes", "{of=\"heap\"}", java.totalMemory() - java.freeMemory());
        long process = processMemory();
        if (process > 0) {
            line("memory_bytes", "{of=\"process\"}", process);
        }
        one("keys", "gauge", "Keys in memory.", status.counts().keys());
        one(
                "spilled_versions_total",
                "counter",
                "Versions that were moved to disk.",
                status.counts().spilledVersions());
        one(
                "read_back_total",
                "counter",
                "Blocks of versions that were read back from disk.",
                status.counts().readBack());
        one(
                "queue_bytes",
                "gauge",
                "Bytes of lines between their senders and the end of their check.",
                status.queueBytes());
        one("journal_bytes_total", "counter", "Bytes written to the journal since the start.", status.journalBytes());
        one("saves_total", "counter", "How often the state has been saved since the start.", status.saves());
        one("save_seconds_total", "counter", "How long that took.", status.saveSeconds());
    }

    /** What the system says that this process takes; 0 where it does not. */
    private static long processMemory() {
        Path file = Path.of("/proc/self/status");
        if (!Files.isReadable(file)) {
            return 0;
        }
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
                }
            }
        } catch (IOException e) {
            // one figure less
            return 0;
        }
        return 0;
    }

    private void one(String name, String type, String help, Number value) {
        head(name, type, help);
        line(name, "", value);
    }

    private void head(String name, String type, String help) {
        text.append("# HELP ")
                .append(PREFIX)
                .append(name)
                .append(' ')
                .append(help)
                .append('\n');
        text.append("# TYPE ")
                .append(PREFIX)
                .append(name)
                .append(' ')
                .append(type)
                .append('\n');
    }

    private void line(String name, String labels, Number value) {
        text.append(PREFIX).append(name).append(labels).append(' ');
        text.append(value instanceof Double real ? String.format(Locale.ROOT, "%.9g", real) : value.toString());
        text.append('\n');
    }
}
