package org.isolde.check.timestamps;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings;
import org.isolde.check.TimestampFindings.Finding;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.graph.TimeSort;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Workers;

/**
 * Checks si, ser and sser by the database's own start and commit timestamps (Chronos, algorithm 2): what each transaction must
 * have seen is known, so there is nothing to search, and values may repeat. {@code n log n} for the sorting, and one look at
 * each operation.
 */
public final class Chronos {
    private static final int LARGE = 1 << 20;

    private final History history;
    private final Level level;
    private final boolean sessionOrder;
    private final EventOrder order;
    private final FindingCollector findings;

    private Chronos(History history, Level level, boolean sessionOrder, int listed) {
        this.history = history;
        this.level = level;
        this.sessionOrder = sessionOrder;
        this.order = new EventOrder(history, level);
        this.findings = new FindingCollector(listed);
    }

    /**
     * Checks a history that has timestamps; for sser it needs real time too.
     *
     * @param listed how many violations of each axiom are listed; all are counted
     */
    public static Chronos of(History history, Level level, boolean sessionOrder, int listed) {
        Chronos checker = new Chronos(history, level, sessionOrder, listed);
        checker.run();
        return checker;
    }

    public TimestampFindings findings() {
        return findings.found();
    }

    /** The order of commits, with snapshots for si, or what the timestamps forbid; null if reads are open. */
    public Outcome outcome() {
        TimestampFindings found = findings();
        if (!found.isEmpty()) {
            List<Contradiction> contradictions = new ArrayList<>();
            found.findings().forEach(finding -> contradictions.add(new Contradiction.Timestamps(finding)));
            return Outcome.of(contradictions);
        }
        return found.openReads() > 0 ? null : Outcome.of(commitOrder());
    }

    private TransactionOrder commitOrder() {
        return order.snapshots
                ? TransactionOrder.of(history, order.byCommit, order::snapshots)
                : TransactionOrder.of(history, order.byCommit);
    }

    private void run() {
        for (int i = 0; i < order.backwards.size(); i++) {
            int t = order.backwards.get(i);
            findings.add(new Finding(TimestampAxiom.START_AFTER_COMMIT, t, -1, -1, -1, -1, -1, -1, t));
        }
        if (sessionOrder) {
            sessions();
        }
        if (level == Level.SSER) {
            realTime();
        }
        replay();
    }

    private void replay() {
        UnknownWrites unknown = new UnknownWrites(history);
        // each worker walks over all operations and does the work of its keys only, so two on two processors gain
        // nothing
        int workers = history.operations() < LARGE ? 1 : Integer.highestOneBit(Math.max(1, Workers.available() / 2));
        FindingCollector[] found = new FindingCollector[workers];
        Workers.compute(workers, worker -> {
            found[worker] = new FindingCollector(findings.listed());
            new EventReplay(order, unknown, found[worker], worker, workers).run();
        });
        boolean cutOff = false;
        for (FindingCollector each : found) {
            cutOff |= each.isCutOff();
        }
        if (workers > 1 && cutOff) {
            // which ones are listed must not depend on how many workers there were
            found[0] = new FindingCollector(findings.listed());
            new EventReplay(order, unknown, found[0], 0, 1).run();
            findings.join(found[0]);
        } else {
            for (FindingCollector each : found) {
                findings.join(each);
            }
        }
    }

    /** Whoever comes next in a session must see the one before. */
    private void sessions() {
        for (int session = 0; session < history.sessions(); session++) {
            int before = -1;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                boolean gap = history.isAfterGap(t);
                if (!order.takesPart(t)) {
                    continue;
                }
                boolean missed = before >= 0 && !order.isBefore(before, t);
                if (missed || gap) {
                    findings.add(new Finding(TimestampAxiom.SESSION, t, missed ? before : -1, -1, -1, -1, -1, -1, t));
                }
                before = t;
            }
        }
    }

    /** On the clients' clock: what ended before another began must have committed before it. */
    private void realTime() {
        int[] byBegin = order.byCommit.clone();
        int[] byEnd = order.byCommit.clone();
        long[] begins = new long[byBegin.length];
        long[] ends = new long[byEnd.length];
        for (int i = 0; i < begins.length; i++) {
            begins[i] = history.begin(byBegin[i]);
            ends[i] = history.end(byEnd[i]);
        }
        TimeSort sort = new TimeSort();
        sort.sort(begins, byBegin, begins.length);
        sort.sort(ends, byEnd, ends.length);
        int ended = 0;
        int latest = -1;
        for (int i = 0; i < byBegin.length; i++) {
            while (ended < byEnd.length && ends[ended] < begins[i]) {
                int t = byEnd[ended++];
                latest = latest < 0 || order.compareCommits(t, latest) > 0 ? t : latest;
            }
            if (latest >= 0) {
                int t = byBegin[i];
                int compared = order.compareCommits(latest, t);
                if (compared > 0 || (compared == 0 && order.isWriter(t))) {
                    findings.add(new Finding(TimestampAxiom.REAL_TIME, t, latest, -1, -1, -1, -1, -1, i));
                }
            }
        }
    }
}
