package org.isolde.check.polygraph;

import java.util.Arrays;
import java.util.List;
import org.isolde.check.budget.Budget;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.Offsets;

/**
 * Orders the pairs of versions that saturation left open, by search. What is known and all that may be chosen is split into
 * strongly connected components, each of which is a search of its own, for no cycle leaves it.
 */
final class ComponentSearch {
    private final Polygraph polygraph;
    private final OpenPairs pairs;
    private final Budget budget;
    private long conflicts;
    private int components;
    /** The log of the component that has no solution, and its variables' pairs. */
    ClauseLog refutation;

    int[] refutedPairs;

    ComponentSearch(Polygraph polygraph, OpenPairs pairs, Budget budget) {
        this.polygraph = polygraph;
        this.pairs = pairs;
        this.budget = budget;
    }

    long conflicts() {
        return conflicts;
    }

    int components() {
        return components;
    }

    /** Adds a choice for every open pair to the graph; or says that there is none, and {@link #refutation} why. */
    boolean solve() {
        List<int[]> parts = split();
        int[] local = new int[polygraph.nodes.count];
        Arrays.fill(local, -1);
        int[] partOf = new int[polygraph.nodes.count];
        for (int part = 0; part < parts.size(); part++) {
            for (int node : parts.get(part)) {
                partOf[node] = part;
            }
        }
        int[] first = new int[parts.size() + 1];
        for (int pair = 0; pair < pairs.size(); pair++) {
            first[partOf[anyNode(pair)] + 1]++;
        }
        Offsets.sum(first);
        int[] own = new int[pairs.size()];
        int[] variableOf = new int[pairs.size()];
        int[] next = Offsets.next(first);
        for (int pair = 0; pair < pairs.size(); pair++) {
            int part = partOf[anyNode(pair)];
            variableOf[pair] = next[part] - first[part];
            own[next[part]++] = pair;
        }
        EdgeList chosen = new EdgeList(16);
        for (int part = 0; part < parts.size(); part++) {
            if (first[part + 1] == first[part]) {
                continue;
            }
            components++;
            int[] pairOf = Arrays.copyOfRange(own, first[part], first[part + 1]);
            for (int node : parts.get(part)) {
                local[node] = 0;
            }
            ChoiceTheory theory = new ChoiceTheory(polygraph, pairs, parts.get(part), pairOf, variableOf, local);
            ClauseSearch search = new ClauseSearch(pairOf.length, theory, budget);
            boolean solved = search.solve();
            conflicts += search.conflicts();
            if (!solved) {
                refutation = search.log;
                refutedPairs = pairOf;
                return false;
            }
            for (int e = 0; e < theory.edges(); e++) {
                chosen.add(theory.from(e), theory.to(e));
            }
            for (int node : parts.get(part)) {
                local[node] = -1;
            }
        }
        for (int e = 0; e < chosen.size(); e++) {
            polygraph.graph.add(chosen.from.get(e), chosen.to.get(e));
        }
        polygraph.order = polygraph.graph.order(polygraph.rank);
        if (polygraph.order == null) {
            throw new IllegalStateException("the components of a search have a cycle between them");
        }
        return true;
    }

    private int anyNode(int pair) {
        return polygraph.nodes.commit(polygraph.versions.writer[pairs.later(2 * pair)]);
    }

    private List<int[]> split() {
        int nodes = polygraph.nodes.count;
        if (polygraph.rules.anti() == LevelRules.Anti.NO_PATH) {
            // a path that an anti-dependency must not close may lead anywhere
            int[] all = new int[nodes];
            Arrays.setAll(all, i -> i);
            return List.of(all);
        }
        EdgeList possible = new EdgeList(pairs.size() * 4);
        for (int choice = 0; choice < 2 * pairs.size(); choice++) {
            pairs.forEachEdge(choice, (from, to, reader) -> {
                possible.add(from, to);
                return true;
            });
        }
        return new Digraph(nodes, polygraph.graph.all(), possible).components();
    }
}
