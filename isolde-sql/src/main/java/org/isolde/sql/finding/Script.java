package org.isolde.sql.finding;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Table;
import org.isolde.sql.depend.Observation;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.execute.Reply;
import org.isolde.sql.execute.Rows;
import org.isolde.sql.execute.Step;
import org.isolde.sql.instrument.Instrumentation;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.instrument.Unit;
import org.isolde.sql.known.KnownBehaviour;
import org.isolde.sql.oracle.Mismatch;
import org.isolde.sql.oracle.OracleKind;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.testcase.TestCase;

/** A test case as one SQL script: tables and rows, the statements in their order with the session of each, and what came of it. */
final class Script {
    private final FuzzDatabase database;
    private final TestCase testCase;
    private final Plan plan;
    private final Verdict verdict;
    private final StringBuilder text = new StringBuilder();

    /** @param plan what of the case is told */
    Script(FuzzDatabase database, TestCase testCase, Plan plan, Verdict verdict) {
        this.database = database;
        this.testCase = testCase;
        this.plan = plan;
        this.verdict = verdict;
    }

    /** @param finding what it is of; null if it is just a case */
    String write(Finding finding) {
        Schema schema = testCase.schema();
        Dialect dialect = database.dialect();
        note(database.version() + " at " + database.isolation().name() + "; seed " + testCase.seed() + ", case "
                + testCase.number());
        verdict.mismatches().stream().limit(1).forEach(this::mismatch);
        if (finding != null) {
            background(finding);
        }
        text.append('\n');
        dialect.create(schema).forEach(this::line);
        testCase.initialRows().forEach(row -> line(dialect.insert(row.table(), List.of(row.values()))));
        text.append('\n');
        note(
                "one session a transaction, in this order; the reads around a statement tell what it saw and wrote, and with some");
        note("databases it is such a read that takes the transaction's snapshot");
        interleaved();
        text.append('\n');
        schema.tables().forEach(this::end);
        if (!verdict.mismatches().isEmpty() && verdict.order() != null) {
            text.append('\n');
            note("without transactions, in an order of the dependencies, the same statements do something else:");
            for (Unit unit : verdict.order()) {
                line("/* " + name(unit) + " */ " + dialect.sql(plan.statement(unit), schema));
            }
        }
        return text.toString();
    }

    private void background(Finding finding) {
        if (!finding.recurrence().isEmpty()) {
            note("seen " + finding.recurrence());
        }
        KnownBehaviour known = finding.known();
        if (known != null) {
            note("known as " + known.name() + ": " + known.sentence());
            note("see " + known.reference());
        }
    }

    private void mismatch(Mismatch mismatch) {
        note(mismatch.oracle().text() + ": " + mismatch.what() + where(mismatch));
        note("expected: " + mismatch.expected());
        note("actual:   " + mismatch.actual());
    }

    /** Where it is seen, if that can be said: what breaks a level lies between several statements. */
    static String where(Mismatch mismatch) {
        return mismatch.unit() != null
                ? ", seen at " + name(mismatch.unit())
                : mismatch.oracle() == OracleKind.ISOLATION ? "" : ", seen in the tables at the end";
    }

    private void interleaved() {
        Map<Unit, Observation> observations = observations(verdict);
        Map<Unit, List<Step>> steps = new Instrumentation(database.dialect(), false).instrument(plan);
        boolean[] begun = new boolean[testCase.transactions().size()];
        for (Unit unit : plan.order()) {
            String session = "/* " + Step.name(unit.transaction()) + " */ ";
            if (!begun[unit.transaction()]) {
                begun[unit.transaction()] = true;
                database.beginning().forEach(each -> line(session + each));
            }
            if (plan.isEnd(unit)) {
                line(session + (plan.transaction(unit).commits() ? "commit" : "rollback"));
                continue;
            }
            Observation observation = observations.get(unit);
            for (Step step : steps.get(unit)) {
                line("/* " + name(unit) + read(step) + " */ " + step.sql());
                if (observation != null) {
                    note("    " + answer(observation, step));
                }
            }
        }
    }

    /** What was seen of each statement, as far as something was. */
    static Map<Unit, Observation> observations(Verdict verdict) {
        Map<Unit, Observation> observations = new HashMap<>();
        if (verdict.run() != null) {
            for (Observation observation : verdict.run().observations()) {
                observations.put(observation.unit(), observation);
            }
        }
        return observations;
    }

    private static String read(Step step) {
        return switch (step.role()) {
            case VERSION_SET_READ -> " rows of a table";
            case BEFORE_WRITE_READ -> " rows found";
            case AFTER_WRITE_READ -> " rows afterwards";
            default -> "";
        };
    }

    static String answer(Observation observation, Step step) {
        return switch (step.role()) {
            case VERSION_SET_READ -> observation.versionSets().get(step.table()).toString();
            case BEFORE_WRITE_READ -> String.valueOf(observation.before());
            case AFTER_WRITE_READ -> observation.after().toString();
            default -> answer(observation.reply());
        };
    }

    static String answer(Reply reply) {
        return reply.rows() == null ? reply.count() + " rows" : reply.rows().toString();
    }

    private void end(Table table) {
        line(FuzzDatabase.allRows(table));
        if (verdict.run() != null) {
            Rows rows = verdict.run().last().get(table.name());
            note("    " + rows);
        }
    }

    static String name(Unit unit) {
        return Step.name(unit.transaction()) + "." + (unit.statement() + 1);
    }

    private void note(String words) {
        text.append("-- ").append(words.replace("\n", " ")).append('\n');
    }

    private void line(String sql) {
        text.append(sql).append(";\n");
    }
}
