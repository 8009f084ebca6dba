package org.isolde.sql.finding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.report.page.SectionPage;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.depend.Observation;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.execute.Step;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.instrument.Unit;
import org.isolde.sql.oracle.Mismatch;
import org.isolde.sql.testcase.TestCase;

/** A finding as a page for a person: what is wrong, the statements in their order with a column a session, and how to see it again. */
final class FindingPage {
    private final FuzzDatabase database;
    private final Finding finding;
    private final Dialect dialect;
    private final TestCase testCase;
    private final Plan plan;

    FindingPage(FuzzDatabase database, Finding finding) {
        this.database = database;
        this.finding = finding;
        dialect = database.dialect();
        testCase = finding.testCase();
        plan = finding.verdict().plan();
    }

    String write() {
        Mismatch mismatch = finding.mismatch();
        Schema schema = testCase.schema();
        SectionPage page = new SectionPage(
                "Isolde finding",
                database.version() + " at " + database.isolation().name(),
                mismatch.oracle().text() + ": " + mismatch.what(),
                finding.transactions() + " transactions with " + finding.statements() + " statements show it"
                        + Script.where(mismatch) + ".");
        page.section("What is wrong").value("Expected", mismatch.expected()).value("But got", mismatch.actual());
        if (!finding.recurrence().isEmpty()) {
            page.value("Seen", finding.recurrence());
        }
        if (finding.known() != null) {
            page.section("Known")
                    .paragraph(finding.known().sentence())
                    .value("Name", finding.known().name())
                    .value("More", finding.known().reference());
        }
        List<String> tables = new ArrayList<>();
        dialect.create(schema).forEach(each -> tables.add(each + ";"));
        testCase.initialRows().forEach(row -> tables.add(dialect.insert(row.table(), List.of(row.values())) + ";"));
        page.section("Tables and rows").code(String.join("\n", tables));
        page.section("In transactions, step by step");
        interleaved(page);
        if (finding.verdict().order() != null) {
            page.section("Without transactions")
                    .paragraph("The same statements, one behind the other in an order that their dependencies allow, do"
                            + " something else:");
            List<String> order = new ArrayList<>();
            for (Unit unit : finding.verdict().order()) {
                order.add("/* " + Script.name(unit) + " */ " + dialect.sql(plan.statement(unit), schema) + ";");
            }
            page.code(String.join("\n", order));
        }
        if (finding.verdict().graph() != null) {
            page.section("Dependencies").code(finding.verdict().graph().toString());
        }
        page.section("By hand").code(Terminals.write(database, finding));
        page.section("Once more")
                .paragraph(
                        "By its folder, as it is here; or as it was made, before it was reduced, with the options of the"
                                + " run beside these:")
                .code("isolde replay FOLDER\nisolde fuzz --seed " + testCase.seed() + " --case " + testCase.number());
        return page.html();
    }

    /** A row a step; each session has its column. */
    private void interleaved(SectionPage page) {
        Map<Unit, Observation> observations = Script.observations(finding.verdict());
        List<Integer> sessions =
                plan.order().stream().map(Unit::transaction).distinct().sorted().toList();
        List<String> heads = new ArrayList<>(List.of("step"));
        sessions.forEach(session -> heads.add(Step.name(session)));
        heads.add("answer");
        List<List<String>> rows = new ArrayList<>();
        Map<Integer, Boolean> begun = new HashMap<>();
        for (Unit unit : plan.order()) {
            String sql = plan.isEnd(unit)
                    ? plan.transaction(unit).commits() ? "commit" : "rollback"
                    : dialect.sql(plan.statement(unit), testCase.schema());
            if (begun.put(unit.transaction(), true) == null) {
                sql = String.join("; ", database.beginning()) + "; " + sql;
            }
            List<String> row = new ArrayList<>();
            row.add(plan.isEnd(unit) ? "" : Script.name(unit));
            for (int session : sessions) {
                row.add(session == unit.transaction() ? sql : "");
            }
            Observation observation = observations.get(unit);
            row.add(observation == null ? "" : Script.answer(observation.reply()));
            rows.add(row);
        }
        page.table("Steps", heads, rows);
    }
}
