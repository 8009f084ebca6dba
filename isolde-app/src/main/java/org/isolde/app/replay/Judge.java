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
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.run.DatabaseException;
import org.isolde.run.certificate.Certification;

/**
 * Says of what a replay saw whether it happened again: an anomaly of the same name, at the same levels.
 *
 * <p>What a certificate showed of predicates is judged by the certificate of the replay. What timestamps showed is judged by the timestamps that the database gives in the replay, and all else by the values, also
 * where there are timestamps: the same question under the same kind of evidence.
 */
final class Judge {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Anomaly wanted;
    private final CheckOptions options;

    /** @param levels that the recorded history was checked at, besides the one that the anomaly breaks */
    Judge(Anomaly wanted, Set<Level> levels) {
        this.wanted = wanted;
        Set<Level> all = EnumSet.of(wanted.level());
        all.addAll(levels);
        Set<Evidence> evidence = EnumSet.allOf(Evidence.class);
        if (!wanted.kind().isByTimestamps()) {
            evidence.remove(Evidence.TIMESTAMPS);
        }
        if (!wanted.kind().isByExpectedOrder()) {
            evidence.remove(Evidence.ORDER);
        }
        this.options = CheckOptions.of(all).withEvidence(evidence).withLimits(LIMIT, 0);
    }

    /**
     * @param anomaly the one that happened: the wanted one if it did, else another, else null
     */
    record Judgement(Outcome outcome, Anomaly anomaly) {}

    private void requireEvidence(boolean isMissing, String evidence, String nothing, History seen)
            throws DatabaseException {
        if (isMissing && hasCommitted(seen)) {
            throw new DatabaseException(wanted.kind().text() + " was found by the database's " + evidence
                    + ", and this database gives " + nothing
                    + ", so nobody could tell whether it happens again; replay it on the kind of database that"
                    + " it was recorded on, or replay an anomaly that values show, by --anomaly");
        }
    }

    /** Of an execution on rows by its certificate, without which nobody knows what a condition was put to. */
    Judgement judge(StepwiseExecution execution) throws DatabaseException {
        Certification.Outcome certificate = execution.certificate();
        boolean byCertificate = wanted.isAboutPredicates() && !wanted.kind().isByExpectedOrder();
        if (byCertificate && certificate != null && !certificate.holds()) {
            throw new DatabaseException(wanted.kind().text() + " was found by the database's certificate, and there is"
                    + " none in the replay, so nobody could tell whether it happens again (" + certificate.refusal()
                    + "); replay it on the kind of database that it was recorded on, or replay an anomaly that the rows"
                    + " alone show, by --anomaly");
        }
        return judge(execution.history());
    }

    Judgement judge(History seen) throws DatabaseException {
        requireEvidence(wanted.kind().isByTimestamps() && !seen.hasTimestamps(), "timestamps", "none", seen);
        requireEvidence(
                wanted.kind().isByExpectedOrder() && !seen.hasOrder(), "own serial order", "no such order", seen);
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

    private static boolean hasCommitted(History seen) {
        for (int t = 1; t <= seen.transactions(); t++) {
            if (seen.isCommitted(t)) {
                return true;
            }
        }
        return false;
    }
}
