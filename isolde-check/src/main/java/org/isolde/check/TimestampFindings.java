package org.isolde.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a check by timestamps found: how often each axiom is violated, exactly, and the first so many violations of each.
 *
 * <p>Not for several threads: each worker has its own, and they are joined in the end.
 */
public final class TimestampFindings {
    private static final TimestampAxiom[] AXIOMS = TimestampAxiom.values();

    private final int listed;
    private final long[] counts = new long[AXIOMS.length];
    private final List<List<TimestampFinding>> lists = new ArrayList<>();
    private int openReads;
    private int openRead = -1;

    public TimestampFindings(int listed) {
        this.listed = listed;
        for (int i = 0; i < AXIOMS.length; i++) {
            lists.add(new ArrayList<>());
        }
    }

    /** How many violations of each axiom are listed at most. */
    public int listed() {
        return listed;
    }

    /** How many violations of an axiom there are. */
    public long count(TimestampAxiom axiom) {
        return counts[axiom.ordinal()];
    }

    /** All counts. */
    public Map<TimestampAxiom, Long> counts() {
        Map<TimestampAxiom, Long> all = new EnumMap<>(TimestampAxiom.class);
        for (TimestampAxiom axiom : AXIOMS) {
            all.put(axiom, counts[axiom.ordinal()]);
        }
        return all;
    }

    /** How many reads saw what a transaction of unknown outcome wrote, whose place is not known. */
    public int openReads() {
        return openReads;
    }

    /** The first of them; -1 if there is none. */
    public int openRead() {
        return openRead;
    }

    /** Whether nothing is violated; reads may still be open. */
    public boolean isEmpty() {
        for (long count : counts) {
            if (count > 0) {
                return false;
            }
        }
        return true;
    }

    /** The violations, axiom by axiom, each in the order of the replay and no more than asked for. */
    public List<TimestampFinding> findings() {
        List<TimestampFinding> all = new ArrayList<>();
        lists.forEach(all::addAll);
        return all;
    }

    /** The first violations of an axiom. */
    List<TimestampFinding> findings(TimestampAxiom axiom) {
        return lists.get(axiom.ordinal());
    }

    public boolean wantsMore(TimestampAxiom axiom) {
        return lists.get(axiom.ordinal()).size() < listed;
    }

    /** Whether some violations were counted and not listed. */
    public boolean isCutOff() {
        for (TimestampAxiom axiom : AXIOMS) {
            if (count(axiom) > lists.get(axiom.ordinal()).size()) {
                return true;
            }
        }
        return false;
    }

    public void add(TimestampFinding finding) {
        count(finding.axiom(), 1);
        list(finding);
    }

    public void count(TimestampAxiom axiom, long more) {
        counts[axiom.ordinal()] += more;
    }

    /** Keeps a violation that is counted elsewhere. */
    public void list(TimestampFinding finding) {
        if (wantsMore(finding.axiom())) {
            lists.get(finding.axiom().ordinal()).add(finding);
        }
    }

    public void open(int operation) {
        openReads++;
        openRead = openRead < 0 ? operation : Math.min(openRead, operation);
    }

    /** Takes in what another worker found. */
    public void join(TimestampFindings other) {
        for (int i = 0; i < AXIOMS.length; i++) {
            counts[i] += other.counts[i];
            List<TimestampFinding> list = lists.get(i);
            list.addAll(other.lists.get(i));
            list.sort(Comparator.comparingLong(TimestampFinding::at).thenComparingInt(TimestampFinding::operation));
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
