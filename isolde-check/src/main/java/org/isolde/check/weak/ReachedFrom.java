package org.isolde.check.weak;

import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Facts;
import org.isolde.history.History;

/**
 * Which transactions happen after any of up to 64 others, as one long for each: a sweep along the causal order from the
 * first of them on.
 */
final class ReachedFrom {
    private final Facts facts;
    private final History history;
    private final CausalOrder order;
    /** By place, which of the members happen before it. */
    private final long[] reached;
    /** By place, which member it is, as a bit. */
    private final long[] member;

    private int first;

    ReachedFrom(Facts facts, CausalOrder order) {
        this.facts = facts;
        this.history = facts.history;
        this.order = order;
        this.reached = new long[order.size()];
        this.member = new long[order.size()];
    }

    /** Begins at a place, before which no member is. */
    void start(int place) {
        first = place;
    }

    /** Makes a transaction member {@code bit}, until it is taken away. */
    void add(int place, int bit) {
        member[place] |= 1L << bit;
    }

    void remove(int place) {
        member[place] = 0;
    }

    /** The members that happen before the transaction at a place; all places from the first on have been asked for in order. */
    long sweep(int place) {
        int t = order.transaction(place);
        int before = facts.predecessor(t);
        long mask = before == 0 ? 0 : with(before);
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            int source = facts.source(op, t);
            if (source > 0) {
                mask |= with(source);
            }
        }
        reached[place] = mask;
        return mask;
    }

    /** What {@link #sweep} found at a place. */
    long at(int place) {
        return reached[place];
    }

    private long with(int before) {
        int place = order.rank[before];
        return place < first ? 0 : reached[place] | member[place];
    }
}
