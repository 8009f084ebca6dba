package org.isolde.check.timestamps;

import java.util.Arrays;
import java.util.BitSet;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Scalars;
import org.isolde.history.Workers;

/**
 * The order that the timestamps give, with a rule for ties.
 *
 * <p>At equal timestamps there come first the commits of transactions that started earlier, then point writers (whose start is
 * their commit), each starting and committing at once, then point readers, then starts. For ser and sser a transaction is one
 * event, at its commit: writers that started earlier, then point writers, then those that only read. What is still equal goes
 * by the name of the session, and by the place in it.
 *
 * <p>Invariant: {@link #byCommit} are the committed transactions that start no later than they commit, by commit;
 * {@link #byStart} those of them that are no points, by start. Transactions that take no part are in neither.
 */
public final class EventOrder {
    /** From how many on two threads are worth sorting by start and by commit. */
    private static final int MANY = 1 << 14;

    final History history;
    /** Whether snapshots count: start and commit are two events. */
    final boolean snapshots;

    final int[] byCommit;
    /** Empty if snapshots don't count. */
    final int[] byStart;
    /** The physical commit time of each of {@link #byCommit}: a replay goes over these, not all over the columns. */
    private final long[] commitTime;
    /** The physical start time of each of {@link #byStart}. */
    private final long[] startTime;
    /** Committed transactions that start after they commit. */
    final IntList backwards = new IntList();

    private final BitSet writers;
    private final BitSet points = new BitSet();
    private int[] sessionRank;

    public EventOrder(History history, Level level) {
        this.history = history;
        this.snapshots = level == Level.SI;
        this.writers = writers(history);
        int n = history.transactions();
        int[] members = new int[n];
        int[] spans = new int[n];
        int count = 0;
        int spanCount = 0;
        for (int t = 1; t <= n; t++) {
            if (!history.isCommitted(t)) {
                continue;
            }
            int order = compareStartToCommit(t, t);
            if (order > 0) {
                backwards.add(t);
                continue;
            }
            members[count++] = t;
            if (order == 0) {
                points.set(t);
            } else if (snapshots) {
                spans[spanCount++] = t;
            }
        }
        this.byCommit = Arrays.copyOf(members, count);
        this.byStart = Arrays.copyOf(spans, spanCount);
        this.commitTime = new long[count];
        this.startTime = new long[spanCount];
        int workers = spanCount < MANY ? 1 : Math.min(2, Workers.available());
        Workers.compute(workers, worker -> {
            if (worker == 0) {
                sortByCommit();
            }
            if (worker == workers - 1) {
                sortByStart();
            }
        });
    }

    private static BitSet writers(History history) {
        BitSet writers = new BitSet(history.transactions() + 1);
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t), end = history.firstOp(t + 1); op < end; op++) {
                if (history.isWrite(op)) {
                    writers.set(t);
                    break;
                }
            }
        }
        return writers;
    }

    boolean isWriter(int t) {
        return writers.get(t);
    }

    /** Whether a transaction that takes part commits when it starts. */
    boolean isPoint(int t) {
        return points.get(t);
    }

    /** Whether a start comes before a commit, by their places in {@link #byStart} and {@link #byCommit}. */
    boolean startsBefore(int start, int commit) {
        long difference = Long.compare(startTime[start], commitTime[commit]);
        return difference != 0
                ? difference < 0
                : history.startLogical(byStart[start]) < history.commitLogical(byCommit[commit]);
    }

    /** How many starts come before a commit, by its place. */
    int startsBefore(int commit) {
        int low = 0;
        int high = byStart.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (startsBefore(middle, commit)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether a transaction takes part. */
    public boolean takesPart(int t) {
        return history.isCommitted(t) && compareStartToCommit(t, t) <= 0;
    }

    /** The start of one against the commit of another, by their timestamps alone. */
    int compareStartToCommit(int starting, int committing) {
        int order = Long.compare(history.startPhysical(starting), history.commitPhysical(committing));
        return order != 0 ? order : Long.compare(history.startLogical(starting), history.commitLogical(committing));
    }

    int compareCommits(int a, int b) {
        int order = Long.compare(history.commitPhysical(a), history.commitPhysical(b));
        return order != 0 ? order : Long.compare(history.commitLogical(a), history.commitLogical(b));
    }

    /** Whether one transaction's commit comes before another one's start (before its commit, if snapshots don't count). */
    public boolean isBefore(int earlier, int later) {
        int order = snapshots ? -compareStartToCommit(later, earlier) : compareCommits(earlier, later);
        if (order != 0) {
            return order < 0;
        }
        return isBeforeAtOnce(
                earlier, commitClass(earlier), later, snapshots && !isPoint(later) ? 3 : commitClass(later));
    }

    /** Whether one transaction's commit comes before another one's. */
    public boolean commitsBefore(int earlier, int later) {
        int order = compareCommits(earlier, later);
        return order != 0 ? order < 0 : isBeforeAtOnce(earlier, commitClass(earlier), later, commitClass(later));
    }

    /** The rule for ties. */
    private boolean isBeforeAtOnce(int earlier, int earlierClass, int later, int laterClass) {
        if (earlierClass != laterClass) {
            return earlierClass < laterClass;
        }
        int rank = Integer.compare(sessionRank()[history.session(earlier)], sessionRank()[history.session(later)]);
        return rank != 0 ? rank < 0 : earlier < later;
    }

    private int commitClass(int t) {
        if (snapshots) {
            return !isPoint(t) ? 0 : isWriter(t) ? 1 : 2;
        }
        return !isWriter(t) ? 2 : isPoint(t) ? 1 : 0;
    }

    private void sortByCommit() {
        TimeSort sort = new TimeSort();
        long[] times = commitTime;
        for (int i = 0; i < times.length; i++) {
            times[i] = history.commitPhysical(byCommit[i]);
        }
        sort.sort(times, byCommit, times.length);
        forEachTie(times, 0, times.length, (from, to) -> {
            long[] logical = new long[to - from];
            int[] members = Arrays.copyOfRange(byCommit, from, to);
            for (int i = 0; i < logical.length; i++) {
                logical[i] = history.commitLogical(members[i]);
            }
            sort.sort(logical, members, logical.length);
            forEachTie(logical, 0, logical.length, (first, end) -> byRank(sort, members, first, end));
            System.arraycopy(members, 0, byCommit, from, members.length);
        });
    }

    /** Sorts what has the same commit timestamp by class and session; it is in the order of transactions before. */
    private void byRank(TimeSort sort, int[] members, int from, int to) {
        long[] rank = new long[to - from];
        int[] tied = Arrays.copyOfRange(members, from, to);
        for (int i = 0; i < rank.length; i++) {
            rank[i] = ((long) commitClass(tied[i]) << 32) | sessionRank()[history.session(tied[i])];
        }
        sort.sort(rank, tied, rank.length);
        System.arraycopy(tied, 0, members, from, tied.length);
    }

    private void sortByStart() {
        TimeSort sort = new TimeSort();
        long[] times = startTime;
        for (int i = 0; i < times.length; i++) {
            times[i] = history.startPhysical(byStart[i]);
        }
        sort.sort(times, byStart, times.length);
        if (!history.hasLogicalTimestamps()) {
            return;
        }
        forEachTie(times, 0, times.length, (from, to) -> {
            long[] logical = new long[to - from];
            int[] members = Arrays.copyOfRange(byStart, from, to);
            for (int i = 0; i < logical.length; i++) {
                logical[i] = history.startLogical(members[i]);
            }
            sort.sort(logical, members, logical.length);
            System.arraycopy(members, 0, byStart, from, members.length);
        });
    }

    /** How many commits each transaction's snapshot contains, by its place in {@link #byCommit}. */
    int[] snapshots() {
        int[] placeOf = new int[history.transactions() + 1];
        int[] snapshot = new int[byCommit.length];
        for (int place = 0; place < byCommit.length; place++) {
            placeOf[byCommit[place]] = place;
            snapshot[place] = place;
        }
        int starts = 0;
        for (int place = 0; place < byCommit.length; place++) {
            while (starts < byStart.length && startsBefore(starts, place)) {
                snapshot[placeOf[byStart[starts++]]] = place;
            }
        }
        return snapshot;
    }

    private interface Tie {
        void between(int from, int to);
    }

    private static void forEachTie(long[] times, int from, int to, Tie tie) {
        int first = from;
        while (first < to) {
            int end = first + 1;
            while (end < to && times[end] == times[first]) {
                end++;
            }
            if (end - first > 1) {
                tie.between(first, end);
            }
            first = end;
        }
    }

    /** The place of each session's name among all names: numbers by value, then texts by their bytes. */
    private int[] sessionRank() {
        if (sessionRank == null) {
            Integer[] sessions = new Integer[history.sessions()];
            Arrays.setAll(sessions, i -> i);
            Scalars scalars = history.scalars();
            Arrays.sort(sessions, (a, b) -> scalars.compare(history.sessionCode(a), history.sessionCode(b)));
            sessionRank = new int[sessions.length];
            for (int place = 0; place < sessions.length; place++) {
                sessionRank[sessions[place]] = place;
            }
        }
        return sessionRank;
    }
}
