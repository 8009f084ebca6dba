package org.isolde.sql.finding;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.isolde.sql.depend.Observation;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.execute.Step;
import org.isolde.sql.instrument.Instrumentation;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.instrument.Unit;

/**
 * How a person sees a finding: a terminal for each session, and what is typed where, in which order. The reads around statements are
 * typed too: it may be one of them that takes the transaction's snapshot, and they show what a statement should have seen.
 */
final class Terminals {
    private Terminals() {}

    static String write(FuzzDatabase database, Finding finding) {
        Plan plan = finding.verdict().plan();
        Map<Unit, Observation> observations = Script.observations(finding.verdict());
        Map<Unit, List<Step>> steps = new Instrumentation(database.dialect(), false).instrument(plan);
        StringBuilder text =
                new StringBuilder("Make the tables and rows as in script.sql. Then open a terminal for each session"
                        + " and type, in this order:\n\n");
        Set<Integer> begun = new HashSet<>();
        int number = 0;
        for (Unit unit : plan.order()) {
            String terminal = "  terminal " + Step.name(unit.transaction()) + "  ";
            if (begun.add(unit.transaction())) {
                for (String typed : database.beginning()) {
                    text.append(line(++number, terminal, typed, ""));
                }
            }
            if (plan.isEnd(unit)) {
                text.append(line(++number, terminal, plan.transaction(unit).commits() ? "commit" : "rollback", ""));
                continue;
            }
            Observation observation = observations.get(unit);
            for (Step step : steps.get(unit)) {
                text.append(line(
                        ++number,
                        terminal,
                        step.sql(),
                        observation == null ? "" : "  -- " + Script.answer(observation, step)));
            }
        }
        if (!finding.recurrence().isEmpty()) {
            text.append("\nIt was seen ").append(finding.recurrence()).append(".\n");
        }
        return text.append("\nexpected: ")
                .append(finding.mismatch().expected())
                .append("\nactual:   ")
                .append(finding.mismatch().actual())
                .append('\n')
                .toString();
    }

    private static String line(int number, String terminal, String typed, String answer) {
        return String.format(Locale.ROOT, "%3d.%s%s;%s%n", number, terminal, typed, answer.replace("\n", " "));
    }
}
