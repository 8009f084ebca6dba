package org.isolde.check.polygraph;

import java.util.Arrays;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.GrowingGraph;
import org.isolde.check.graph.IncrementalOrder;
import org.isolde.check.graph.IntList;

/**
 * The theory of a search over {@link OpenPairs}: the choices taken and what is known must be acyclic together and, where
 * anti-dependencies are no edges, none may close a path.
 *
 * <p>It works on the nodes of one strongly connected component of everything that is known or may be chosen; no cycle leaves
 * it.
 */
final class ChoiceTheory implements ClauseSearch.Theory {
    private final Polygraph polygraph;
    private final OpenPairs pairs;
    /** The pairs of this component: variable to pair. */
    private final int[] pairOf;
    /** The number of a node within the component, or -1. */
    private final int[] local;

    private final int[] global;
    private final IncrementalOrder order;
    private final IntList edgesBefore = new IntList();
    private final IntList conflict = new IntList();
    private int[] note;
    private final int[] variableOf;

    /**
     * @param component the nodes of the component
     * @param pairOf the pairs whose nodes these are
     */
    ChoiceTheory(Polygraph polygraph, OpenPairs pairs, int[] component, int[] pairOf, int[] variableOf, int[] local) {
        this.polygraph = polygraph;
        this.pairs = pairs;
        this.pairOf = pairOf;
        this.variableOf = variableOf;
        this.local = local;
        this.global = component;
        int[] byRank = new int[component.length];
        long[] ranks = new long[component.length];
        for (int i = 0; i < component.length; i++) {
            local[component[i]] = i;
            ranks[i] = ((long) polygraph.rank[component[i]] << 32) | i;
        }
        Arrays.sort(ranks);
        for (int i = 0; i < byRank.length; i++) {
            byRank[i] = (int) ranks[i];
        }
        GrowingGraph graph = polygraph.graph;
        EdgeList known = new EdgeList(component.length * 4);
        for (int node : component) {
            for (int i = graph.outFirst[node]; i < graph.outFirst[node + 1]; i++) {
                if (local[graph.out[i]] >= 0) {
                    known.add(local[node], local[graph.out[i]]);
                }
            }
            for (int e = graph.firstOut(node); e >= 0; e = graph.nextOut(e)) {
                if (local[graph.to.get(e)] >= 0) {
                    known.add(local[node], local[graph.to.get(e)]);
                }
            }
        }
        order = new IncrementalOrder(component.length, known, byRank);
    }

    private int choice(int literal) {
        return 2 * pairOf[literal >> 1] + (literal & 1);
    }

    @Override
    public boolean take(int literal) {
        int before = order.added();
        boolean taken = pairs.forEachEdge(choice(literal), (from, to, reader) -> {
            if (order.add(local[from], local[to], literal)) {
                return true;
            }
            refused(literal, from, to);
            return false;
        });
        if (!taken) {
            order.shrink(before);
            return false;
        }
        edgesBefore.add(before);
        return true;
    }

    private void refused(int literal, int from, int to) {
        conflict.clear();
        conflict.add(literal);
        IntList edges = order.cycleEdges();
        IntList nodes = order.cycleNodes();
        note = new int[edges.size() * 2 + 2];
        note[0] = from;
        note[1] = choice(literal);
        for (int i = 0; i < edges.size(); i++) {
            note[2 * i + 2] = global[nodes.get(i)];
            note[2 * i + 3] = -1;
            if (edges.get(i) >= 0) {
                int other = order.label(edges.get(i));
                note[2 * i + 3] = choice(other);
                addOnce(conflict, other);
            }
        }
        if (edges.size() > 0 && global[nodes.get(0)] != to) {
            throw new IllegalStateException("a cycle that does not close");
        }
    }

    private static void addOnce(IntList list, int item) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) == item) {
                return;
            }
        }
        list.add(item);
    }

    @Override
    public IntList conflict() {
        return conflict;
    }

    /**
     * A cycle as pairs of a node and of the choice (or -1: known) whose edge leads on to the next node; where an
     * anti-dependency that is no edge closes it: then {@code {-1, reader, version read, version written later}} at the end.
     */
    @Override
    public int[] conflictNote() {
        return note;
    }

    @Override
    public void giveBack(int literalsLeft) {
        if (literalsLeft < edgesBefore.size()) {
            order.shrink(edgesBefore.get(literalsLeft));
            edgesBefore.shrink(literalsLeft);
        }
    }

    /** The choice with fewer edges against the present order; of two equal ones the one along it. */
    @Override
    public int guess(int variable) {
        return against(2 * variable) <= against(2 * variable + 1) ? 2 * variable : 2 * variable + 1;
    }

    private int against(int literal) {
        int[] count = new int[1];
        pairs.forEachEdge(choice(literal), true, (from, to, reader) -> {
            // without anti-dependencies as edges a reader may lie outside of the component
            if (local[from] >= 0 && order.place(local[from]) > order.place(local[to])) {
                count[0]++;
            }
            return true;
        });
        return count[0];
    }

    @Override
    public boolean acceptsAll(ClauseSearch.Objections objections) {
        if (polygraph.rules.anti() != LevelRules.Anti.NO_PATH) {
            return true;
        }
        int[] byPlace = new int[global.length];
        for (int i = 0; i < global.length; i++) {
            byPlace[order.place(i)] = global[i];
        }
        EdgeList chosen = new EdgeList(order.added());
        for (int e = 0; e < order.added(); e++) {
            chosen.add(from(e), to(e));
        }
        return new ClosedPaths(polygraph, byPlace, chosen).forEach((t, read, other) -> {
            closed(t, read, other);
            return objections.object(conflict, note);
        });
    }

    /** A path from the writer of a version to a reader of an earlier one of the same key. */
    private void closed(int t, int read, int other) {
        if (!order.path(local[polygraph.versions.writer[other]], local[t])) {
            throw new IllegalStateException("no path");
        }
        conflict.clear();
        IntList edges = order.cycleEdges();
        IntList nodes = order.cycleNodes();
        note = new int[edges.size() * 2 + 4];
        for (int i = 0; i < edges.size(); i++) {
            note[2 * i] = global[nodes.get(i)];
            note[2 * i + 1] = -1;
            if (edges.get(i) >= 0) {
                int used = order.label(edges.get(i));
                note[2 * i + 1] = choice(used);
                addOnce(conflict, used);
            }
        }
        int at = edges.size() * 2;
        note[at] = -1;
        note[at + 1] = t;
        note[at + 2] = read;
        note[at + 3] = other;
        int chosen = polygraph.versions.isInitial(read) ? -1 : pairs.choice(read, other);
        if (chosen >= 0) {
            addOnce(conflict, 2 * variableOf[chosen >> 1] + (chosen & 1));
        }
    }

    int edges() {
        return order.added();
    }

    int from(int edge) {
        return global[order.from(edge)];
    }

    int to(int edge) {
        return global[order.to(edge)];
    }
}
