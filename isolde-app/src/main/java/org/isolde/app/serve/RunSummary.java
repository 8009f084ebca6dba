package org.isolde.app.serve;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run folder in a line: what is known of the run. What is not known is null or empty.
 *
 * @param problem what is wrong with the folder, or why the test ended early
 * @param target the database as it was asked for
 * @param database as it calls itself
 * @param seconds all rounds together; so the figures
 * @param median latency in milliseconds, the average over rounds by their transactions
 * @param slow the worst round's 99th percentile
 * @param verdict violated, undecided or satisfied
 * @param anomalies their names, each once
 * @param report whether there is a report to open
 */
record RunSummary(
        String name,
        Instant time,
        State state,
        String problem,
        String target,
        String database,
        String isolation,
        List<String> levels,
        String workload,
        Integer sessions,
        int rounds,
        Double seconds,
        Long committed,
        Double throughput,
        Double abortRate,
        Double median,
        Double slow,
        String verdict,
        List<String> anomalies,
        boolean report) {
    /** How far a run has got. */
    enum State {
        FINISHED("finished"),
        RUNNING("running"),
        BROKEN_OFF("broken-off"),
        DAMAGED("damaged");

        private final String text;

        State(String text) {
            this.text = text;
        }
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("time", time == null ? null : time.toString());
        json.put("state", state.text);
        json.put("problem", problem);
        json.put("target", target);
        json.put("database", database);
        json.put("isolation", isolation);
        json.put("levels", levels);
        json.put("workload", workload);
        json.put("sessions", sessions);
        json.put("rounds", rounds);
        json.put("seconds", seconds);
        json.put("committed", committed);
        json.put("throughput", throughput);
        json.put("abortRate", abortRate);
        json.put("median", median);
        json.put("p99", slow);
        json.put("verdict", verdict);
        json.put("anomalies", anomalies);
        json.put("report", report);
        return json;
    }
}
