package org.isolde.check;

import java.util.concurrent.atomic.AtomicReference;
import org.isolde.history.History;

/**
 * Decides causal consistency: with vectors over chains where they fit into memory, by blocks of writers where they don't.
 */
final class CausalEngine {
    private final Subject subject;
    private final History history;
    private final CausalOrder order;
    private final Chains chains;
    private final HappensBefore happensBefore;
    /** Null if by blocks. */
    private final CausalConsistency byChains;

    private final Saturation saturation;

    /**
     * @param budget how many bytes the vectors may take
     */
    CausalEngine(Subject subject, CausalOrder order, long budget) {
        this.subject = subject;
        this.history = subject.history;
        this.order = order;
        Chains found = subject.sessionOrder ? Chains.ofSessions(subject, order) : Chains.greedy(subject, order);
        if (HappensBefore.bytes(order, found) > budget) {
            found = Chains.greedy(subject, order);
        }
        if (HappensBefore.bytes(order, found) > budget) {
            chains = null;
            happensBefore = null;
            byChains = null;
            saturation = new CausalByBlocks(subject, order);
        } else {
            chains = found;
            happensBefore = new HappensBefore(subject, order, chains);
            byChains = new CausalConsistency(subject, order, chains, happensBefore);
            saturation = byChains;
        }
    }

    String algorithm() {
        return chains == null ? "reachability by blocks of writers" : "AWDIT, algorithm 3";
    }

    Saturation saturation() {
        return saturation;
    }

    WeakLevels.Outcome decide(SeenEdges seen, boolean guessOrder) {
        if (chains == null) {
            return new GraphEngine(subject, order, seen).decide(saturation);
        }
        if (guessOrder && byChains.agreesWithOrder()) {
            return new WeakLevels.Outcome(order.asCommitOrder(), null, null);
        }
        ChainGraph forced = new ChainGraph(order, chains, happensBefore);
        boolean proper = byChains.collect(forced);
        EdgeList versions = seen.versionEdges();
        for (int i = 0; i < versions.size(); i++) {
            forced.add(versions.from.get(i), versions.to.get(i));
        }
        int[] placed = forced.topologicalOrder();
        if (placed.length == order.size() && proper) {
            return new WeakLevels.Outcome(CommitOrder.of(history, placed), null, null);
        }
        // only what could not be placed can lie on a cycle
        boolean[] left = new boolean[history.transactions() + 1];
        for (int place = 0; place < order.size(); place++) {
            left[order.transaction(place)] = true;
        }
        for (int t : placed) {
            left[t] = false;
        }
        EdgeList kept = new EdgeList(64);
        EdgeList all = seen.list();
        for (int i = 0; i < all.size(); i++) {
            if (left[all.from.get(i)] && left[all.to.get(i)]) {
                kept.add(all.from.get(i), all.to.get(i));
            }
        }
        Digraph graph = new Digraph(history.transactions() + 1, kept, forced.edgesInto(left));
        return new WeakLevels.Outcome(null, graph, proper ? null : leastToInitial());
    }

    /** The first of the orderings that lead to the initial transaction. */
    private WeakLevels.EdgeToInitial leastToInitial() {
        AtomicReference<WeakLevels.EdgeToInitial> least = new AtomicReference<>();
        saturation.saturate(worker -> (before, after, reader, key, premise) -> {
            if (after == History.INITIAL) {
                WeakLevels.EdgeToInitial edge = new WeakLevels.EdgeToInitial(before, reader, key);
                least.accumulateAndGet(edge, (a, b) -> b.isBefore(a) ? b : a);
            }
        });
        return least.get();
    }
}
