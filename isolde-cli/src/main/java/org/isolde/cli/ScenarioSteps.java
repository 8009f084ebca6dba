package org.isolde.cli;

import java.util.ArrayList;
import java.util.List;
import org.isolde.report.TextLayout;
import org.isolde.run.scenario.Answer;
import org.isolde.run.scenario.Play;

/** Shows a play with its sessions side by side, time going down: what each sent, and indented what it was answered. */
final class ScenarioSteps {
    private static final int GAP = 2;
    private static final String INDENT = "  ";

    private ScenarioSteps() {}

    static String sideBySide(Play play) {
        List<String> sessions = play.scenario().sessions();
        int width = (TextLayout.WIDTH - INDENT.length() + GAP) / sessions.size() - GAP;
        StringBuilder text = new StringBuilder(INDENT);
        for (String session : sessions) {
            text.append(session).append(" ".repeat(Math.max(0, width + GAP - session.length())));
        }
        finish(text);
        for (Play.Event event : play.events()) {
            int column = sessions.indexOf(event.step().session());
            String margin = INDENT + " ".repeat(column * (width + GAP));
            for (String line : lines(event, width)) {
                text.append(margin).append(line);
                finish(text);
            }
        }
        return text.toString();
    }

    private static void finish(StringBuilder text) {
        while (text.charAt(text.length() - 1) == ' ') {
            text.setLength(text.length() - 1);
        }
        text.append(System.lineSeparator());
    }

    private static List<String> lines(Play.Event event, int width) {
        if (event.waits()) {
            return List.of("  ... waits");
        }
        if (event.answer() == null) {
            return wrap(event.step().text(), "", width);
        }
        if (event.answer().kind() == Answer.Kind.SKIPPED) {
            return wrap("(" + event.step().text() + ": not sent)", "", width);
        }
        return wrap(TextLayout.visible(event.answer().toString()), "  -> ", width);
    }

    private static List<String> wrap(String text, String first, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        String indent = " ".repeat(first.length());
        boolean empty = true;
        for (String word : text.split(" ")) {
            if (!empty && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line = new StringBuilder(indent).append("  ");
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString());
        return lines;
    }
}
