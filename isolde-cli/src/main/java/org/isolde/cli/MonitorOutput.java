package org.isolde.cli;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isolde.check.Conclusion;
import org.isolde.check.TimestampAxiom;
import org.isolde.history.Level;
import org.isolde.history.format.Json;
import org.isolde.online.Monitor;
import org.isolde.online.MonitorStatus;
import org.isolde.online.StatusJson;
import org.isolde.online.Violation;
import org.isolde.report.TextLayout;

/** What {@code isolde monitor} prints: violations as they come, and a summary; as sentences, or a JSON object a line. */
final class MonitorOutput {
    private static final int SHOWN_FIELDS = 5;

    private static final String TOO_LATE =
            " came too late to count for verdicts that were final; make --settle longer, or number them by \"seq\"";

    private final boolean json;

    MonitorOutput(boolean json) {
        this.json = json;
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    void opened(Monitor monitor) {
        if (monitor.cutBytes() > 0) {
            Terminal.warning("the last " + count(monitor.cutBytes())
                    + " bytes of the journal were not whole and are cut off; nobody was answered for them");
        }
        long before = monitor.status().counts().received();
        if (before > 0 && !json) {
            System.out.println("Goes on behind " + TextLayout.count(before, "transaction") + ", with "
                    + TextLayout.count(monitor.status().violations(), "violation") + " so far.");
            System.out.flush();
        }
    }

    void repaired(List<String> repairs) {
        if (repairs.isEmpty()) {
            Terminal.warning("nothing had to be repaired");
        }
        repairs.forEach(Terminal::warning);
    }

    void serving(String url) {
        // where a program reads the output, it finds JSON there and nothing else
        (json ? System.err : System.out)
                .println("Isolde takes transactions at " + url + "v1/transactions; the page is " + url);
        System.out.flush();
    }

    void violation(Violation violation) {
        Terminal.clearProgress();
        System.out.println(
                json
                        ? violation.json()
                        : Terminal.red(violation.finding().axiom().name()) + "  "
                                + TextLayout.visible(violation.sentence()) + ".");
        System.out.flush();
    }

    void unknownFields(Collection<String> names) {
        if (!names.isEmpty()) {
            Terminal.warning("fields of transactions that Isolde does not know are ignored: "
                    + String.join(", ", names.stream().limit(SHOWN_FIELDS).toList())
                    + (names.size() > SHOWN_FIELDS ? " and others" : ""));
        }
    }

    static String progress(MonitorStatus status) {
        return "monitoring: " + count(status.received()) + " transactions, "
                + count((long) status.checkedPerSecond()) + " a second, "
                + String.format(Locale.ROOT, "%.1f s behind, ", status.lagSeconds())
                + TextLayout.count(status.violations(), "violation");
    }

    void summary(Level level, MonitorStatus status) {
        if (json) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("level", level.text());
            line.putAll(StatusJson.summary(status));
            System.out.println(Json.of(line));
            return;
        }
        System.out.println(verdict(level, status) + ".");
        if (status.counts().openVerdicts() > 0) {
            System.out.println(
                    TextLayout.count(status.counts().openVerdicts(), "verdict on a read is", "verdicts on reads are")
                            + " still open.");
        }
        if (status.counts().undecided() > 0) {
            System.out.println(TextLayout.count(status.counts().undecided(), "read")
                    + " can't be judged: of a transaction whose outcome is unknown, or of a time that is no longer"
                    + " kept.");
        }
        if (status.counts().late() > 0) {
            System.out.println(TextLayout.count(status.counts().late(), "transaction") + TOO_LATE + ".");
        }
    }

    /** Transactions have begun to come too late. */
    static void late() {
        Terminal.warning("transactions" + TOO_LATE + "; the figure \"late\" counts them");
    }

    /** The verdict and the counts: "si: satisfied, 1,234 transactions, 0 violations". */
    static String verdict(Level level, MonitorStatus status) {
        String verdict = status.conclusion().text();
        return level.text() + ": "
                + (status.conclusion() == Conclusion.VIOLATED ? Terminal.red(verdict) : Terminal.green(verdict))
                + ", " + TextLayout.count(status.counts().received(), "transaction") + ", "
                + TextLayout.count(status.violations(), "violation") + kinds(status);
    }

    private static String kinds(MonitorStatus status) {
        StringBuilder text = new StringBuilder();
        for (TimestampAxiom axiom : TimestampAxiom.values()) {
            if (status.violations(axiom) > 0) {
                text.append(text.isEmpty() ? " (" : ", ")
                        .append(axiom.name())
                        .append(' ')
                        .append(count(status.violations(axiom)));
            }
        }
        return text.isEmpty() ? "" : text.append(')').toString();
    }
}
