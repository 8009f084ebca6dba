package org.isolde.app.replay;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.run.DatabaseException;

/** Says of what a replay saw whether it happened again: an anomaly of the same name, at the same levels. */
final class Judge {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Anomaly wanted;
    private final CheckOptions options;

    /** @param levels that the recorded history was checked at, besides the one that the anomaly breaks */
    Judge(Anomaly wanted, Set<Level> levels) {
        this.wanted = wanted;
        Set<Level> all = EnumSet.of(wanted.level());
        all.addAll(levels);
        this.options = CheckOptions.of(all).withLimits(LIMIT, 0);
    }

    /**
     * @param anomaly the one that happened: the wanted one if it did, else another, else null
     */
    record Judgement(Outcome outcome, Anomaly anomaly) {}

    Judgement judge(History seen) throws DatabaseException {
        CheckResult result;
        try {
            result = Isolde.check(seen, options);
        } catch (BadHistoryException e) {
            throw new DatabaseException("what the replay saw can't be checked: " + e.getMessage(), e);
        }
        List<Anomaly> found = result.anomalies();
        for (Anomaly anomaly : found) {
            if (anomaly.kind() == wanted.kind()) {
                return new Judgement(Outcome.AGAIN, anomaly);
            }
        }
        boolean violated = result.verdicts().values().stream().anyMatch(Verdict.Violated.class::isInstance);
        return violated ? new Judgement(Outcome.ANOTHER, found.get(0)) : new Judgement(Outcome.NOT, null);
    }
}
