package org.isolde.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.isolde.history.Level;
import org.isolde.history.Status;

/** Stories as text of {@link TextLayout#WIDTH} columns. */
public final class StoryText {
    /** Of transactions with more operations than this, a brief story shows only those that it speaks of. */
    private static final int FEW_OPERATIONS = 8;

    private static final int MOST_STEPS = 16;

    private final Ink ink;

    public StoryText(Ink ink) {
        this.ink = ink;
    }

    /** A story in a few lines. */
    public String brief(Story story) {
        List<String> lines = new ArrayList<>();
        lines.add(title(story));
        lines.add(TextLayout.wrap(story.meaning(), "  "));
        if (story.cycle().isEmpty() || !story.cases().isEmpty()) {
            lines.add(TextLayout.wrap(sentence(story.sentence()), "  "));
        }
        reasons(story, lines);
        for (Story.Transaction transaction : story.transactions()) {
            lines.add(ink.faint(TextLayout.wrap(onOneLine(transaction), "    ", "      ")));
        }
        return joined(lines);
    }

    /** A finding as statements, as far as they are few; empty if there are none. */
    public String sql(List<SqlStep> steps) {
        if (steps.isEmpty()) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        lines.add("  In SQL, as recorded, in an order that fits:");
        for (SqlStep step : steps.subList(0, Math.min(MOST_STEPS, steps.size()))) {
            String statements = TextLayout.visible(String.join("; ", step.statements()));
            lines.add(TextLayout.wrap(
                    step.transaction() + ": " + statements
                            + (step.answer().equals("done") ? "" : "  -> " + step.answer()),
                    "    ",
                    "      "));
        }
        if (steps.size() > MOST_STEPS) {
            lines.add("    ... and " + TextLayout.count(steps.size() - MOST_STEPS, "more step", "more steps"));
        }
        return joined(lines);
    }

    /**
     * All of a story.
     *
     * @param told what history it is told by, as in {@code the smallest history that shows it}
     */
    public String full(Story story, String told) {
        List<String> lines = new ArrayList<>();
        lines.add(title(story));
        lines.add(TextLayout.wrap(story.meaning(), "  "));
        lines.add(TextLayout.wrap(story.consequence(), "  "));
        lines.add("");
        lines.add("  " + ink.strong("What happened") + ink.faint(" (" + TextLayout.visible(told) + ")"));
        if (story.cycle().isEmpty() || !story.cases().isEmpty()) {
            lines.add(TextLayout.wrap(sentence(story.sentence()), "    "));
        }
        for (Story.Transaction transaction : story.transactions()) {
            lines.add(transaction(transaction));
        }
        List<String> times = TimeLineText.of(story);
        if (!times.isEmpty()) {
            lines.add("");
            lines.add("  " + ink.strong("When") + ink.faint(TimeLineText.title(story)));
            times.forEach(line -> lines.add("    " + line));
        }
        if (!story.cycle().isEmpty() || !story.cases().isEmpty()) {
            lines.add("");
            lines.add("  " + ink.strong("Why that can't be"));
            numberedReasons(story, lines);
        }
        lines.add("");
        lines.add(TextLayout.wrap(
                "Breaks " + story.broken().text() + " (" + story.broken().title() + "): "
                        + story.broken().meaning(),
                "  "));
        if (story.isByTimestamps()) {
            lines.add(TextLayout.wrap(
                    "The database's own timestamps show this. Whether the values alone show a violation too, a check with"
                            + " --evidence real-time,versions tells.",
                    "  "));
        }
        if (!story.holding().isEmpty()) {
            lines.add(TextLayout.wrap("The strongest that still holds: " + levels(story), "  "));
        }
        return joined(lines);
    }

    private String title(Story story) {
        return ink.strong(story.name() + " (" + story.alias() + ")") + " breaks "
                + story.broken().text() + ", " + story.broken().title();
    }

    private static String levels(Story story) {
        return story.holding().stream()
                .map((Level level) -> level.text() + " (" + level.title() + ")")
                .collect(Collectors.joining(", "));
    }

    private static void reasons(Story story, List<String> lines) {
        for (Story.Case each : story.cases()) {
            lines.add(TextLayout.wrap(each.claim() + ", for else:", "  - ", "    "));
            each.cycle().forEach(step -> lines.add(TextLayout.wrap(sentence(step.because()), "    - ", "      ")));
        }
        if (!story.cycle().isEmpty() && !story.cases().isEmpty()) {
            lines.add("  - so:");
        }
        story.cycle().forEach(step -> lines.add(TextLayout.wrap(sentence(step.because()), "  - ", "    ")));
    }

    private static void numberedReasons(Story story, List<String> lines) {
        int number = 1;
        for (Story.Case each : story.cases()) {
            lines.add(TextLayout.wrap(each.claim() + ", for else:", "    " + number++ + ". ", "       "));
            each.cycle().forEach(step -> lines.add(reason(step, "       - ")));
        }
        if (!story.cases().isEmpty() && !story.cycle().isEmpty()) {
            lines.add("    So:");
        }
        for (Story.Step step : story.cycle()) {
            lines.add(reason(step, "    " + number++ + ". "));
        }
        if (!story.cycle().isEmpty()) {
            lines.add("    Each comes before the next and the last before the first: no order has room for that.");
        }
    }

    private static String reason(Story.Step step, String first) {
        String indent = " ".repeat(first.length());
        return TextLayout.wrap(
                String.format(Locale.ROOT, "[%s] ", step.kind().words()) + sentence(step.because()), first, indent);
    }

    /** {@code 17 (session 3): r(x)=4 w(x)=5}. */
    private static String onOneLine(Story.Transaction transaction) {
        StringBuilder text =
                new StringBuilder(transaction.name()).append(" (session ").append(transaction.session());
        if (transaction.status() != Status.COMMITTED) {
            text.append(", ").append(transaction.status().text());
        }
        text.append(times(transaction)).append("):");
        boolean all = transaction.operations().size() <= FEW_OPERATIONS;
        int others = 0;
        for (Story.Operation operation : transaction.operations()) {
            if (all || operation.matters()) {
                text.append(' ').append(operation.text());
            } else {
                others++;
            }
        }
        return others == 0 ? text.toString() : text + " and " + TextLayout.count(others, "other");
    }

    /** A transaction's name and where it ran on one line, its operations below it. */
    private String transaction(Story.Transaction transaction) {
        StringBuilder head = new StringBuilder("session ").append(transaction.session());
        if (transaction.status() != Status.COMMITTED) {
            head.append(", ").append(transaction.status().text());
        }
        head.append(times(transaction));
        StringBuilder operations = new StringBuilder();
        for (Story.Operation operation : transaction.operations()) {
            operations.append(operations.length() == 0 ? "" : "  ").append(operation.text());
        }
        return "    " + ink.strong(TextLayout.visible(transaction.name()))
                + ink.faint("  " + TextLayout.visible(head.toString()))
                + System.lineSeparator()
                + TextLayout.wrap(operations.toString(), "      ");
    }

    /** A clause as a sentence; one that begins with a name of the input keeps that as it is. */
    private static String sentence(String clause) {
        boolean words = clause.startsWith("the ") || clause.startsWith("in ");
        return (words ? Character.toUpperCase(clause.charAt(0)) + clause.substring(1) : clause) + ".";
    }

    /** When it ran, and the timestamps that the database gave it, as far as the story is about them. */
    private static String times(Story.Transaction transaction) {
        String times = transaction.begin() == null
                ? ""
                : ", " + transaction.begin() + " to " + (transaction.end() == null ? "?" : transaction.end());
        Story.Timestamps given = transaction.timestamps();
        return given == null ? times : times + ", start " + given.start() + ", commit " + given.commit();
    }

    private static String joined(List<String> lines) {
        return String.join(System.lineSeparator(), lines);
    }
}
