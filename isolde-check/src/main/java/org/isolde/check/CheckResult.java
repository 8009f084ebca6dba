package org.isolde.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;

/**
 * The verdicts on one history.
 *
 * @param history the history
 * @param verdicts the verdict on each level asked for, weakest level first
 * @param evidence the evidence under which they were decided
 * @param seconds how long each phase took, by name
 */
public record CheckResult(
        History history, Map<Level, Verdict> verdicts, Set<Evidence> evidence, Map<String, Double> seconds) {

    /** The anomalies of all levels, each once, under the weakest level that it breaks. */
    public List<Anomaly> anomalies() {
        List<Anomaly> distinct = new ArrayList<>();
        for (Verdict verdict : verdicts.values()) {
            if (verdict instanceof Verdict.Violated violated) {
                for (Anomaly anomaly : violated.anomalies()) {
                    if (distinct.stream().noneMatch(known -> sameStory(known, anomaly))) {
                        distinct.add(anomaly);
                    }
                }
            }
        }
        return distinct;
    }

    private static boolean sameStory(Anomaly a, Anomaly b) {
        return a.kind() == b.kind()
                && a.alias().equals(b.alias())
                && a.operation() == b.operation()
                && a.transactions().size() == b.transactions().size()
                && a.transactions().containsAll(b.transactions());
    }
}
