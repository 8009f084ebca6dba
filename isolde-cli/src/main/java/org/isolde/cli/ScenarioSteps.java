package org.isolde.cli;

import java.util.List;
import org.isolde.report.TextLayout;
import org.isolde.run.scenario.Answer;
import org.isolde.run.scenario.Play;

/** Shows a play with its sessions side by side: what each sent, and indented what it was answered. */
final class ScenarioSteps {
    private static final int INDENT = 2;

    private ScenarioSteps() {}

    static String sideBySide(Play play) {
        List<String> sessions = play.scenario().sessions();
        SideBySide table = new SideBySide(sessions, INDENT);
        for (Play.Event event : play.events()) {
            add(table, sessions.indexOf(event.step().session()), event);
        }
        return table.toString();
    }

    private static void add(SideBySide table, int column, Play.Event event) {
        if (event.waits()) {
            table.add(column, "", "  ", "... waits");
        } else if (event.answer() == null) {
            table.add(column, "", "", event.step().text());
        } else if (event.answer().kind() == Answer.Kind.SKIPPED) {
            table.add(column, "", "", "(" + event.step().text() + ": not sent)");
        } else {
            table.add(column, "", "  -> ", TextLayout.visible(event.answer().toString()));
        }
    }
}
