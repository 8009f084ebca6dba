package org.isolde.sql.finding;

import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.execute.Step;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.instrument.Unit;

/** How a person sees a finding: a terminal for each session, and what is typed where, in which order. */
final class Terminals {
    private Terminals() {}

    static String write(FuzzDatabase database, Finding finding) {
        Plan plan = finding.verdict().plan();
        StringBuilder text =
                new StringBuilder("Make the tables and rows as in script.sql. Then open a terminal for each session"
                        + " and type, in this order:\n\n");
        boolean[] begun = new boolean[plan.testCase().transactions().size()];
        int step = 0;
        for (Unit unit : plan.order()) {
            String terminal = "  terminal " + Step.name(unit.transaction()) + "  ";
            if (!begun[unit.transaction()]) {
                begun[unit.transaction()] = true;
                for (String typed : database.beginning()) {
                    text.append(String.format("%3d.%s%s;%n", ++step, terminal, typed));
                }
            }
            String typed = plan.isEnd(unit)
                    ? plan.transaction(unit).commits() ? "commit" : "rollback"
                    : database.dialect()
                            .sql(plan.statement(unit), plan.testCase().schema());
            text.append(String.format("%3d.%s%s;%n", ++step, terminal, typed));
        }
        return text.append("\nexpected: ")
                .append(finding.mismatch().expected())
                .append("\nactual:   ")
                .append(finding.mismatch().actual())
                .append('\n')
                .toString();
    }
}
