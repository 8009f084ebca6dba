package org.isolde.sql.depend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.isolde.sql.instrument.Unit;

/** Orders of a graph's nodes that follow its edges, and what has to go so that there is one. */
public final class Ordering {
    private Ordering() {}

    /** An order, chosen at random among all; null if there is a cycle. */
    public static List<Unit> random(DependencyGraph graph, Random random) {
        int size = graph.size();
        int[] before = new int[size];
        for (int to = 0; to < size; to++) {
            for (int from = 0; from < size; from++) {
                before[to] += graph.hasEdge(from, to) ? 1 : 0;
            }
        }
        List<Integer> ready = new ArrayList<>();
        for (int node = 0; node < size; node++) {
            if (before[node] == 0) {
                ready.add(node);
            }
        }
        List<Unit> order = new ArrayList<>();
        while (!ready.isEmpty()) {
            int node = ready.remove(random.nextInt(ready.size()));
            order.add(graph.nodes().get(node));
            for (int to = 0; to < size; to++) {
                if (graph.hasEdge(node, to) && --before[to] == 0) {
                    ready.add(to);
                }
            }
        }
        return order.size() == size ? order : null;
    }

    /** An order in which those of a transaction stand together, in their own order; null if there is none. */
    public static List<Unit> ofTransactions(DependencyGraph graph, Random random) {
        List<Integer> transactions = graph.nodes().stream()
                .map(Unit::transaction)
                .distinct()
                .sorted()
                .toList();
        DependencyGraph between = new DependencyGraph(transactions.stream()
                .map(transaction -> new Unit(transaction, 0))
                .toList());
        for (int from = 0; from < graph.size(); from++) {
            for (int to = 0; to < graph.size(); to++) {
                int one = transactions.indexOf(graph.nodes().get(from).transaction());
                int other = transactions.indexOf(graph.nodes().get(to).transaction());
                if (graph.hasEdge(from, to)) {
                    graph.kinds(from, to).forEach(kind -> between.add(one, other, kind));
                }
            }
        }
        List<Unit> order = random(between, random);
        if (order == null) {
            return null;
        }
        List<Unit> all = new ArrayList<>();
        for (Unit transaction : order) {
            graph.nodes().stream()
                    .filter(unit -> unit.transaction() == transaction.transaction())
                    .sorted(Comparator.comparingInt(Unit::statement))
                    .forEach(all::add);
        }
        return all;
    }

    /**
     * Statements without which there is no cycle; none if there is no cycle already. Of those that are on cycles the one with most ways
     * through it goes first.
     */
    public static Set<Unit> breaking(DependencyGraph graph) {
        boolean[] gone = new boolean[graph.size()];
        Set<Unit> removed = new HashSet<>();
        while (true) {
            boolean[] onCycle = onCycle(graph, gone);
            int worst = -1;
            int most = -1;
            for (int node = 0; node < graph.size(); node++) {
                if (onCycle[node]) {
                    int ways = ways(graph, onCycle, node);
                    if (ways > most) {
                        most = ways;
                        worst = node;
                    }
                }
            }
            if (worst < 0) {
                return removed;
            }
            gone[worst] = true;
            removed.add(graph.nodes().get(worst));
        }
    }

    private static int ways(DependencyGraph graph, boolean[] onCycle, int node) {
        int in = 0;
        int out = 0;
        for (int other = 0; other < graph.size(); other++) {
            if (onCycle[other]) {
                in += graph.hasEdge(other, node) ? 1 : 0;
                out += graph.hasEdge(node, other) ? 1 : 0;
            }
        }
        return in * out;
    }

    /** Which nodes reach themselves; graphs are small, so closing them is cheap. */
    private static boolean[] onCycle(DependencyGraph graph, boolean[] gone) {
        int size = graph.size();
        boolean[][] reaches = new boolean[size][size];
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                reaches[from][to] = !gone[from] && !gone[to] && graph.hasEdge(from, to);
            }
        }
        for (int middle = 0; middle < size; middle++) {
            for (int from = 0; from < size; from++) {
                if (reaches[from][middle]) {
                    for (int to = 0; to < size; to++) {
                        reaches[from][to] |= reaches[middle][to];
                    }
                }
            }
        }
        boolean[] cyclic = new boolean[size];
        for (int node = 0; node < size; node++) {
            cyclic[node] = reaches[node][node];
        }
        return cyclic;
    }
}
