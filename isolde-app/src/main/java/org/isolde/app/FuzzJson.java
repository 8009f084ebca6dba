package org.isolde.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.Conclusion;
import org.isolde.run.Redaction;
import org.isolde.sql.finding.Finding;
import org.isolde.sql.finding.FindingFolder;
import org.isolde.sql.job.FuzzCounts;
import org.isolde.sql.job.FuzzOptions;
import org.isolde.sql.job.FuzzPlan;
import org.isolde.sql.job.FuzzResult;

/** What {@value FuzzRun#RESULT} holds: what was executed, discarded, covered and found. */
final class FuzzJson {
    private FuzzJson() {}

    static Map<String, Object> of(FuzzPlan plan, List<String> command, FuzzResult result) {
        FuzzCounts counts = result.counts();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("isolde", Versions.ISOLDE);
        json.put("java", Runtime.version().toString());
        json.put("command", command);
        json.put("target", plan.target().shown());
        Map<String, String> settings = new LinkedHashMap<>(plan.target().options());
        settings.replaceAll(Redaction::option);
        json.put("databaseOptions", settings);
        json.put("database", result.version());
        json.put("options", plan.options().json(FuzzOptions.all()));
        json.put("verdict", conclusion(result).text());
        if (result.problem() != null) {
            json.put("problem", result.problem());
        }
        json.put("cases", counts.cases());
        json.put("seconds", counts.seconds());
        json.put("executions", counts.executions());
        json.put("waits", counts.waits());
        json.put("statements", counts.statements());
        json.put("compared", counts.tested());
        json.put("discardedCases", counts.discarded());
        json.put("refusedStatements", counts.refusedShare());
        json.put("refusedBecause", counts.refused());
        json.put("costlyStatements", counts.costly());
        json.put("time", counts.times());
        json.put("kinds", counts.kinds());
        json.put("repeated", counts.repeated());
        json.put("unconfirmed", counts.unconfirmed());
        json.put("knownMismatches", counts.known());
        json.put("findings", of(FindingFolder.FINDINGS, result.findings()));
        json.put("known", of(FindingFolder.KNOWN, result.known()));
        return json;
    }

    /** In the words of a test: a finding violates, and where nothing was executed nothing is known. */
    static Conclusion conclusion(FuzzResult result) {
        return !result.findings().isEmpty()
                ? Conclusion.VIOLATED
                : result.counts().cases() == 0 ? Conclusion.UNDECIDED : Conclusion.SATISFIED;
    }

    private static List<Map<String, Object>> of(String place, List<Finding> findings) {
        return findings.stream().map(each -> of(place, each)).toList();
    }

    private static Map<String, Object> of(String place, Finding finding) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("folder", place + "/" + finding.folderName());
        json.put("cause", finding.cause());
        json.put("oracle", finding.mismatch().oracle().text());
        json.put("what", finding.mismatch().what());
        json.put("expected", finding.mismatch().expected());
        json.put("actual", finding.mismatch().actual());
        json.put("transactions", finding.transactions());
        json.put("statements", finding.statements());
        if (!finding.recurrence().isEmpty()) {
            json.put("seen", finding.recurrence());
        }
        json.put("case", finding.testCase().number());
        if (finding.known() != null) {
            json.put("knownAs", finding.known().name());
            json.put("sentence", finding.known().sentence());
            json.put("reference", finding.known().reference());
        }
        return json;
    }
}
