package org.isolde.online;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.check.TimestampAxiom;
import org.isolde.online.aion.AionCounts;

/** How a monitor stands, as JSON: for the page, for programs, and for the last line of the command. */
public final class StatusJson {
    private StatusJson() {}

    /** All there is to say. */
    public static Map<String, Object> of(Monitor monitor) {
        MonitorStatus status = monitor.status();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("level", monitor.options().level().text());
        json.put("settleSeconds", monitor.options().settle().toNanos() / 1e9);
        json.putAll(summary(status));
        json.put("received", status.received());
        json.put("receivedPerSecond", status.receivedPerSecond());
        json.put("checkedPerSecond", status.checkedPerSecond());
        json.put("lagTransactions", status.lagTransactions());
        json.put("lagSeconds", status.lagSeconds());
        json.put("queueBytes", status.queueBytes());
        json.put("problem", status.problem());
        return json;
    }

    /** What has been found. */
    public static Map<String, Object> summary(MonitorStatus status) {
        AionCounts counts = status.counts();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("transactions", counts.received());
        json.put(
                "counts",
                kinds(
                        status,
                        TimestampAxiom.SESSION,
                        TimestampAxiom.INT,
                        TimestampAxiom.EXT,
                        TimestampAxiom.NOCONFLICT));
        json.put("timestamps", kinds(status, TimestampAxiom.START_AFTER_COMMIT, TimestampAxiom.SAME_COMMIT));
        json.put("flipFlops", counts.flipFlops());
        json.put("duplicates", counts.duplicates());
        json.put("open", counts.openVerdicts());
        json.put("undecided", counts.undecided());
        json.put("late", counts.late());
        json.put("spilledVersions", counts.spilledVersions());
        json.put("memory", counts.memory());
        Map<String, Object> latency = new LinkedHashMap<>();
        latency.put("median", status.latency().median());
        latency.put("p95", status.latency().p95());
        latency.put("p99", status.latency().p99());
        latency.put("max", status.latency().most());
        json.put("firstVerdictSeconds", latency);
        json.put("verdict", status.conclusion().text());
        return json;
    }

    private static Map<String, Object> kinds(MonitorStatus status, TimestampAxiom... axioms) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (TimestampAxiom axiom : axioms) {
            json.put(axiom.name(), status.violations(axiom));
        }
        return json;
    }
}
