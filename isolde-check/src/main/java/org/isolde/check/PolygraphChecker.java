package org.isolde.check;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.history.History;
import org.isolde.proof.Refutation;

/** Decides a level by dependency graph for any history: saturate, then search for what is left open. */
final class PolygraphChecker {
    private final Polygraph polygraph;
    private final Budget budget;
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private OpenPairs pairs;
    private PolygraphSearch search;
    private long last = System.nanoTime();

    PolygraphChecker(Subject subject, LevelRules rules, RealTime realTime, VersionOrder given, Budget budget) {
        this.budget = budget;
        this.polygraph = new Polygraph(subject, rules, rules.realTime() ? realTime : null, given, budget);
        lap("known edges");
    }

    private void lap(String phase) {
        long now = System.nanoTime();
        seconds.put(phase, (now - last) / 1e9);
        last = now;
    }

    /** How long each phase took. */
    Map<String, Double> seconds() {
        return seconds;
    }

    /** An order that explains the history, or null if there is none. */
    CommitOrder decide() {
        boolean open = polygraph.saturate();
        lap("saturation");
        if (!open) {
            return null;
        }
        pairs = new OpenPairs(polygraph);
        lap("open pairs");
        if (pairs.size() > 0) {
            search = new PolygraphSearch(polygraph, pairs, budget);
            boolean solved = search.solve();
            lap("search");
            if (!solved) {
                return null;
            }
        }
        return commitOrder();
    }

    /** What was done, in words. */
    String account() {
        return polygraph.graph.arrived() + " orderings inferred in " + polygraph.rounds() + " rounds, "
                + (pairs == null ? 0 : pairs.size()) + " pairs left open, "
                + (search == null
                        ? "no search"
                        : search.components() + " searches, " + search.conflicts() + " conflicts");
    }

    private CommitOrder commitOrder() {
        History history = polygraph.history;
        PolygraphNodes nodes = polygraph.nodes;
        int[] order = new int[polygraph.chains.member.length];
        int[] contains = new int[history.transactions() + 1];
        int size = 0;
        for (int node : polygraph.order) {
            if (!nodes.isTransaction(node)
                    || node < nodes.width
                    || !polygraph.subject.counts(nodes.transaction(node))) {
                continue;
            }
            if (nodes.isCommit(node)) {
                order[size++] = nodes.transaction(node);
            } else {
                contains[nodes.transaction(node)] = size;
            }
        }
        if (nodes.width == 1) {
            return CommitOrder.of(history, order);
        }
        int[] snapshot = new int[size];
        for (int place = 0; place < size; place++) {
            snapshot[place] = contains[order[place]];
        }
        return CommitOrder.of(history, order, snapshot);
    }

    /** Why there is no order, after {@link #decide} found none. */
    Refutation refutation() {
        RefutationBuilder builder = new RefutationBuilder(polygraph);
        if (search == null) {
            builder.saturation();
        } else {
            new SearchRefutation(polygraph, pairs, search, builder).build();
        }
        return builder.result();
    }

    Polygraph polygraph() {
        return polygraph;
    }

    OpenPairs pairs() {
        return pairs;
    }

    PolygraphSearch search() {
        return search;
    }
}
