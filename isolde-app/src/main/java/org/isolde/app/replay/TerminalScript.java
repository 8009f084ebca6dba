package org.isolde.app.replay;

import java.util.List;
import org.isolde.app.replay.ReplayFiles.Case;
import org.isolde.report.TextLayout;
import org.isolde.run.jdbc.SqlDialect;
import org.isolde.run.runner.StatementUse;

/** A counterexample as a script for a person, who opens a terminal for each session and types the steps in order. */
final class TerminalScript {
    private final Case found;
    private final Script script;
    private final SqlDialect dialect;
    private final SqlWording wording;
    private final String comment;
    private final StringBuilder text = new StringBuilder();

    /** @param dialect null for a database without SQL, to which the steps are told in words */
    TerminalScript(Case found, SqlDialect dialect, SqlWording wording) {
        this.found = found;
        this.script = found.script();
        this.dialect = dialect;
        this.wording = wording;
        this.comment = dialect == null ? "" : "-- ";
    }

    String text() {
        found.head().forEach(this::say);
        say("");
        howTo();
        setUp();
        for (int client = 0; dialect != null && client < script.clients().size(); client++) {
            opening(client);
        }
        int number = 0;
        for (Step step : found.order()) {
            step(++number, step);
        }
        whatToLookAt();
        return text.toString();
    }

    private void howTo() {
        int count = script.clients().size();
        say("Open " + TextLayout.count(count, "terminal") + ", each with a connection of its own: " + names()
                + ". Do the set-up in any of them, then the steps in order, each in its terminal. If a step waits, leave"
                + " it waiting and go on with the next step of another terminal. If one fails, roll back there and"
                + " leave out the rest of its transaction: then the database has prevented it.");
        if (dialect != null && found.run().statements() != StatementUse.FRESH) {
            say("");
            say("In the recorded run each session prepared its statements once and used them again in later"
                    + " transactions. Where plain statements don't show it, prepared ones may; 'isolde replay' prepares"
                    + " them as the run did.");
        }
    }

    private String names() {
        return String.join(
                ", ",
                script.clients().stream().map(client -> terminal(client.name())).toList());
    }

    private static String terminal(String session) {
        return "session " + ReplayFiles.oneLine(session);
    }

    private void setUp() {
        gap();
        if (dialect == null) {
            say("Set-up: no keys are there" + (script.preparation().isEmpty() ? "." : " but these:"));
            script.preparation().forEach(op -> say("  " + op.request()));
            return;
        }
        say("Set-up; tables of these names that are there already have to go first:");
        wording.drop(script.keys()).forEach(statement -> say("  " + statement + ";"));
        wording.create(script.keys()).forEach(this::statement);
        for (int i = 0; i < script.preparation().size(); i++) {
            Operation op = script.preparation().get(i);
            List<Operation> earlier = script.preparation().subList(0, i);
            statement(wording.statement(op, List.of(), earlier.stream().anyMatch(e -> e.key() == op.key())));
        }
    }

    private void opening(int client) {
        List<String> opening = dialect.opening(found.isolation());
        if (!opening.isEmpty()) {
            gap();
            say("Once in the terminal of "
                    + terminal(script.clients().get(client).name()) + ":");
            opening.forEach(this::statement);
        }
    }

    private void step(int number, Step step) {
        Script.Transaction transaction = script.transactions().get(step.transaction());
        gap();
        say("Step " + number + ", " + terminal(script.client(step).name())
                + (step.operation() == 0
                        ? " (transaction " + ReplayFiles.oneLine(transaction.name()) + " begins)"
                        : ""));
        if (dialect == null) {
            say("  " + (step.operation() == 0 ? "begin, " : "") + script.request(step));
        } else {
            if (step.operation() == 0) {
                dialect.beginning(found.isolation()).forEach(this::statement);
            }
            statement(SpokenSteps.sql(script, found.order(), step, wording));
        }
        say("  " + found.answer(step));
    }

    private void whatToLookAt() {
        gap();
        say("What to look at: if every step is answered as it says here, "
                + found.anomaly().level().title()
                + " is broken. A database that keeps it lets at least one of them wait, fail, or see another value.");
        say("Why: " + ReplayFiles.oneLine(found.anomaly().story()));
    }

    private void statement(String sql) {
        text.append(sql).append(";\n");
    }

    private void gap() {
        text.append('\n');
    }

    private void say(String words) {
        if (words.isEmpty()) {
            text.append(comment.strip()).append('\n');
            return;
        }
        String indent =
                comment + " ".repeat(words.length() - words.stripLeading().length());
        text.append(TextLayout.wrap(words.strip(), indent).replace(System.lineSeparator(), "\n"))
                .append('\n');
    }
}
