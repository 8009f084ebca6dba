package org.isolde.check.facts;

import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Names;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.proof.Refutation;

/** All that is wrong with single reads, lists, and given version orders: it breaks every level but {@code ru}. */
public final class ReadFindings {
    static final String ALGORITHM = "read consistency (AWDIT, algorithm 4)";

    private final Subject subject;
    private final ReadConsistency reads;
    private final ListReads lists;
    private final VersionOrder versionOrder;

    private ReadFindings(Subject subject, ReadConsistency reads, ListReads lists, VersionOrder versionOrder) {
        this.subject = subject;
        this.reads = reads;
        this.lists = lists;
        this.versionOrder = versionOrder;
    }

    /** Examines all reads; the subject then knows which can be relied on. */
    public static ReadFindings of(Subject subject) throws BadHistoryException {
        subject.requireUniqueValues();
        ReadConsistency reads = ReadConsistency.check(subject);
        ListReads lists = ListReads.check(subject);
        VersionOrder versionOrder = new VersionOrder(subject);
        if (subject.versions) {
            versionOrder.addGivenChains();
        }
        lists.addTo(versionOrder);
        return new ReadFindings(subject, reads, lists, versionOrder);
    }

    public VersionOrder versionOrder() {
        return versionOrder;
    }

    public boolean isEmpty() {
        return reads.size() == 0 && lists.size() == 0 && versionOrder.unknownValues.size() == 0;
    }

    /** The first, one of each kind, or all. */
    public List<Anomaly> anomalies(ViolationLimit wanted) {
        List<Anomaly> anomalies = new ArrayList<>();
        Set<AnomalyKind> seen = EnumSet.noneOf(AnomalyKind.class);
        for (int i = 0; i < reads.size() && !done(anomalies, wanted); i++) {
            if (wanted == ViolationLimit.ALL || seen.add(reads.kind(i))) {
                anomalies.add(reads.anomaly(i));
            }
        }
        for (int i = 0; i < lists.size() && !done(anomalies, wanted); i++) {
            if (wanted == ViolationLimit.ALL || seen.add(lists.kind(i))) {
                anomalies.add(lists.anomaly(i));
            }
        }
        for (int i = 0; i < versionOrder.unknownValues.size() && !done(anomalies, wanted); i++) {
            if (wanted == ViolationLimit.ALL || seen.add(AnomalyKind.UNKNOWN_VERSION)) {
                anomalies.add(unknownVersion(i));
            }
        }
        return anomalies;
    }

    /** The verdict on every level but ru, if there is a finding. */
    public Verdict.Violated violated(ViolationLimit wanted) {
        return new Verdict.Violated(ALGORITHM, anomalies(wanted), this::refutation);
    }

    /** The first finding as a proof. */
    public Refutation refutation() {
        Refutation.Step step;
        if (reads.size() > 0) {
            step = new Refutation.BadRead(reads.operation(0));
        } else if (lists.size() > 0) {
            step = lists.refutation(0);
        } else {
            step = new Refutation.UnknownVersion(versionOrder.unknownKeys.get(0), versionOrder.unknownValues.get(0));
        }
        return new Refutation(List.of(step));
    }

    private static boolean done(List<Anomaly> anomalies, ViolationLimit wanted) {
        return wanted == ViolationLimit.FIRST && !anomalies.isEmpty();
    }

    private Anomaly unknownVersion(int index) {
        History history = subject.history;
        int value = versionOrder.unknownValues.get(index);
        int key = versionOrder.unknownKeys.get(index);
        int writer = history.writer(value);
        return new Anomaly(
                AnomalyKind.UNKNOWN_VERSION,
                AnomalyKind.UNKNOWN_VERSION.breaks(),
                writer > 0 ? List.of(writer) : List.of(),
                key,
                value,
                -1,
                List.of(),
                "the version order of key " + history.keyName(key) + " names " + history.valueName(value) + ", which "
                        + (writer > 0
                                ? new Names(history).transaction(writer) + " wrote, and that did not commit"
                                : "nobody wrote"));
    }
}
