package org.isolde.app.monitor;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.isolde.run.runner.RunStatistics;

/**
 * What it costs to be monitored: the same workload on the same database without the monitor, with it, and without it
 * again. Clients and database become faster for a while, or slower; what is measured before and after allows for that.
 *
 * @param before without the monitor
 * @param with the monitor
 * @param after without it again
 * @param cores of this machine, which monitor, clients, and a database that runs here share
 */
public record MonitorCost(
        RunStatistics.Snapshot before, RunStatistics.Snapshot with, RunStatistics.Snapshot after, int cores) {
    /** Committed in a second without the monitor, before and after together. */
    public double perSecondWithout() {
        return (before.committed() + after.committed()) / (before.seconds() + after.seconds());
    }

    /** Committed in a second with the monitor. */
    public double perSecondWith() {
        return with.committedPerSecond();
    }

    /** How much less was committed in a second, in percent; negative if it was more. */
    public double percentLess() {
        return (1 - perSecondWith() / perSecondWithout()) * 100;
    }

    /** Whether the figures without the monitor differ so much that the one with it is among them. */
    public boolean isUncertain() {
        return perSecondWith() >= Math.min(before.committedPerSecond(), after.committedPerSecond());
    }

    /** "committed/s without the monitor 1,234, with it 1,170: 5.2% less". */
    public String sentence() {
        double less = percentLess();
        return String.format(
                Locale.ROOT,
                "committed/s without the monitor %,.0f, with it %,.0f: %.1f%% %s",
                perSecondWithout(),
                perSecondWith(),
                Math.abs(less),
                less < 0 ? "more" : "less");
    }

    /** What the figures are worth. */
    public String caveat() {
        return String.format(
                        Locale.ROOT,
                        "Without it %,.0f/s before and %,.0f/s after, for %.1f s in all. Monitor, clients, and a database"
                                + " that runs on this machine share its %d cores.",
                        before.committedPerSecond(),
                        after.committedPerSecond(),
                        before.seconds() + after.seconds(),
                        cores)
                + (isUncertain()
                        ? " The figures vary by more than the monitor costs: run it longer, with nothing else beside it."
                        : "");
    }

    /** For verdict.json. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("committedPerSecondWithout", perSecondWithout());
        json.put("committedPerSecondWith", perSecondWith());
        json.put("percentLess", percentLess());
        json.put("committedPerSecondBefore", before.committedPerSecond());
        json.put("committedPerSecondAfter", after.committedPerSecond());
        json.put("secondsWithout", before.seconds() + after.seconds());
        json.put("secondsWith", with.seconds());
        json.put("uncertain", isUncertain());
        json.put("cores", cores);
        return json;
    }
}
