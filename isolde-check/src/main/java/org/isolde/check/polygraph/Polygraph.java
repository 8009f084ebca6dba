package org.isolde.check.polygraph;

import org.isolde.check.budget.Budget;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lanes;
import org.isolde.check.facts.Nodes;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.graph.GrowingGraph;
import org.isolde.history.History;

/**
 * The dependency graph of one level as far as it is known, saturated with all that must hold.
 *
 * <p>Known from the start are session order, real time (through a chain of time points), reads-from, given version orders,
 * and that the initial version comes first. Then, as long as anything is new, with reachability kept as vectors:
 * <ul>
 *   <li>a writer of a key that reaches a reader of another version of it wrote before that version (else the reader would
 *       have to come before the writer, which closes a cycle);
 *   <li>a version that comes before another one was overwritten by then: its readers come before the other's writer.
 * </ul>
 * Only the last writer and the last reader of each lane need looking at, for the rest follows; so a round costs reads and
 * writes times lanes, and never all pairs of writers. What is left open are pairs of versions that nothing orders.
 */
final class Polygraph {
    final Facts facts;
    final History history;
    final LevelRules rules;
    final VersionOrder given;
    final Lanes lanes;
    /** The place of a transaction in its lane. */
    final int[] placeOf;

    final Versions versions;
    final Nodes nodes;
    final GrowingGraph graph;
    final Derivations derivations = new Derivations();
    /** Which nodes reach which; null before {@link #saturate}. */
    Reach reach;

    /** A reader of an initial version that is reached by a writer of the key, as (reader, key, version); or null. */
    int[] staleInitialRead;
    /** The nodes in a topological order, and the place of each; null once a cycle was found. */
    int[] order;

    final int[] rank;

    private final Budget budget;
    private final int[] gate;
    private final boolean[] changed;
    private final boolean[] forced;
    private final int[] written;
    private int rounds;

    /**
     * @param facts with session order if the level knows it
     */
    Polygraph(Facts facts, LevelRules rules, Budget budget) {
        this.facts = facts;
        this.history = facts.history;
        this.rules = rules;
        this.given = facts.given();
        this.budget = budget;
        KnownEdges known = new KnownEdges(facts, rules);
        this.placeOf = known.placeOf;
        this.lanes = known.lanes;
        this.versions = known.versions;
        this.nodes = known.nodes;
        this.graph = known.graph;
        this.gate = known.gate;
        this.rank = new int[nodes.count];
        this.changed = new boolean[nodes.count];
        this.forced = new boolean[nodes.count];
        this.written = new int[history.keys()];
        this.order = graph.order(known.guess());
    }

    private Reach newReach() {
        long vectors = Reach.vectorBytes(nodes.count, lanes.count);
        int width = nodes.width;
        boolean single = lanes.areSingle();
        long bytes = single ? Reach.bitBytes(nodes.count, lanes.count, width) : vectors;
        budget.claim(bytes);
        Reach fresh =
                single ? new Reach.Bits(nodes.count, lanes.count, width) : new Reach.Vectors(nodes.count, lanes.count);
        for (int t : lanes.member) {
            for (int w = 0; w < width; w++) {
                fresh.include(t * width + w, lanes.laneOf[t], placeOf[t] * width + w);
            }
        }
        return fresh;
    }

    /** The gate of a key, from 0, or -1. */
    int gateOf(int key) {
        return gate[key];
    }

    /** How many edges saturation inferred; those that a search chose come after them. */
    int derivedEdges() {
        return derivations.size();
    }

    int rounds() {
        return rounds;
    }

    /** Adds all that must hold. Whether that is still without contradiction. */
    boolean saturate() {
        if (order == null) {
            return false;
        }
        reach = newReach();
        while (true) {
            rounds++;
            for (int place = 0; place < order.length; place++) {
                rank[order[place]] = place;
            }
            int before = graph.arrived();
            propagate(rounds == 1);
            budget.check();
            for (int t : lanes.member) {
                if (changed[nodes.snapshot(t)]) {
                    afterReading(t);
                }
                if (changed[nodes.commit(t)]) {
                    afterWriting(t);
                }
            }
            budget.check();
            if (staleInitialRead != null) {
                return false;
            }
            if (graph.arrived() == before) {
                return true;
            }
            if (!allForward(before)) {
                order = graph.order(rank);
                if (order == null) {
                    return false;
                }
            }
        }
    }

    private boolean allForward(int firstEdge) {
        for (int e = firstEdge; e < graph.arrived(); e++) {
            if (rank[graph.from.get(e)] >= rank[graph.to.get(e)]) {
                return false;
            }
        }
        return true;
    }

    /** Brings the vectors up to date; those that grew are marked as changed. */
    private void propagate(boolean all) {
        for (int node : order) {
            boolean grew = all || forced[node];
            forced[node] = false;
            for (int i = graph.inFirst[node]; i < graph.inFirst[node + 1]; i++) {
                int p = graph.in[i];
                if (all ? !covers(node, p) : changed[p]) {
                    grew |= reach.join(node, p);
                }
            }
            boolean anyway = grew;
            for (int e = graph.firstIn(node); e >= 0; e = graph.nextIn(e)) {
                int p = graph.from.get(e);
                if (all || anyway || changed[p]) {
                    grew |= reach.join(node, p);
                }
            }
            changed[node] = grew;
        }
    }

    /** Whether another lane's node was seen to reach a node, and so all that reaches it; its own lane always does. */
    private boolean covers(int node, int before) {
        return nodes.isTransaction(before)
                && (!nodes.isTransaction(node)
                        || lanes.laneOf[nodes.transaction(node)] != lanes.laneOf[nodes.transaction(before)])
                && reaches(before, node);
    }

    /** Whether a node of a transaction reaches another node (or is it). */
    boolean reaches(int before, int node) {
        int t = nodes.transaction(before);
        return reach.last(lanes.laneOf[t], node) >= placeOf[t] * nodes.width + before % nodes.width;
    }

    // ---- what must hold

    /** Writers of a key that reach a reader of another version wrote before that version. */
    private void afterReading(int t) {
        int node = nodes.snapshot(t);
        boolean sameKey = rules.anti() == LevelRules.Anti.SAME_KEY;
        if (sameKey) {
            markWrites(t);
        }
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (facts.source(op, t) < 0) {
                continue;
            }
            int read = versions.readBy(op);
            int key = history.key(op);
            if (sameKey && written[key] != t) {
                continue;
            }
            boolean initial = versions.isInitial(read);
            for (int cell = versions.keyCell[key]; cell < versions.keyCell[key + 1]; cell++) {
                int last = reach.last(versions.cellLane[cell], node);
                int other = last < 0 ? -1 : lastVersion(cell, Math.floorDiv(last - nodes.width + 1, nodes.width), t);
                if (other < 0 || other == read) {
                    continue;
                }
                if (!initial) {
                    before(other, read, t);
                } else if (rules.anti() != LevelRules.Anti.EDGE) {
                    staleInitialRead = new int[] {t, key, other};
                    return;
                }
            }
        }
    }

    private void markWrites(int t) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.isWrite(op)) {
                written[history.key(op)] = t;
            }
        }
    }

    /** The last version of a cell up to a place of its lane that is not a transaction's own; or -1. */
    int lastVersion(int cell, int place, int except) {
        int first = versions.cellFirst[cell];
        int low = first;
        int high = versions.cellFirst[cell + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (placeOf[versions.writer[middle]] <= place) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int found = low - 1;
        if (found >= first && versions.writer[found] == except) {
            found--;
        }
        return found >= first ? found : -1;
    }

    /** Versions that come before one that a transaction installed, and what follows for their readers. */
    private void afterWriting(int b) {
        int node = nodes.commit(b);
        // from where a version's writer must reach the commit so that it can't have come later
        int slack = rules.snapshots() && !rules.conflicts() ? 1 : 0;
        for (int op = history.firstOp(b); op < history.firstOp(b + 1); op++) {
            if (!history.isWrite(op)) {
                continue;
            }
            int key = history.key(op);
            int own = versions.writtenBy(op);
            for (int cell = versions.keyCell[key]; cell < versions.keyCell[key + 1]; cell++) {
                int last = reach.last(versions.cellLane[cell], node);
                int earlier = last < slack ? -1 : lastVersion(cell, (last - slack) / nodes.width, b);
                if (earlier >= 0) {
                    if (rules.snapshots()) {
                        before(earlier, own, 0);
                    }
                    overwritten(earlier, own, b);
                }
            }
        }
    }

    private void overwritten(int earlier, int later, int b) {
        if (rules.anti() == LevelRules.Anti.EDGE) {
            int node = nodes.commit(b);
            for (int i = versions.readerFirst[earlier]; i < versions.readerFirst[earlier + 1]; i++) {
                int t = versions.reader[i];
                if (t != b && !reaches(nodes.snapshot(t), node)) {
                    derivations.antiDependency(earlier, later, t);
                    add(nodes.snapshot(t), node);
                }
            }
        } else {
            for (int i = versions.updaterFirst[earlier]; i < versions.updaterFirst[earlier + 1]; i++) {
                int t = versions.updater[i];
                if (t != b && !reaches(t, b)) {
                    derivations.afterUpdate(versions.of(versions.key[earlier], t), later, earlier);
                    add(t, b);
                }
            }
        }
    }

    /**
     * One version before another one, as an edge if it isn't known.
     *
     * @param reader who read the later one and is reached by the earlier one's writer; 0 if the writers themselves say it
     */
    private void before(int earlier, int later, int reader) {
        int from = nodes.commit(versions.writer[earlier]);
        int to = orderTarget(versions.writer[later]);
        if (!reaches(from, to)) {
            derivations.order(earlier, later, reader);
            add(from, to);
        }
    }

    /** Where version order leads to. */
    int orderTarget(int t) {
        return rules.conflicts() ? nodes.snapshot(t) : nodes.commit(t);
    }

    private void add(int from, int to) {
        graph.add(from, to);
        int t = nodes.transaction(from);
        reach.include(to, lanes.laneOf[t], placeOf[t] * nodes.width + from % nodes.width);
        forced[to] = true;
    }
}
