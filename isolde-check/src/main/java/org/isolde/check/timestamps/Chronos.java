package org.isolde.check.timestamps;

import java.util.ArrayList;
import java.util.Arrays;
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
        return of(history, level, sessionOrder, listed, history.operations() < LARGE ? 1 : Workers.available());
    }

    /**
     * @param parts how many parts of the history are replayed at once, if it has no lists
     */
    static Chronos of(History history, Level level, boolean sessionOrder, int listed, int parts) {
        Chronos checker = new Chronos(history, level, sessionOrder, listed);
        checker.run(history.hasLists() ? 1 : parts);
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

    private void run(int parts) {
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
        replay(parts);
    }

    private void replay(int most) {
        UnknownWrites unknown = new UnknownWrites(history);
        int[] bounds = parts(most);
        int workers = bounds.length - 1;
        FindingCollector[] found = new FindingCollector[workers];
        Workers.compute(workers, worker -> {
            found[worker] = new FindingCollector(findings.listed());
            new EventReplay(order, unknown, found[worker]).run(bounds[worker], bounds[worker + 1]);
        });
        boolean conflicts = false;
        for (FindingCollector each : found) {
            conflicts |= each.count(TimestampAxiom.NOCONFLICT) > 0;
        }
        if (workers > 1 && conflicts) {
            // which ones are listed must not depend on how many workers there were, and a part does not know in which
            // order those that overlap its beginning started
            found[0] = new FindingCollector(findings.listed());
            new EventReplay(order, unknown, found[0]).run(0, order.byCommit.length);
            findings.join(found[0]);
        } else {
            for (FindingCollector each : found) {
                findings.join(each);
            }
        }
    }

    /** Where the parts of the commits begin, about equal ones, and their end; what has one timestamp is in one part. */
    private int[] parts(int most) {
        int commits = order.byCommit.length;
        int[] bounds = new int[most + 1];
        int size = 1;
        for (int part = 1; part < most; part++) {
            int at = Math.max(1, (int) ((long) commits * part / most));
            while (at < commits && order.compareCommits(order.byCommit[at - 1], order.byCommit[at]) == 0) {
                at++;
            }
            if (at > bounds[size - 1] && at < commits) {
                bounds[size++] = at;
            }
        }
        bounds[size++] = commits;
        return Arrays.copyOf(bounds, size);
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
