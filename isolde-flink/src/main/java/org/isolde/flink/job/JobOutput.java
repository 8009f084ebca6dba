package org.isolde.flink.job;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.isolde.check.Conclusion;
import org.isolde.check.TimestampAxiom;
import org.isolde.flink.BadLine;
import org.isolde.flink.FoundViolation;
import org.isolde.flink.Tally;
import org.isolde.history.Level;
import org.isolde.history.format.Json;
import org.isolde.online.Violation;

/** What a job prints where it was started, as {@code isolde monitor} does: violations as they come, and a summary. */
final class JobOutput {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}|[\\x7f-\\x9f]");
    private static final int SHOWN_BAD_LINES = 10;

    private final Level level;
    private final boolean json;
    private final PrintStream out;
    private final PrintStream err;
    private long badLines;
    private long told;
    private boolean cutOff;

    JobOutput(Level level, boolean json, PrintStream out, PrintStream err) {
        this.level = level;
        this.json = json;
        this.out = out;
        this.err = err;
    }

    synchronized void violation(FoundViolation violation) {
        if (cutOff) {
            return;
        }
        told++;
        clearProgress(err);
        out.println(
                json
                        ? violation.json()
                        : red(violation.finding().axiom().name()) + "  "
                                + visible(Violation.sentence(violation.finding())) + ".");
        out.flush();
    }

    void badLine(BadLine line) {
        if (badLines++ < SHOWN_BAD_LINES) {
            clearProgress(err);
            err.println("isolde: warning: " + visible(line.toString()) + "; the line is left out");
        }
    }

    static void error(PrintStream err, String message) {
        clearProgress(err);
        err.println("isolde: " + visible(message));
    }

    /**
     * What came of it, if the job has come to an end.
     *
     * @param seconds how long it ran, without the start of the cluster
     */
    Conclusion summary(Tally tally, double seconds) {
        long violations =
                tally.counts().values().stream().mapToLong(Long::longValue).sum();
        // without the lines that were left out nobody knows
        Conclusion conclusion = violations > 0
                ? Conclusion.VIOLATED
                : tally.undecided() > 0 || badLines > 0 ? Conclusion.UNDECIDED : Conclusion.SATISFIED;
        clearProgress(err);
        if (json) {
            out.println(Json.of(object(tally, conclusion, seconds)));
        } else {
            out.println(level.text() + ": "
                    + (conclusion == Conclusion.VIOLATED ? red(conclusion.text()) : green(conclusion.text())) + ", "
                    + count(tally.transactions(), "transaction") + ", " + count(violations, "violation")
                    + kinds(tally) + ".");
            if (tally.undecided() > 0) {
                out.println(count(tally.undecided(), "read")
                        + " can't be judged: of a transaction whose outcome is unknown, or of a time that is no longer"
                        + " kept.");
            }
            if (tally.late() > 0) {
                out.println(count(tally.late(), "transaction")
                        + " came too late to count for verdicts that were final; make --settle longer.");
            }
            if (badLines > 0) {
                out.println(count(badLines, "line") + " could not be read and " + (badLines == 1 ? "was" : "were")
                        + " left out; what depends on them is wrong.");
            }
        }
        out.flush();
        return conclusion;
    }

    /**
     * That it was stopped so as to go on later.
     *
     * @param violations how many were told here
     * @param state the folder that it goes on from; null if whoever stopped it knows
     */
    void stopped(long violations, String state) {
        clearProgress(err);
        err.println("isolde: stopped" + after(violations) + "; started again "
                + (state == null ? "from its savepoint" : "with --state " + visible(state))
                + ", it goes on from there");
    }

    /** That it is stopped before the end of its input, for good, and what comes of that; no violation is told any more. */
    synchronized Conclusion cutOff() {
        cutOff = true;
        clearProgress(err);
        err.println("isolde: stopped" + after(told)
                + "; what depends on the rest of the input is not judged, and there is no --state to go on from");
        out.flush();
        return told > 0 ? Conclusion.VIOLATED : Conclusion.UNDECIDED;
    }

    private static String after(long violations) {
        return violations > 0 ? " after " + count(violations, "violation") : "";
    }

    private Map<String, Object> object(Tally tally, Conclusion conclusion, double seconds) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("level", level.text());
        line.put("transactions", tally.transactions());
        line.put(
                "counts",
                counts(
                        tally,
                        TimestampAxiom.SESSION,
                        TimestampAxiom.INT,
                        TimestampAxiom.EXT,
                        TimestampAxiom.NOCONFLICT));
        line.put("timestamps", counts(tally, TimestampAxiom.START_AFTER_COMMIT, TimestampAxiom.SAME_COMMIT));
        line.put("duplicates", tally.duplicates());
        line.put("undecided", tally.undecided());
        line.put("late", tally.late());
        line.put("badLines", badLines);
        line.put("verdict", conclusion.text());
        line.put("seconds", Math.round(seconds * 1000) / 1000.0);
        Map<String, Object> checkpoints = CheckpointFigures.told();
        if (checkpoints != null) {
            line.put("checkpoints", checkpoints);
        }
        return line;
    }

    private static Map<String, Object> counts(Tally tally, TimestampAxiom... axioms) {
        Map<String, Object> counts = new LinkedHashMap<>();
        for (TimestampAxiom axiom : axioms) {
            counts.put(axiom.name(), tally.counts().get(axiom));
        }
        return counts;
    }

    private static String kinds(Tally tally) {
        StringBuilder text = new StringBuilder();
        tally.counts().forEach((axiom, number) -> {
            if (number > 0) {
                text.append(text.isEmpty() ? " (" : ", ").append(axiom.name());
                text.append(' ').append(String.format(Locale.ROOT, "%,d", number));
            }
        });
        return text.isEmpty() ? "" : text.append(')').toString();
    }

    private static String count(long number, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
    }

    /** Keys and values are others' texts: none may command the terminal. */
    private static String visible(String text) {
        return CONTROL.matcher(text)
                .replaceAll(found -> String.format(
                        Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
    }

    /** The launcher says whether there is a terminal. */
    private static boolean colours() {
        return Boolean.getBoolean("isolde.terminal.out") && System.getenv("NO_COLOR") == null;
    }

    private static void clearProgress(PrintStream err) {
        if (Boolean.getBoolean("isolde.terminal.err")) {
            err.print("\r\u001b[K");
            err.flush();
        }
    }

    private static String red(String text) {
        return colours() ? "\u001b[1;31m" + text + "\u001b[0m" : text;
    }

    private static String green(String text) {
        return colours() ? "\u001b[32m" + text + "\u001b[0m" : text;
    }
}
