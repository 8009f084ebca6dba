package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;

/**
 * The counted transactions as lanes: each leads to the next of its lane, by session order or by a read. What reaches a
 * transaction is then told by one number a lane, the last member that does.
 *
 * <p>Sessions are lanes where session order counts; an unknown transaction, which precedes nothing, is one of its own. Where
 * it doesn't count, or where there are as many sessions as transactions, lanes are found greedily over the known edges. Or
 * every transaction is a lane of its own.
 */
public final class Lanes {
    public final int count;
    /** The lane of a transaction. */
    public final int[] laneOf;
    /** The members of lane {@code l}: {@code member[first[l]] .. member[first[l + 1] - 1]}, each leading to the next. */
    public final int[] first;

    public final int[] member;

    /**
     * @param order the counted transactions in an order that contains the edges along the lanes
     */
    private Lanes(int count, int[] laneOf, int[] order) {
        this.count = count;
        this.laneOf = laneOf;
        first = new int[count + 1];
        member = new int[order.length];
        for (int t : order) {
            first[laneOf[t] + 1]++;
        }
        Offsets.sum(first);
        int[] next = first.clone();
        for (int t : order) {
            member[next[laneOf[t]]++] = t;
        }
    }

    /** Sessions, lane {@code s} being session {@code s}; and behind them the unknown transactions. */
    public static Lanes ofSessions(Facts facts) {
        History history = facts.history;
        int[] laneOf = new int[history.transactions() + 1];
        int count = history.sessions();
        int[] members = facts.counted().members();
        for (int t : members) {
            laneOf[t] = facts.precedes(t) ? history.session(t) : count++;
        }
        return new Lanes(count, laneOf, members);
    }

    /** A transaction continues the lane of one that it follows or read from, if that is still the end of its lane. */
    public static Lanes greedy(Facts facts, CausalOrder order) {
        int[] laneOf = new int[facts.history.transactions() + 1];
        int[] members = new int[order.size()];
        int[] tail = new int[16];
        int count = 0;
        ExternalReads reads = new ExternalReads(facts);
        for (int place = 0; place < members.length; place++) {
            int t = order.transaction(place);
            members[place] = t;
            int lane = -1;
            int before = facts.predecessor(t);
            if (before != 0 && tail[laneOf[before]] == before) {
                lane = laneOf[before];
            }
            if (lane < 0) {
                reads.of(t);
                for (int i = 0; i < reads.count && lane < 0; i++) {
                    int source = reads.source[i];
                    if (source != History.INITIAL && tail[laneOf[source]] == source) {
                        lane = laneOf[source];
                    }
                }
            }
            if (lane < 0) {
                lane = count++;
                if (count > tail.length) {
                    tail = Arrays.copyOf(tail, count * 2);
                }
            }
            laneOf[t] = lane;
            tail[lane] = t;
        }
        return new Lanes(count, laneOf, members);
    }

    /** Every transaction a lane of its own. */
    public static Lanes single(Facts facts) {
        int[] members = facts.counted().members();
        int[] laneOf = new int[facts.history.transactions() + 1];
        for (int i = 0; i < members.length; i++) {
            laneOf[members[i]] = i;
        }
        return new Lanes(members.length, laneOf, members);
    }

    /** Whether no lane has more than one member. */
    public boolean areSingle() {
        for (int l = 0; l < count; l++) {
            if (first[l + 1] - first[l] > 1) {
                return false;
            }
        }
        return true;
    }

    /** The place of each transaction in its lane, from 0. */
    public int[] places() {
        int[] placeOf = new int[laneOf.length];
        for (int l = 0; l < count; l++) {
            for (int i = first[l]; i < first[l + 1]; i++) {
                placeOf[member[i]] = i - first[l];
            }
        }
        return placeOf;
    }
}
