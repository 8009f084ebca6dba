package org.isolde.check.known;

import java.util.Arrays;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Nodes;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;

/**
 * An order of transactions that contains all dependencies, by one topological sort (Kahn), where it is known who comes behind
 * each version: MTC's algorithm 1 for mini-transactions, and what Elle does for lists.
 *
 * <p>Session order, reads-from, version order and real time lead from a commit to a snapshot, anti-dependencies from a
 * snapshot to a commit; where a level has no snapshots both are one node. Only what leads away from a commit is written down.
 * An anti-dependency is found again at the read that it comes from, and real time needs no edges: a transaction waits until
 * all that had ended before its begin are placed, and these are found at the head of those that ended first.
 */
public final class DependencyOrder {
    private final Facts facts;
    private final History history;
    private final Followers followers;
    private final Rules rules;
    private final Nodes nodes;
    private final RealTime realTime;

    /**
     * What a level asks of the order.
     *
     * @param realTime that it contains real time
     * @param snapshots whether a transaction has a snapshot and a commit
     * @param conflicts whether a snapshot contains those whose versions are overwritten
     */
    public record Rules(boolean realTime, boolean snapshots, boolean conflicts) {}

    /**
     * @param facts with session order if the level knows it
     */
    DependencyOrder(Facts facts, Followers followers, Rules rules) {
        this.facts = facts;
        this.history = facts.history;
        this.followers = followers;
        this.rules = rules;
        this.nodes = new Nodes(history.transactions(), rules.snapshots ? 2 : 1, 0, followers.tails());
        this.realTime = rules.realTime ? facts.realTime() : null;
    }

    /**
     * By the version orders that the history gives.
     *
     * @return null if there is no order, or if one was not found at once, which can only be with snapshots
     */
    public static TransactionOrder find(Facts facts, Followers given, Rules rules) {
        DependencyOrder first = new DependencyOrder(facts, given, rules);
        int[] order = first.sorted();
        if (order == null) {
            return null;
        }
        if (rules.snapshots && rules.conflicts) {
            EdgeList tails = first.tailsAlong(order);
            order = tails == null ? order : new DependencyOrder(facts, given.with(tails), rules).sorted();
        }
        return order == null ? null : first.nodes.commitOrder(facts, order);
    }

    TransactionOrder order() {
        int[] order = sorted();
        return order == null ? null : nodes.commitOrder(facts, order);
    }

    /** The edges that put every tail in the order of its commits; null if all snapshots contain what comes before them there. */
    private EdgeList tailsAlong(int[] order) {
        int[] place = new int[nodes.count];
        for (int i = 0; i < order.length; i++) {
            place[order[i]] = i;
        }
        EdgeList edges = new EdgeList(followers.tail.length);
        boolean kept = true;
        for (int tail = 0; tail < followers.tails(); tail++) {
            int first = followers.tailFirst[tail];
            long[] sorted = new long[followers.tailFirst[tail + 1] - first];
            for (int i = 0; i < sorted.length; i++) {
                int t = followers.tail[first + i];
                sorted[i] = (long) place[nodes.commit(t)] << 32 | t;
            }
            Arrays.sort(sorted);
            for (int i = 1; i < sorted.length; i++) {
                int before = (int) sorted[i - 1];
                int after = (int) sorted[i];
                edges.add(before, after);
                kept &= place[nodes.commit(before)] < place[nodes.snapshot(after)];
            }
        }
        return kept ? null : edges;
    }

    // ---- the sort

    /** The nodes of counted transactions and of tails in order; null if there is a cycle. */
    private int[] sorted() {
        return new Sort().order();
    }

    /** Takes an edge that leads away from a commit. */
    private interface Edge {
        void of(int transaction, int node);
    }

    private void forEachFromCommit(Edge edge) {
        for (int t = 1; t <= history.transactions(); t++) {
            if (!facts.counts(t)) {
                continue;
            }
            int node = nodes.snapshot(t);
            int before = facts.predecessor(t);
            if (before != 0) {
                edge.of(before, node);
            }
            int last = before;
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int source = facts.source(op, t);
                if (source > 0 && source != last) {
                    edge.of(source, node);
                    last = source;
                }
            }
        }
        EdgeList order = followers.order;
        for (int e = 0; e < order.size(); e++) {
            int after = order.to.get(e);
            edge.of(order.from.get(e), rules.conflicts ? nodes.snapshot(after) : nodes.commit(after));
        }
    }

    private final class Sort {
        /** What a commit leads to. */
        private final int[] first = new int[history.transactions() + 2];

        private final int[] target;
        /** How much each node still waits for; -1 for one that is placed. */
        private final int[] waits = new int[nodes.count];

        private final int[] order = new int[nodes.count];
        private int placed;
        private final Visitor comer = this::come;
        /** How many of those that ended first are placed, and how many of those that began first need not wait for others. */
        private int ended;

        private int begun;

        Sort() {
            forEachFromCommit((t, node) -> {
                first[t + 1]++;
                waits[node]++;
            });
            target = new int[Offsets.sum(first)];
            int[] next = Offsets.next(first);
            forEachFromCommit((t, node) -> target[next[t]++] = node);
            Visitor waiter = node -> waits[node]++;
            for (int t = 1; t <= history.transactions(); t++) {
                if (facts.counts(t)) {
                    waits[nodes.snapshot(t)] += realTime == null ? 0 : 1;
                    waits[nodes.commit(t)] += nodes.width - 1;
                    forEachOverwriter(t, waiter);
                }
            }
            for (int tail : followers.tail) {
                waits[nodes.commit(tail)]++;
            }
        }

        int[] order() {
            int all = 0;
            for (int t = 1; t <= history.transactions(); t++) {
                if (facts.counts(t)) {
                    all += nodes.width;
                    placeIfFree(nodes.snapshot(t));
                }
            }
            for (int tail = 0; tail < followers.tails(); tail++) {
                all++;
                placeIfFree(nodes.gates + tail);
            }
            letBegin();
            for (int next = 0; next < placed; next++) {
                int node = order[next];
                if (node >= nodes.gates) {
                    leaveTail(node - nodes.gates);
                } else {
                    leave(node, nodes.transaction(node));
                }
            }
            return placed == all ? Arrays.copyOf(order, placed) : null;
        }

        private void leave(int node, int t) {
            if (node == nodes.snapshot(t)) {
                forEachOverwriter(t, comer);
                if (nodes.width == 2) {
                    come(nodes.commit(t));
                }
            }
            if (node == nodes.commit(t)) {
                for (int e = first[t]; e < first[t + 1]; e++) {
                    come(target[e]);
                }
                if (realTime != null) {
                    letBegin();
                }
            }
        }

        private void leaveTail(int tail) {
            for (int i = followers.tailFirst[tail]; i < followers.tailFirst[tail + 1]; i++) {
                come(nodes.commit(followers.tail[i]));
            }
        }

        private void come(int node) {
            waits[node]--;
            placeIfFree(node);
        }

        private void placeIfFree(int node) {
            if (waits[node] == 0) {
                waits[node] = -1;
                order[placed++] = node;
            }
        }

        /** Those may begin that did so before the first end of one that is not placed. */
        private void letBegin() {
            if (realTime == null) {
                return;
            }
            int[] byEnd = realTime.byEnd();
            while (ended < byEnd.length && waits[nodes.commit(byEnd[ended])] < 0) {
                ended++;
            }
            long end = ended == byEnd.length ? Long.MAX_VALUE : history.end(byEnd[ended]);
            int[] byBegin = realTime.byBegin();
            for (; begun < byBegin.length && history.begin(byBegin[begun]) <= end; begun++) {
                come(nodes.snapshot(byBegin[begun]));
            }
        }
    }

    /** Takes a node. */
    private interface Visitor {
        void node(int node);
    }

    /** Where the anti-dependencies of a transaction lead to. */
    private void forEachOverwriter(int t, Visitor visitor) {
        int last = t;
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (facts.source(op, t) >= 0) {
                int over = followers.of[facts.version(op)];
                if (over < 0) {
                    visitor.node(nodes.gates - 1 - over);
                } else if (over != 0 && over != t && over != last) {
                    visitor.node(nodes.commit(over));
                    last = over;
                }
            }
        }
    }
}
