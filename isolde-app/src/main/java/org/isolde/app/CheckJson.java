package org.isolde.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckResult;
import org.isolde.check.Edge;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.Verdict;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.isolde.history.format.Json;
import org.isolde.report.answer.Amount;
import org.isolde.report.answer.Conflicts;

/** The result of a check as JSON, for programs. */
public final class CheckJson {
    private CheckJson() {}

    /**
     * One line of {@code isolde check --json}; docs/check-output.schema.json describes it.
     *
     * @param conflicts on how much the verdicts stand; null if that is not told
     */
    public static Map<String, Object> of(
            String file,
            Format format,
            CheckResult result,
            Conflicts conflicts,
            Map<String, Double> seconds,
            Proofs proofs) {
        History history = result.history();
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("file", file);
        line.put("format", format.text());
        line.put("sessions", history.sessions());
        line.put("transactions", history.transactions());
        line.put("operations", history.operations());
        line.put("evidence", result.evidence().stream().map(Evidence::text).toList());
        if (conflicts != null) {
            line.put("amount", Amount.of(conflicts).json());
        }
        Map<String, Object> verdicts = new LinkedHashMap<>();
        Map<String, Object> algorithms = new LinkedHashMap<>();
        Map<String, Object> reasons = new LinkedHashMap<>();
        result.verdicts().forEach((level, verdict) -> {
            verdicts.put(level.text(), verdict.text());
            algorithms.put(level.text(), verdict.algorithm());
            if (verdict instanceof Verdict.Undecided undecided) {
                reasons.put(level.text(), undecided.reason());
            } else if (verdict instanceof Verdict.Inapplicable inapplicable) {
                reasons.put(level.text(), inapplicable.reason());
            }
        });
        line.put("verdicts", verdicts);
        line.put("classification", classification(result));
        List<Object> anomalies = new ArrayList<>();
        for (Anomaly anomaly : result.anomalies()) {
            anomalies.add(json(history, anomaly));
        }
        line.put("anomalies", anomalies);
        if (!result.timestamps().isEmpty()) {
            counts(result, line);
        }
        line.put("algorithm", algorithms);
        if (!proofs.judged().isEmpty()) {
            Map<String, Object> judged = new LinkedHashMap<>();
            proofs.judged().forEach((level, word) -> judged.put(level.text(), word));
            line.put("proof", judged);
        }
        if (!reasons.isEmpty()) {
            line.put("reasons", reasons);
        }
        if (!history.warnings().isEmpty()) {
            line.put("warnings", history.warnings());
        }
        line.put("seconds", seconds);
        return line;
    }

    /**
     * How often each axiom is violated by timestamps: the four of the first level under "counts", and all that is known of
     * each level under "countsByLevel".
     */
    private static void counts(CheckResult result, Map<String, Object> line) {
        Map<String, Object> byLevel = new LinkedHashMap<>();
        result.timestamps().forEach((level, findings) -> {
            Map<String, Object> counts = new LinkedHashMap<>();
            findings.counts().forEach((axiom, count) -> counts.put(axiom.name(), count));
            byLevel.put(level.text(), counts);
        });
        Map<TimestampAxiom, Long> first =
                result.timestamps().values().iterator().next().counts();
        line.put("counts", axioms(first));
        line.put("countsByLevel", byLevel);
    }

    /** The four axioms of a check by timestamps, by name. */
    public static Map<String, Long> axioms(Map<TimestampAxiom, Long> counts) {
        Map<String, Long> axioms = new LinkedHashMap<>();
        for (TimestampAxiom axiom :
                List.of(TimestampAxiom.SESSION, TimestampAxiom.INT, TimestampAxiom.EXT, TimestampAxiom.NOCONFLICT)) {
            axioms.put(axiom.name(), counts.get(axiom));
        }
        return axioms;
    }

    /** The verdicts alone, on one line. */
    static String verdicts(CheckResult result) {
        Map<String, Object> words = new LinkedHashMap<>();
        result.verdicts().forEach((level, verdict) -> words.put(level.text(), verdict.text()));
        return Json.of(words);
    }

    private static Map<String, Object> classification(CheckResult result) {
        Map<String, Object> classification = new LinkedHashMap<>();
        classification.put("strongest", texts(result.strongestSatisfied()));
        classification.put("weakest", texts(result.weakestViolated()));
        return classification;
    }

    private static List<String> texts(Set<Level> levels) {
        return levels.stream().map(Level::text).toList();
    }

    private static Map<String, Object> json(History history, Anomaly anomaly) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", anomaly.kind().text());
        json.put("alias", anomaly.alias());
        json.put("level", anomaly.level().text());
        List<Object> transactions = new ArrayList<>();
        for (int t : anomaly.transactions()) {
            transactions.add(Json.transaction(history, t));
        }
        json.put("transactions", transactions);
        json.put("key", anomaly.key() < 0 ? null : Json.scalar(history, history.keyCode(anomaly.key())));
        json.put("value", anomaly.value() < 0 ? null : Json.scalar(history, history.valueCode(anomaly.value())));
        if (anomaly.expectation() != null) {
            Anomaly.Expectation expected = anomaly.expectation();
            json.put(
                    "expected",
                    expected.value() < 0 ? null : Json.scalar(history, history.valueCode(expected.value())));
            json.put("expectedFrom", expected.writer() < 0 ? null : Json.transaction(history, expected.writer()));
            if (expected.place() >= 0) {
                json.put("place", expected.place());
            }
            int writer = anomaly.value() < 0 ? -1 : history.writer(anomaly.value());
            json.put("seenFrom", writer < 0 ? null : Json.transaction(history, writer));
        }
        json.put("story", anomaly.story());
        if (!anomaly.cycle().isEmpty()) {
            json.put("cycle", json(history, anomaly.cycle()));
        }
        if (!anomaly.cases().isEmpty()) {
            List<Object> cases = new ArrayList<>();
            for (Anomaly.Case each : anomaly.cases()) {
                Map<String, Object> object = new LinkedHashMap<>();
                object.put("claim", each.claim());
                object.put("cycle", json(history, each.cycle()));
                cases.add(object);
            }
            json.put("cases", cases);
        }
        return json;
    }

    private static List<Object> json(History history, List<Edge> edges) {
        List<Object> cycle = new ArrayList<>();
        for (Edge edge : edges) {
            Map<String, Object> step = new LinkedHashMap<>();
            step.put("from", Json.transaction(history, edge.from()));
            step.put("to", Json.transaction(history, edge.to()));
            step.put("kind", edge.kind().text());
            step.put("key", edge.key() < 0 ? null : Json.scalar(history, history.keyCode(edge.key())));
            if (edge.reader() > 0) {
                step.put("reader", Json.transaction(history, edge.reader()));
            }
            if (!edge.via().isEmpty()) {
                List<Object> via = new ArrayList<>();
                for (int t : edge.via()) {
                    via.add(Json.transaction(history, t));
                }
                step.put("via", via);
            }
            step.put("because", edge.because());
            cycle.add(step);
        }
        return cycle;
    }
}
