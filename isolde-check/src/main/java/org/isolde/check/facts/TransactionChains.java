package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.history.History;

/**
 * The counted transactions as chains of a dependency graph: each leads to the next of its chain.
 *
 * <p>Sessions are chains where session order counts; an unknown transaction, which precedes nothing, is one of its own.
 * Where it doesn't count, chains are found greedily: a transaction continues the chain of one that it read from, if that is
 * still the end of its chain. Or every transaction is a chain of its own.
 */
public final class TransactionChains {
    public final int count;
    public final int[] chainOf;
    /** The place of a transaction in its chain, from 0. */
    public final int[] placeOf;
    /** All counted transactions, chain by chain. */
    public final int[] member;

    private TransactionChains(Subject subject, int count, int[] chainOf, int[] order) {
        this.count = count;
        this.chainOf = chainOf;
        int[] next = new int[count + 1];
        for (int t : order) {
            next[chainOf[t] + 1]++;
        }
        for (int c = 0; c < count; c++) {
            next[c + 1] += next[c];
        }
        int[] first = next.clone();
        member = new int[order.length];
        placeOf = new int[subject.history.transactions() + 1];
        for (int t : order) {
            int chain = chainOf[t];
            placeOf[t] = next[chain] - first[chain];
            member[next[chain]++] = t;
        }
    }

    public static TransactionChains ofSessions(Subject subject) {
        History history = subject.history;
        int[] chainOf = new int[history.transactions() + 1];
        int count = 0;
        for (int session = 0; session < history.sessions(); session++) {
            int own = -1;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                if (subject.counts(t)) {
                    if (!subject.precedes(t)) {
                        chainOf[t] = count++;
                    } else {
                        own = own < 0 ? count++ : own;
                        chainOf[t] = own;
                    }
                }
            }
        }
        return new TransactionChains(subject, count, chainOf, counted(subject));
    }

    /**
     * @param order the counted transactions in an order that contains reads-from
     */
    public static TransactionChains greedy(Subject subject, int[] order) {
        History history = subject.history;
        int[] chainOf = new int[history.transactions() + 1];
        int[] tail = new int[order.length];
        int count = 0;
        for (int t : order) {
            int chain = -1;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1) && chain < 0; op++) {
                int source = subject.source(op, t);
                if (source > 0 && tail[chainOf[source]] == source) {
                    chain = chainOf[source];
                }
            }
            chain = chain < 0 ? count++ : chain;
            chainOf[t] = chain;
            tail[chain] = t;
        }
        return new TransactionChains(subject, count, chainOf, order);
    }

    public static TransactionChains single(Subject subject) {
        int[] order = counted(subject);
        int[] chainOf = new int[subject.history.transactions() + 1];
        for (int i = 0; i < order.length; i++) {
            chainOf[order[i]] = i;
        }
        return new TransactionChains(subject, order.length, chainOf, order);
    }

    private static int[] counted(Subject subject) {
        int[] order = new int[subject.history.transactions()];
        int size = 0;
        for (int t = 1; t <= subject.history.transactions(); t++) {
            if (subject.counts(t)) {
                order[size++] = t;
            }
        }
        return Arrays.copyOf(order, size);
    }
}
