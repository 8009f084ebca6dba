package org.isolde.cli;

import java.util.List;
import org.isolde.report.TextLayout;
import org.isolde.run.scenario.Answer;
import org.isolde.run.scenario.Scenario;
import org.isolde.run.scenario.ScenarioExecution;
import org.isolde.run.scenario.StepEvent;

/** Shows an execution with its sessions side by side: what each sent, and indented what it was answered. */
final class ScenarioSteps {
    private static final int INDENT = 2;

    private ScenarioSteps() {}

    static String sideBySide(ScenarioExecution execution) {
        List<String> sessions = execution.scenario().sessions();
        SideBySide table = new SideBySide(sessions, INDENT);
        for (StepEvent<Scenario.Step, Answer> event : execution.events()) {
            add(table, sessions.indexOf(event.step().session()), event);
        }
        return table.toString();
    }

    private static void add(SideBySide table, int column, StepEvent<Scenario.Step, Answer> event) {
        String text = event.step().text();
        switch (event.kind()) {
            case SENT -> table.add(column, "", "", text);
            case WAITS -> table.add(column, "", "  ", "... waits");
            case ANSWERED ->
                table.add(column, "", "  -> ", TextLayout.visible(event.answer().toString()));
            case SKIPPED -> table.add(column, "", "", "(" + text + ": not sent)");
            case CANCELLED -> table.add(column, "", "  -> ", "would wait on: cancelled");
        }
    }
}
