package org.isolde.report.page;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.CheckResult;
import org.isolde.check.Names;
import org.isolde.check.Verdict;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Status;
import org.isolde.report.Finding;
import org.isolde.report.Report;
import org.isolde.report.Roots;
import org.isolde.report.SqlStep;
import org.isolde.report.Story;
import org.isolde.report.graph.AnomalyGraph;
import org.isolde.report.graph.GraphJson;
import org.isolde.report.overview.LevelVerdict;
import org.isolde.report.overview.Overview;

/** All of a report for programs; docs/reports.md describes it. */
public final class ReportJson {
    private static final int VERSION = 1;

    private ReportJson() {}

    /** The report as maps, lists, texts and numbers. */
    public static Map<String, Object> of(Report report) {
        CheckResult check = report.check();
        History history = check.history();
        HeadLine line = HeadLine.of(report);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("isoldeReport", VERSION);
        json.put("title", report.title());
        json.put("result", line.style());
        json.put("sentence", line.sentence());
        json.put("remarks", report.remarks());
        json.put("amount", report.amount().json());
        if (report.answer() != null) {
            json.put("answer", report.answer().json());
        }
        json.put("sessions", history.sessions());
        json.put("transactions", history.transactions());
        json.put("operations", history.operations());
        json.put("evidence", check.evidence().stream().map(Evidence::text).toList());
        json.put("sessionOrder", check.sessionOrder());
        json.put("verdicts", verdicts(report));
        json.put("strongest", texts(check.strongestSatisfied()));
        json.put("weakest", texts(check.weakestViolated()));
        List<Object> findings = new ArrayList<>();
        for (int i = 0; i < report.findings().size(); i++) {
            findings.add(finding(report.findings().get(i), i + 1));
        }
        json.put("findings", findings);
        json.put(
                "roots",
                Roots.of(report.findings()).stream().map(Roots.Root::findings).toList());
        json.put("untold", report.untold());
        json.put("overview", overview(new Overview(history)));
        json.put("parameters", report.parameters());
        json.put("seconds", check.seconds());
        return json;
    }

    private static List<String> texts(Collection<Level> levels) {
        return levels.stream().map(Level::text).toList();
    }

    private static Map<String, Object> verdicts(Report report) {
        CheckResult check = report.check();
        Map<String, Object> verdicts = new LinkedHashMap<>();
        check.verdicts().forEach((level, verdict) -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("verdict", verdict.text());
            json.put("algorithm", verdict.algorithm());
            if (!(verdict instanceof Verdict.Inapplicable)) {
                json.put(
                        "evidence",
                        check.evidence(level).stream().map(Evidence::text).toList());
            }
            if (report.proofs().containsKey(level)) {
                json.put("proof", report.proofs().get(level));
            }
            if (check.timestamps().containsKey(level)) {
                Map<String, Object> counts = new LinkedHashMap<>();
                check.timestamps().get(level).counts().forEach((axiom, count) -> counts.put(axiom.name(), count));
                json.put("counts", counts);
            }
            String reason = LevelVerdict.reason(check, level);
            if (!reason.isEmpty()) {
                json.put("reason", reason);
            }
            verdicts.put(level.text(), json);
        });
        return verdicts;
    }

    private static Map<String, Object> finding(Finding finding, int number) {
        Story story = finding.story();
        History minimal = finding.minimal().history();
        Names names = new Names(minimal);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("number", number);
        json.put("name", story.name());
        json.put("alias", story.alias());
        json.put("meaning", story.meaning());
        json.put("consequence", story.consequence());
        json.put("sentence", story.sentence());
        json.put("breaks", story.broken().text());
        json.put("holding", texts(story.holding()));
        json.put("cycle", steps(story.cycle(), names));
        List<Object> cases = new ArrayList<>();
        for (Story.Case each : story.cases()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("claim", each.claim());
            object.put("cycle", steps(each.cycle(), names));
            cases.add(object);
        }
        json.put("cases", cases);
        List<Object> transactions = new ArrayList<>();
        for (Story.Transaction transaction : story.transactions()) {
            transactions.add(transaction(transaction));
        }
        json.put("involved", transactions);
        if (!finding.sql().isEmpty()) {
            List<Object> steps = new ArrayList<>();
            for (SqlStep step : finding.sql()) {
                Map<String, Object> each = new LinkedHashMap<>();
                each.put("session", step.session());
                each.put("transaction", step.transaction());
                each.put("statements", step.statements());
                each.put("answer", step.answer());
                steps.add(each);
            }
            json.put("sql", steps);
        }
        Map<String, Object> size = new LinkedHashMap<>();
        size.put("transactions", minimal.transactions());
        size.put("operations", minimal.operations());
        size.put("isMinimal", finding.minimal().isMinimal());
        json.put("minimal", size);
        json.put("graph", GraphJson.of(AnomalyGraph.of(finding)));
        return json;
    }

    private static Map<String, Object> transaction(Story.Transaction transaction) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", transaction.name());
        json.put("session", transaction.session());
        json.put("status", transaction.status().text());
        if (transaction.begin() != null) {
            json.put("begin", transaction.begin());
            json.put("end", transaction.end());
        }
        if (transaction.timestamps() != null) {
            json.put("start", transaction.timestamps().start());
            json.put("commit", transaction.timestamps().commit());
        }
        List<Object> operations = new ArrayList<>();
        for (Story.Operation operation : transaction.operations()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("text", operation.text());
            object.put("matters", operation.matters());
            operations.add(object);
        }
        json.put("operations", operations);
        return json;
    }

    private static List<Object> steps(List<Story.Step> cycle, Names names) {
        List<Object> steps = new ArrayList<>();
        for (Story.Step step : cycle) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("from", names.transaction(step.from()));
            json.put("to", names.transaction(step.to()));
            json.put("kind", step.kind().text());
            json.put("key", step.key());
            json.put("because", step.because());
            steps.add(json);
        }
        return steps;
    }

    private static Map<String, Object> overview(Overview overview) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("by", overview.hasTimes() ? "time" : "place");
        json.put("seconds", Double.isNaN(overview.seconds()) ? null : overview.seconds());
        for (Status status : Status.values()) {
            List<Integer> counts = new ArrayList<>();
            for (int part = 0; part < Overview.PARTS; part++) {
                counts.add(overview.count(status, part));
            }
            json.put(status.text(), counts);
        }
        return json;
    }
}
