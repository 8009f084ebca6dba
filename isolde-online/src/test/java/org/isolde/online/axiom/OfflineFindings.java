package org.isolde.online.axiom;

import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.isolde.check.CheckOptions;
import org.isolde.check.Isolde;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings;
import org.isolde.check.TimestampFindings.Finding;
import org.isolde.check.ViolationLimit;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.online.aion.LiveFinding;

/**
 * What the offline check finds, by what each finding is about: axiom, transactions and key, with how often.
 *
 * @param open whether reads can't be judged
 */
public record OfflineFindings(Map<String, Integer> findings, boolean open) {
    /**
     * @param names what transactions are called: session and number
     */
    public static OfflineFindings of(History history, Level level, boolean sessionOrder, IntFunction<String> names)
            throws BadHistoryException {
        Map<String, Integer> findings = new TreeMap<>();
        if (!history.hasTimestamps()) {
            return new OfflineFindings(findings, false);
        }
        TimestampFindings all = Isolde.check(
                        history,
                        CheckOptions.of(EnumSet.of(level))
                                .withViolations(ViolationLimit.ALL)
                                .withSessionOrder(sessionOrder))
                .timestamps()
                .get(level);
        for (Finding finding : all.findings()) {
            String key = finding.key() < 0 ? "" : history.keyName(finding.key());
            String other = isPair(finding.axiom()) ? names.apply(finding.other()) : "";
            findings.merge(about(finding.axiom(), names.apply(finding.transaction()), other, key), 1, Integer::sum);
        }
        return new OfflineFindings(findings, all.openReads() > 0);
    }

    /** What a finding in a stream is about. */
    public static String about(LiveFinding finding) {
        String other = isPair(finding.axiom()) ? finding.otherSession() + ":" + finding.otherSeq() : "";
        String key = finding.key() == null ? "" : finding.key().replace("\"", "");
        return about(finding.axiom(), finding.session() + ":" + finding.seq(), other, key);
    }

    private static boolean isPair(TimestampAxiom axiom) {
        return axiom == TimestampAxiom.NOCONFLICT || axiom == TimestampAxiom.SAME_COMMIT;
    }

    /** What a finding is about: one transaction or a pair of them, and a key; what there is not is empty. */
    public static String about(TimestampAxiom axiom, String a, String b, String key) {
        boolean swapped = !b.isEmpty() && a.compareTo(b) > 0;
        return axiom + " " + (swapped ? b : a) + " " + (swapped ? a : b) + " " + key;
    }
}
