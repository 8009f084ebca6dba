package org.isolde.report.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.isolde.report.Ink;
import org.isolde.report.TextLayout;

/** An answer for a terminal. */
public final class AnswerText {
    private static final String COLUMNS = "  %-24s %-16s";
    private static final String INDENT = " ".repeat(44);

    private AnswerText() {}

    /** What was asked for, and what that promises. */
    public static String asked(Answer answer) {
        return TextLayout.wrap(
                answer.asked() + " is what the database was asked for. It promises "
                        + answer.promised().title() + ": "
                        + lowerCase(answer.promised().meaning()),
                "");
    }

    private static String lowerCase(String sentence) {
        return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
    }

    /** On how much it stands; loud where that is little. */
    public static String amount(Amount amount, Ink ink) {
        String text = TextLayout.wrap(amount.sentence(), "");
        return amount.isLittle() ? ink.bad(text) : text;
    }

    /** What may happen and whether it did, one of them, and what to do: lines. */
    public static List<String> rest(Answer answer, Ink ink) {
        List<String> lines = new ArrayList<>();
        boolean promising = answer.possibilities().stream().allMatch(Answer.Possibility::forbidden);
        if (!promising) {
            lines.add("What " + answer.asked() + " lets happen, and what happened here:");
        }
        for (Answer.Possibility possibility : answer.possibilities()) {
            if (!possibility.forbidden()) {
                lines.add(line(possibility, ink));
            }
        }
        List<Answer.Possibility> broken = answer.possibilities().stream()
                .filter(Answer.Possibility::forbidden)
                .toList();
        if (!broken.isEmpty()) {
            lines.add(ink.bad("What " + answer.asked() + " promises to prevent, and what happened all the same:"));
            broken.forEach(possibility -> lines.add(line(possibility, ink)));
        }
        if (!answer.example().isEmpty()) {
            lines.add(TextLayout.wrap("For example, a " + answer.example() + ".", "  "));
        }
        if (!answer.todo().isEmpty()) {
            lines.add("What to do:");
            answer.todo().forEach(each -> lines.add(TextLayout.wrap(each, "  - ", "    ")));
        }
        return lines;
    }

    private static String line(Answer.Possibility possibility, Ink ink) {
        String head = String.format(Locale.ROOT, COLUMNS, possibility.hazard().title(), possibility.words());
        String text = TextLayout.wrap(possibility.hazard().meaning(), head + " ", INDENT);
        return possibility.happened() ? ink.strong(head) + text.substring(head.length()) : text;
    }
}
