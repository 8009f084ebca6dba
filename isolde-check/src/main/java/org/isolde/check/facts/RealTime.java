package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.CommitOrder;
import org.isolde.check.graph.EdgeList;
import org.isolde.history.History;
import org.isolde.history.Status;

/**
 * Real time as a chain of time points, so that n transactions need about 3 n edges instead of n^2: a transaction leads to
 * the point of its end, points lead to later points, and the last point before a begin leads to that transaction. Real
 * time is strict: a transaction that begins when another one ends does not come after it. An unknown transaction has no
 * end.
 */
public final class RealTime {
    private final Counted counted;
    private final History history;
    private final long[] ends;

    public RealTime(Counted counted) {
        this.counted = counted;
        this.history = counted.history();
        long[] all = new long[history.transactions()];
        int size = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            if (ends(t)) {
                all[size++] = history.end(t);
            }
        }
        all = Arrays.copyOf(all, size);
        Arrays.sort(all);
        int distinct = 0;
        for (int i = 0; i < size; i++) {
            if (i == 0 || all[i] != all[i - 1]) {
                all[distinct++] = all[i];
            }
        }
        ends = Arrays.copyOf(all, distinct);
    }

    private boolean ends(int t) {
        return counted.counts(t) && history.status(t) == Status.COMMITTED;
    }

    /** How many time points there are. */
    public int points() {
        return ends.length;
    }

    /** The point of a transaction's end, or -1 if it precedes nothing. */
    public int endPoint(int t) {
        return ends(t) ? Arrays.binarySearch(ends, history.end(t)) : -1;
    }

    /** The last point strictly before a transaction's begin, or -1. */
    public int pointBefore(int t) {
        int found = Arrays.binarySearch(ends, history.begin(t));
        return (found < 0 ? -found - 1 : found) - 1;
    }

    /** The edges of real time between the nodes of transactions and of time points. */
    public void addTo(EdgeList edges, Nodes nodes) {
        for (int p = 1; p < points(); p++) {
            edges.add(nodes.points + p - 1, nodes.points + p);
        }
        for (int t = 1; t <= history.transactions(); t++) {
            if (counted.counts(t)) {
                int end = endPoint(t);
                if (end >= 0) {
                    edges.add(nodes.commit(t), nodes.points + end);
                }
                int before = pointBefore(t);
                if (before >= 0) {
                    edges.add(nodes.points + before, nodes.snapshot(t));
                }
            }
        }
    }

    /** Whether an order never has a transaction behind one that began after its end. */
    public boolean agreesWith(CommitOrder order) {
        long latestBegin = Long.MIN_VALUE;
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            if (ends(t) && history.end(t) < latestBegin) {
                return false;
            }
            latestBegin = Math.max(latestBegin, history.begin(t));
        }
        return true;
    }
}
