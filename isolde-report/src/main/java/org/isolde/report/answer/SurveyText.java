package org.isolde.report.answer;

import java.util.ArrayList;
import java.util.List;
import org.isolde.report.Ink;
import org.isolde.report.TextLayout;

/** A survey for a terminal: a line a hazard, a column a level. */
public final class SurveyText {
    private static final int GAP = 2;
    private static final int LEAST = 11;

    private SurveyText() {}

    public static List<String> lines(Survey survey, Ink ink) {
        List<String> lines = new ArrayList<>();
        int margin = 2
                + survey.hazards().stream()
                        .mapToInt(hazard -> hazard.title().length())
                        .max()
                        .orElse(0);
        heads(survey, margin).forEach(line -> lines.add(ink.strong(line)));
        for (Hazard hazard : survey.hazards()) {
            StringBuilder line = new StringBuilder(pad("  " + hazard.title(), margin));
            for (Survey.OfLevel level : survey.levels()) {
                Survey.Sighting sighting = level.of(hazard);
                String cell = pad(sighting.words(), width(level));
                line.append(" ".repeat(GAP))
                        .append(sighting.isBroken() ? ink.bad(cell) : sighting.isSeen() ? ink.strong(cell) : cell);
            }
            lines.add(line.toString().stripTrailing());
        }
        lines.add("");
        lines.add(TextLayout.wrap(
                "seen: possible; that long it took to see it. not seen: the level does not promise to prevent it, and it was"
                        + " not seen here. no: promised not to happen, and not seen. SEEN: promised not to happen, and seen.",
                "  "));
        lines.add("");
        for (Hazard hazard : survey.hazards()) {
            String head = pad("  " + hazard.title(), margin) + "  ";
            lines.add(TextLayout.wrap(hazard.meaning(), head, " ".repeat(head.length())));
        }
        lines.add("");
        for (Survey.OfLevel level : survey.levels()) {
            lines.add(TextLayout.wrap(about(level), "  ", "    "));
        }
        lines.add("");
        survey.sentences().forEach(sentence -> lines.add(TextLayout.wrap(sentence, "", "  ")));
        if (survey.interrupted()) {
            lines.add("");
            lines.add(ink.strong(TextLayout.wrap(survey.interruption(), "")));
        }
        return lines;
    }

    /** What is to be said of a level beside the table. */
    private static String about(Survey.OfLevel level) {
        StringBuilder text = new StringBuilder(level.asked())
                .append(" promises ")
                .append(level.promised().title());
        if (level.amount() != null) {
            text.append("; the run: ")
                    .append(level.amount().numbers())
                    .append(level.amount().isLittle() ? ", which is LITTLE EVIDENCE" : "");
        }
        if (!level.note().isEmpty()) {
            text.append("; known: ").append(level.note());
        }
        level.problems().forEach(problem -> text.append("; ").append(problem));
        return text.append('.').toString();
    }

    /** The names of the levels, a word a line. */
    private static List<String> heads(Survey survey, int margin) {
        int most = survey.levels().stream()
                .mapToInt(level -> level.asked().split(" ").length)
                .max()
                .orElse(1);
        List<String> lines = new ArrayList<>();
        for (int place = 0; place < most; place++) {
            StringBuilder line = new StringBuilder(" ".repeat(margin));
            for (Survey.OfLevel level : survey.levels()) {
                String[] words = level.asked().split(" ");
                int index = place - (most - words.length);
                line.append(" ".repeat(GAP)).append(pad(index < 0 ? "" : words[index], width(level)));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static int width(Survey.OfLevel level) {
        int width = LEAST;
        for (String word : level.asked().split(" ")) {
            width = Math.max(width, word.length());
        }
        return width;
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
