package org.isolde.check.facts;

import org.isolde.history.History;

/**
 * The counted transactions as chains: each is connected to the next of its chain by session order or by a read, and stands
 * behind it in {@link CausalOrder}.
 *
 * <p>Sessions are chains where session order counts (an unknown transaction, which precedes nothing, is a chain of its
 * own). Where it doesn't, or where there are as many sessions as transactions, chains are found greedily over the known
 * edges.
 */
public final class Lanes {
    public final int count;
    /** The chain of a transaction. */
    public final int[] chainOf;
    /** The members of chain {@code c}: {@code member[first[c]] .. member[first[c + 1] - 1]}, in causal order. */
    final int[] first;

    public final int[] member;

    private Lanes(int count, int[] chainOf, CausalOrder order) {
        this.count = count;
        this.chainOf = chainOf;
        first = new int[count + 1];
        member = new int[order.size()];
        for (int place = 0; place < order.size(); place++) {
            first[chainOf[order.transaction(place)] + 1]++;
        }
        for (int c = 0; c < count; c++) {
            first[c + 1] += first[c];
        }
        int[] next = first.clone();
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            member[next[chainOf[t]]++] = t;
        }
    }

    public static Lanes ofSessions(Subject subject, CausalOrder order) {
        History history = subject.history;
        int[] chainOf = new int[history.transactions() + 1];
        int count = history.sessions();
        for (int t = 1; t < chainOf.length; t++) {
            if (subject.counts(t)) {
                chainOf[t] = subject.precedes(t) ? history.session(t) : count++;
            }
        }
        return new Lanes(count, chainOf, order);
    }

    public static Lanes greedy(Subject subject, CausalOrder order) {
        History history = subject.history;
        int[] chainOf = new int[history.transactions() + 1];
        int[] tail = new int[16];
        int count = 0;
        ExternalReads reads = new ExternalReads(subject);
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            int chain = -1;
            int before = subject.predecessor(t);
            if (before != 0 && tail[chainOf[before]] == before) {
                chain = chainOf[before];
            }
            if (chain < 0) {
                reads.of(t);
                for (int i = 0; i < reads.count && chain < 0; i++) {
                    int source = reads.source[i];
                    if (source != History.INITIAL && tail[chainOf[source]] == source) {
                        chain = chainOf[source];
                    }
                }
            }
            if (chain < 0) {
                chain = count++;
                if (count > tail.length) {
                    tail = java.util.Arrays.copyOf(tail, count * 2);
                }
            }
            chainOf[t] = chain;
            tail[chain] = t;
        }
        return new Lanes(count, chainOf, order);
    }
}
