package org.isolde.app.replay;

import java.util.List;
import org.isolde.app.replay.ReplayFiles.Case;
import org.isolde.report.TextLayout;
import org.isolde.run.jdbc.SqlDialect;
import org.isolde.run.runner.StatementUse;

/** A counterexample as a script for a person, who opens a terminal for each session and types the steps in order. */
final class TerminalScript {
    private final Case found;
    private final Excerpt excerpt;
    private final SqlDialect dialect;
    private final SqlWording wording;
    private final String comment;
    private final StringBuilder text = new StringBuilder();

    /** @param dialect null for a database without SQL, to which the steps are told in words */
    TerminalScript(Case found, SqlDialect dialect, SqlWording wording) {
        this.found = found;
        this.excerpt = found.schedule().excerpt();
        this.dialect = dialect;
        this.wording = wording;
        this.comment = dialect == null ? "" : "-- ";
    }

    String text() {
        found.head().forEach(this::say);
        say("");
        howTo();
        setUp();
        for (int client = 0; dialect != null && client < excerpt.clients().size(); client++) {
            opening(client);
        }
        int number = 0;
        for (Step step : found.schedule().order()) {
            step(++number, step);
        }
        whatToLookAt();
        return text.toString();
    }

    private void howTo() {
        int count = excerpt.clients().size();
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
                excerpt.clients().stream()
                        .map(client -> terminal(client.name()))
                        .toList());
    }

    private static String terminal(String session) {
        return "session " + ReplayFiles.oneLine(session);
    }

    private void setUp() {
        gap();
        if (dialect == null) {
            say("Set-up: no keys are there" + (excerpt.preparation().isEmpty() ? "." : " but these:"));
            excerpt.preparation().forEach(op -> say("  " + op.request()));
            return;
        }
        say("Set-up; tables of these names that are there already have to go first:");
        wording.drop(excerpt).forEach(statement -> say("  " + statement + ";"));
        wording.create(excerpt).forEach(this::statement);
        wording.preparation(excerpt).forEach(this::statement);
    }

    private void opening(int client) {
        List<String> opening = dialect.opening(found.isolation());
        if (!opening.isEmpty()) {
            gap();
            say("Once in the terminal of "
                    + terminal(excerpt.clients().get(client).name()) + ":");
            opening.forEach(this::statement);
        }
    }

    private void step(int number, Step step) {
        Excerpt.Transaction transaction = excerpt.transactions().get(step.transaction());
        gap();
        say("Step " + number + ", " + terminal(excerpt.client(step).name())
                + (step.operation() == 0
                        ? " (transaction " + ReplayFiles.oneLine(transaction.name()) + " begins)"
                        : ""));
        if (dialect == null) {
            say("  " + (step.operation() == 0 ? "begin, " : "") + excerpt.request(step));
        } else {
            if (step.operation() == 0) {
                dialect.beginning(found.isolation()).forEach(this::statement);
            }
            found.schedule().sql(step, wording).forEach(this::statement);
        }
        say("  " + found.told().answer(step));
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
