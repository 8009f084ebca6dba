package org.isolde.app.monitor;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.isolde.run.runner.RunStatistics;

/**
 * What it costs to be monitored: the same workload on the same database, first without the monitor and then with it.
 *
 * @param cores of this machine, which monitor, clients, and a database that runs here share
 */
public record MonitorCost(RunStatistics.Snapshot without, RunStatistics.Snapshot with, int cores) {
    /** How much less was committed in a second, in percent; negative if it was more. */
    public double percentLess() {
        return (1 - with.committedPerSecond() / without.committedPerSecond()) * 100;
    }

    /** "committed/s without the monitor 1,234, with it 1,170: 5.2% less". */
    public String sentence() {
        double less = percentLess();
        return String.format(
                Locale.ROOT,
                "committed/s without the monitor %,.0f, with it %,.0f: %.1f%% %s",
                without.committedPerSecond(),
                with.committedPerSecond(),
                Math.abs(less),
                less < 0 ? "more" : "less");
    }

    /** What the figures are worth. */
    public String caveat() {
        return String.format(
                        Locale.ROOT,
                        "Measured one after the other, for %.1f s and %.1f s, on this machine: monitor, clients, and a"
                                + " database that runs here share its %d cores.",
                        without.seconds(),
                        with.seconds(),
                        cores)
                + (percentLess() < 0
                        ? " No monitor makes a database faster: how much the figures vary is more than it costs. Run it"
                                + " longer, with nothing else beside it."
                        : "");
    }

    /** For verdict.json. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("committedPerSecondWithout", without.committedPerSecond());
        json.put("committedPerSecondWith", with.committedPerSecond());
        json.put("percentLess", percentLess());
        json.put("secondsWithout", without.seconds());
        json.put("secondsWith", with.seconds());
        json.put("cores", cores);
        return json;
    }
}
