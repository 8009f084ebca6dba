package org.isolde.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.CheckResult;
import org.isolde.history.Level;
import org.isolde.report.answer.Amount;
import org.isolde.report.answer.Answer;
import org.isolde.report.answer.Conflicts;

/**
 * Everything that a report tells, however it is shown.
 *
 * @param title the name of the history or the run
 * @param check the verdicts, and the whole history
 * @param proofs what the proof checker said of each verdict; empty if it was not asked
 * @param findings the anomalies, each with its minimal history; those that are easiest to follow first
 * @param untold how many anomalies are not among the findings
 * @param parameters how the history came about, by name: texts, numbers, or maps and lists of them
 * @param remarks sentences on what the verdicts mean, from whoever knows what was promised
 * @param answer what it comes to for whoever uses the database; null if the history comes from elsewhere
 * @param amount on how much the verdicts stand
 */
public record Report(
        String title,
        CheckResult check,
        Map<Level, String> proofs,
        List<Finding> findings,
        int untold,
        Map<String, Object> parameters,
        List<String> remarks,
        Answer answer,
        Amount amount) {
    /** More stories than this nobody reads. */
    private static final int MOST_FINDINGS = 20;

    /** How much work all findings together may take to become small. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Duration LEAST_PATIENCE = Duration.ofMillis(100);

    public Report {
        proofs = Map.copyOf(proofs);
        findings = List.copyOf(findings);
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        remarks = List.copyOf(remarks);
    }

    /** The same report with what the verdicts mean, where that is known. */
    public Report with(List<String> sentences, Answer told) {
        return new Report(title, check, proofs, findings, untold, parameters, sentences, told, told.amount());
    }

    /** The same report with the statements of each finding, where whoever knows the database can tell them. */
    public Report withSql(Function<MinimalCase, List<SqlStep>> statements) {
        List<Finding> told = findings.stream()
                .map(finding -> finding.with(statements.apply(finding.minimal())))
                .toList();
        return new Report(title, check, proofs, told, untold, parameters, remarks, answer, amount);
    }

    /** Whatever else is cut, one of each kind is told. */
    private static List<Anomaly> oneOfEachFirst(List<Anomaly> anomalies) {
        List<Anomaly> first = new ArrayList<>();
        List<Anomaly> others = new ArrayList<>();
        Set<String> kinds = new HashSet<>();
        for (Anomaly anomaly : anomalies) {
            (kinds.add(anomaly.kind() + anomaly.alias() + anomaly.level()) ? first : others).add(anomaly);
        }
        first.addAll(others);
        return first;
    }

    /** The report on a check. */
    public static Report of(
            String title, CheckResult check, Map<Level, String> proofs, Map<String, Object> parameters) {
        return of(title, check, check.strongestSatisfied(), proofs, parameters);
    }

    /**
     * The report on a check.
     *
     * @param holding the strongest levels that hold, where more was checked than is reported on
     */
    public static Report of(
            String title,
            CheckResult check,
            Set<Level> holding,
            Map<Level, String> proofs,
            Map<String, Object> parameters) {
        List<Anomaly> anomalies = oneOfEachFirst(check.anomalies());
        List<Finding> findings = new ArrayList<>();
        long deadline = CpuClock.nanos() + PATIENCE.toNanos();
        int left = Math.min(MOST_FINDINGS, anomalies.size());
        for (Anomaly anomaly : anomalies.subList(0, left)) {
            // those that take longer may use what the others leave
            Duration share =
                    Duration.ofNanos(Math.max(LEAST_PATIENCE.toNanos(), (deadline - CpuClock.nanos()) / left--));
            MinimalCase minimal = new Minimizer(check, share).minimize(anomaly);
            findings.add(new Finding(anomaly, minimal, Story.of(minimal, holding)));
        }
        // best known is what loses data, then phantoms, which only who asks for rows can see; few transactions are easy
        // to follow
        findings.sort(
                Comparator.comparing((Finding finding) -> finding.anomaly().kind() != AnomalyKind.LOST_UPDATE)
                        .thenComparing(finding -> finding.anomaly().kind() != AnomalyKind.PHANTOM)
                        .thenComparing(finding -> finding.minimal().history().transactions())
                        .thenComparing(finding -> finding.minimal().history().operations()));
        return new Report(
                title,
                check,
                proofs,
                findings,
                anomalies.size() - findings.size(),
                parameters,
                List.of(),
                null,
                Amount.of(Conflicts.of(check.history())));
    }
}
