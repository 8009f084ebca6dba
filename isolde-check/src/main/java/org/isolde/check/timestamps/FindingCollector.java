package org.isolde.check.timestamps;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings;
import org.isolde.check.TimestampFindings.Finding;

/**
 * Collects what a replay finds: how often each axiom is violated, exactly, and the first so many violations of each.
 *
 * <p>Not for several threads: each worker has its own, and they are joined in the end.
 */
final class FindingCollector {
    private static final TimestampAxiom[] AXIOMS = TimestampAxiom.values();

    private final int listed;
    private final long[] counts = new long[AXIOMS.length];
    private final List<List<Finding>> lists = new ArrayList<>();
    private int openReads;
    private int openRead = -1;

    FindingCollector(int listed) {
        this.listed = listed;
        for (int i = 0; i < AXIOMS.length; i++) {
            lists.add(new ArrayList<>());
        }
    }

    /** How many violations of each axiom are listed at most. */
    int listed() {
        return listed;
    }

    /** How many violations of an axiom there are. */
    long count(TimestampAxiom axiom) {
        return counts[axiom.ordinal()];
    }

    /** All that was found. */
    TimestampFindings found() {
        Map<TimestampAxiom, Long> all = new EnumMap<>(TimestampAxiom.class);
        List<Finding> findings = new ArrayList<>();
        for (TimestampAxiom axiom : AXIOMS) {
            all.put(axiom, counts[axiom.ordinal()]);
            findings.addAll(lists.get(axiom.ordinal()));
        }
        return new TimestampFindings(all, findings, openReads, openRead);
    }

    boolean wantsMore(TimestampAxiom axiom) {
        return lists.get(axiom.ordinal()).size() < listed;
    }

    /** Whether some violations were counted and not listed. */
    boolean isCutOff() {
        for (TimestampAxiom axiom : AXIOMS) {
            if (count(axiom) > lists.get(axiom.ordinal()).size()) {
                return true;
            }
        }
        return false;
    }

    void add(Finding finding) {
        count(finding.axiom(), 1);
        list(finding);
    }

    void count(TimestampAxiom axiom, long more) {
        counts[axiom.ordinal()] += more;
    }

    /** Keeps a violation that is counted elsewhere. */
    void list(Finding finding) {
        if (wantsMore(finding.axiom())) {
            lists.get(finding.axiom().ordinal()).add(finding);
        }
    }

    void open(int operation) {
        openReads++;
        openRead = openRead < 0 ? operation : Math.min(openRead, operation);
    }

    /** Takes in what another worker found. */
    void join(FindingCollector other) {
        for (int i = 0; i < AXIOMS.length; i++) {
            counts[i] += other.counts[i];
            List<Finding> list = lists.get(i);
            list.addAll(other.lists.get(i));
            list.sort(Comparator.comparingLong(Finding::at).thenComparingInt(Finding::operation));
            while (list.size() > listed) {
                list.remove(list.size() - 1);
            }
        }
        if (other.openReads > 0) {
            openRead = openRead < 0 ? other.openRead : Math.min(openRead, other.openRead);
            openReads += other.openReads;
        }
    }
}
