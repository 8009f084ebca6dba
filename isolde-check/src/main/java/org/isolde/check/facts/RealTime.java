package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.CommitOrder;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.History;

/**
 * Real time as a chain of time points, so that n transactions need about 3 n edges instead of n^2: a transaction leads to
 * the point of its end, points lead to later points, and the last point before a begin leads to that transaction. Real
 * time is strict: a transaction that begins when another one ends does not come after it. An unknown transaction has no
 * end. Who needs no edges has the transactions by their begin, and by their end.
 */
public final class RealTime {
    private final Counted counted;
    private final History history;
    private final int[] byBegin;
    private final int[] byEnd;
    private final Lazy<Points> points = new Lazy<>(this::makePoints);

    public RealTime(Counted counted) {
        this.counted = counted;
        this.history = counted.history();
        TimeSort sort = new TimeSort();
        // the order of the input is mostly nearly that of times
        int[] ended = counted.arrivals();
        int size = 0;
        for (int t : ended) {
            if (ends(counted, t)) {
                ended[size++] = t;
            }
        }
        byEnd = size == ended.length ? ended : Arrays.copyOf(ended, size);
        byBegin = counted.arrivals();
        long[] times = new long[byBegin.length];
        for (int i = 0; i < size; i++) {
            times[i] = history.end(byEnd[i]);
        }
        sort.sort(times, byEnd, size);
        for (int i = 0; i < byBegin.length; i++) {
            times[i] = history.begin(byBegin[i]);
        }
        sort.sort(times, byBegin, byBegin.length);
    }

    private static boolean ends(Counted counted, int t) {
        return counted.counts(t) && counted.history().isCommitted(t);
    }

    /** The counted transactions, the first to begin first; not to be changed. */
    public int[] byBegin() {
        return byBegin;
    }

    /** Those that precede something, the first to end first; not to be changed. */
    public int[] byEnd() {
        return byEnd;
    }

    /** By transaction, the point of its end and the last one strictly before its begin; -1 if there is none. */
    @SuppressWarnings("ArrayRecordComponent") // columns, not values to compare
    private record Points(int count, int[] end, int[] before) {}

    private Points makePoints() {
        int[] end = new int[history.transactions() + 1];
        Arrays.fill(end, -1);
        int count = 0;
        for (int i = 0; i < byEnd.length; i++) {
            count += i == 0 || history.end(byEnd[i]) > history.end(byEnd[i - 1]) ? 1 : 0;
            end[byEnd[i]] = count - 1;
        }
        int[] before = new int[history.transactions() + 1];
        int ended = 0;
        for (int t : byBegin) {
            while (ended < byEnd.length && history.end(byEnd[ended]) < history.begin(t)) {
                ended++;
            }
            before[t] = ended == 0 ? -1 : end[byEnd[ended - 1]];
        }
        return new Points(count, end, before);
    }

    /** How many time points there are. */
    public int points() {
        return points.get().count;
    }

    /** By transaction, the point of its end, or -1 if it precedes nothing; not to be changed. */
    public int[] endPoints() {
        return points.get().end;
    }

    /** By transaction, the last point strictly before its begin, or -1; not to be changed. */
    public int[] pointsBefore() {
        return points.get().before;
    }

    /** The edges of real time between the nodes of transactions and of time points. */
    public void addTo(EdgeList edges, Nodes nodes) {
        int[] ends = endPoints();
        int[] before = pointsBefore();
        for (int p = 1; p < points(); p++) {
            edges.add(nodes.points + p - 1, nodes.points + p);
        }
        for (int t = 1; t <= history.transactions(); t++) {
            if (counted.counts(t)) {
                if (ends[t] >= 0) {
                    edges.add(nodes.commit(t), nodes.points + ends[t]);
                }
                if (before[t] >= 0) {
                    edges.add(nodes.points + before[t], nodes.snapshot(t));
                }
            }
        }
    }

    /** Whether an order never has a transaction behind one that began after its end. */
    public static boolean isKeptBy(CommitOrder order, Counted counted) {
        History history = counted.history();
        long latestBegin = Long.MIN_VALUE;
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            if (ends(counted, t) && history.end(t) < latestBegin) {
                return false;
            }
            latestBegin = Math.max(latestBegin, history.begin(t));
        }
        return true;
    }
}
