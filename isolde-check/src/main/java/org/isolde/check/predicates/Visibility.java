package org.isolde.check.predicates;

import java.util.Arrays;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Numbered;
import org.isolde.check.facts.VersionChains;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.GrowingGraph;
import org.isolde.history.History;
import org.isolde.history.Rows;

/**
 * What snapshots have seen, along one order of all transactions that contains the version order of every row and follows their
 * numbers otherwise. Of that order a snapshot has seen all transactions with a number before {@link #low}, and none behind
 * {@link #high}; in between each has to be looked at. With numbers in the order of commits that is a handful.
 */
final class Visibility {
    private final int[] place;
    private final int[] placeOfVersion;
    private final int[] low;
    private final int[] high;

    private Visibility(int[] place, int[] placeOfVersion, int[] low, int[] high) {
        this.place = place;
        this.placeOfVersion = placeOfVersion;
        this.low = low;
        this.high = high;
    }

    /** Null if version orders make a cycle. */
    static Visibility of(Facts facts) {
        History history = facts.history;
        Rows rows = history.rows();
        int[] byNumber = Numbered.transactions(facts);
        int[] place = places(facts, byNumber);
        if (place == null) {
            return null;
        }
        // of those from a number on the first place, of those up to it the last one
        int[] firstBehind = new int[byNumber.length + 1];
        int[] lastBefore = new int[byNumber.length + 1];
        firstBehind[byNumber.length] = Integer.MAX_VALUE;
        lastBefore[0] = -1;
        for (int i = byNumber.length - 1; i >= 0; i--) {
            firstBehind[i] = Math.min(firstBehind[i + 1], place[byNumber[i]]);
        }
        for (int i = 0; i < byNumber.length; i++) {
            lastBefore[i + 1] = Math.max(lastBefore[i], place[byNumber[i]]);
        }
        int[] low = new int[rows.snapshots()];
        int[] high = new int[rows.snapshots()];
        for (int s = 0; s < low.length; s++) {
            int upTo = firstAbove(rows, byNumber, rows.upTo(s));
            low[s] = firstBehind[upTo];
            high[s] = lastBefore[upTo];
            for (int i = rows.butFirst(s); i < rows.butFirst(s + 1); i++) {
                int end = firstAbove(rows, byNumber, rows.but(i));
                for (int at = end - 1; at >= 0 && rows.number(byNumber[at]) == rows.but(i); at--) {
                    low[s] = Math.min(low[s], place[byNumber[at]]);
                }
            }
        }
        VersionChains chains = facts.chains();
        int[] placeOfVersion = new int[chains.size()];
        for (int v = 0; v < placeOfVersion.length; v++) {
            placeOfVersion[v] = place[chains.writer(v)];
        }
        return new Visibility(place, placeOfVersion, low, high);
    }

    /** The places of all transactions: by their numbers, as far as that agrees with version orders; null if these make a cycle. */
    private static int[] places(Facts facts, int[] byNumber) {
        int transactions = facts.history.transactions();
        int[] rank = new int[transactions + 1];
        Arrays.fill(rank, byNumber.length);
        for (int i = 0; i < byNumber.length; i++) {
            rank[byNumber[i]] = i;
        }
        if (byNumber.length == transactions && containsVersionOrder(facts.chains(), rank)) {
            return rank;
        }
        int[] order = new GrowingGraph(transactions + 1, versionOrder(facts)).order(rank);
        if (order == null) {
            return null;
        }
        int[] place = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            place[order[i]] = i;
        }
        return place;
    }

    private static boolean containsVersionOrder(VersionChains chains, int[] rank) {
        for (int v = 1; v < chains.size(); v++) {
            int key = chains.key(v);
            if (chains.key(v - 1) == key
                    && chains.isOrdered(key)
                    && rank[chains.writer(v - 1)] > rank[chains.writer(v)]) {
                return false;
            }
        }
        return true;
    }

    private static int firstAbove(Rows rows, int[] byNumber, long number) {
        int below = 0;
        int above = byNumber.length;
        while (below < above) {
            int middle = (below + above) >>> 1;
            if (rows.number(byNumber[middle]) <= number) {
                below = middle + 1;
            } else {
                above = middle;
            }
        }
        return below;
    }

    private static EdgeList versionOrder(Facts facts) {
        VersionChains chains = facts.chains();
        EdgeList edges = new EdgeList(chains.size());
        for (int key = 0; key < facts.history.keys(); key++) {
            for (int v = chains.first(key) + 1; chains.isOrdered(key) && v < chains.first(key + 1); v++) {
                edges.add(chains.writer(v - 1), chains.writer(v));
            }
        }
        return edges;
    }

    /** The place of a transaction in the order. */
    int place(int transaction) {
        return place[transaction];
    }

    /** The place of the transaction that made a version. */
    int placeOfVersion(int version) {
        return placeOfVersion[version];
    }

    /** The places of all transactions. */
    int[] places() {
        return place;
    }

    /** Whatever has a number and stands before this place is in the snapshot. */
    int low(int snapshot) {
        return low[snapshot];
    }

    /** Nothing behind this place is in the snapshot. */
    int high(int snapshot) {
        return high[snapshot];
    }
}
