package org.isolde.app.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isolde.check.CheckResult;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings;
import org.isolde.online.MonitorStatus;

/**
 * Whether a monitor counted what the check of the whole history by timestamps counts. It must, unless a transaction came
 * to it later than its verdicts stay open; anything else is a mistake of one of the two.
 *
 * @param sentence what differs and why; null if nothing does
 */
public record Agreement(Kind kind, String sentence) {
    /** How the two compare. */
    public enum Kind {
        SAME,
        /** They differ, and transactions may have come too late for the monitor. */
        LATE,
        /** They differ, and must not. */
        DIFFERENT,
        /** One of the two has not come to its end. */
        NOT_COMPARED;

        /** The name in JSON. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    static Agreement of(Monitored monitored, CheckResult check) {
        TimestampFindings findings = check.timestamps().get(monitored.plan().level());
        if (findings == null || monitored.problem() != null) {
            return new Agreement(Kind.NOT_COMPARED, null);
        }
        long latest = Lateness.longest(check.history());
        return of(
                monitored,
                findings.counts(),
                check.history().transactions(),
                latest == Lateness.NOT_KNOWN ? latest : latest + monitored.silenceNanos());
    }

    /**
     * @param counts of the check
     * @param transactions of the whole history
     * @param latestNanos how late a transaction came to the monitor at most, behind one that may have seen it
     */
    static Agreement of(Monitored monitored, Map<TimestampAxiom, Long> counts, long transactions, long latestNanos) {
        MonitorStatus status = monitored.status();
        List<String> differences = new ArrayList<>();
        compare("transactions", status.counts().received(), transactions, differences);
        boolean lost = !differences.isEmpty();
        for (TimestampAxiom axiom : TimestampAxiom.values()) {
            compare(axiom.name(), status.violations(axiom), counts.getOrDefault(axiom, 0L), differences);
        }
        if (differences.isEmpty()) {
            return new Agreement(Kind.SAME, null);
        }
        String differ = "the monitor and the check of the whole history differ at "
                + monitored.plan().level().text() + ": " + String.join(", ", differences);
        long settle = monitored.plan().settle().toNanos();
        if (lost || latestNanos < settle) {
            return new Agreement(Kind.DIFFERENT, "internal error, which is a bug in Isolde: " + differ);
        }
        return new Agreement(
                Kind.LATE,
                differ + ". Transactions may have come to the monitor "
                        + (latestNanos == Lateness.NOT_KNOWN
                                ? ""
                                : String.format(Locale.ROOT, "up to %.1f s ", latestNanos / 1e9))
                        + "late, and it waits "
                        + String.format(Locale.ROOT, "%.1f s", settle / 1e9)
                        + " for them; the check has the whole history, and is right. A longer --settle waits longer");
    }

    private static void compare(String what, long monitor, long check, List<String> differences) {
        if (monitor != check) {
            differences.add(String.format(Locale.ROOT, "%s %,d and %,d", what, monitor, check));
        }
    }
}
