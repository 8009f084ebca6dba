package org.isolde.app.replay;

import java.util.ArrayList;
import java.util.List;
import org.isolde.app.replay.ReplayFiles.Case;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.jdbc.SqlDialect;

/**
 * A counterexample as a spec of PostgreSQL's isolationtester, which runs the one permutation that it names. Whatever
 * database it was found on, the spec is in PostgreSQL's SQL: there is no other that isolationtester talks to.
 *
 * <p>Names are quoted, as versions before 14 ask for; they and the statements hold nothing of a history's own texts.
 */
final class IsolationSpec {
    private final Case found;
    private final Excerpt excerpt;
    private final SqlDialect dialect = ReplayFiles.postgres().dialect();
    private final SqlWording wording;
    private final StringBuilder text = new StringBuilder();
    private final List<String> permutation = new ArrayList<>();

    IsolationSpec(Case found, Tables tables) {
        this.found = found;
        this.excerpt = found.schedule().excerpt();
        this.wording = tables.rows() ? new RowWording(dialect) : new KeyWording(dialect, tables);
    }

    String text() {
        found.head().forEach(this::comment);
        for (Step step : found.schedule().order()) {
            comment(name(step) + ": session "
                    + ReplayFiles.oneLine(excerpt.client(step).name()) + ", " + excerpt.request(step) + "; "
                    + found.told().answer(step));
        }
        setUp();
        block("teardown", wording.drop(excerpt));
        for (int client = 0; client < excerpt.clients().size(); client++) {
            session(client);
        }
        order();
        text.append("\npermutation");
        permutation.forEach(step -> text.append(' ').append(quoted(step)));
        return text.append('\n').toString();
    }

    private void setUp() {
        // a test may have left its tables behind
        List<String> statements = new ArrayList<>(wording.drop(excerpt));
        statements.addAll(wording.create(excerpt));
        statements.addAll(wording.preparation(excerpt));
        block("setup", statements);
    }

    private void session(int client) {
        text.append("\nsession ").append(quoted("s" + (client + 1))).append('\n');
        for (int t = 0; t < excerpt.transactions().size(); t++) {
            Excerpt.Transaction transaction = excerpt.transactions().get(t);
            if (transaction.client() != client) {
                continue;
            }
            step(beginName(t), List.of(dialect.beginning(level()).get(0)));
            for (int i = 0; i <= transaction.endStep(); i++) {
                Step step = new Step(t, i);
                step(name(step), found.schedule().sql(step, wording));
            }
        }
    }

    private void order() {
        for (Step step : found.schedule().order()) {
            if (step.operation() == 0) {
                permutation.add(beginName(step.transaction()));
            }
            permutation.add(name(step));
        }
    }

    /** PostgreSQL calls a snapshot repeatable read. */
    private Isolation level() {
        Isolation asked = found.isolation();
        return asked.name().equals(Isolation.SNAPSHOT)
                ? new Isolation(Isolation.REPEATABLE_READ, asked.claims())
                : asked;
    }

    private static String beginName(int transaction) {
        return "t" + (transaction + 1) + "_begin";
    }

    private String name(Step step) {
        String transaction = "t" + (step.transaction() + 1) + "_";
        return excerpt.operation(step) == null
                ? transaction + excerpt.request(step)
                : transaction + (step.operation() + 1);
    }

    private void block(String name, List<String> statements) {
        text.append('\n').append(name).append("\n{\n");
        statements.forEach(statement -> text.append("  ").append(statement).append(";\n"));
        text.append("}\n");
    }

    private void step(String name, List<String> statements) {
        text.append("step ")
                .append(quoted(name))
                .append(" { ")
                .append(String.join("; ", statements))
                .append("; }\n");
    }

    private void comment(String words) {
        text.append("# ").append(words).append('\n');
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }
}
