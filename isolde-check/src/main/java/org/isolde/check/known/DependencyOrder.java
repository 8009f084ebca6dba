package org.isolde.check.known;

import java.util.Arrays;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Nodes;
import org.isolde.check.facts.Ranges;
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
 * snapshot to a commit; where a level has no snapshots both are one node. What leads away from a
 * commit is put together by transactions. An anti-dependency stands at the read that it comes from, and real time needs no
 * edges: a transaction waits until all that had ended before its begin are placed, and these are found at the head of those
 * that ended first.
 */
public final class DependencyOrder {
    private final Facts facts;
    private final History history;
    private final Followers followers;
    private final Rules rules;
    private final Nodes nodes;
    private final RealTime realTime;
    /** By operation, the transaction that it read from, if that says more than the operations before it; else 0. */
    private final int[] source;
    /** By operation, the node that its anti-dependency leads to, in the same way. */
    private final int[] behind;

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
        this.source = new int[history.operations()];
        this.behind = new int[history.operations()];
        Ranges.transactions(history, (worker, from, to) -> {
            for (int t = from; t < to; t++) {
                if (facts.counts(t)) {
                    resolve(t);
                }
            }
        });
    }

    private void resolve(int t) {
        int lastSource = facts.predecessor(t);
        int lastNode = nodes.commit(t);
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            int from = facts.source(op, t);
            if (from < 0) {
                continue;
            }
            if (from != 0 && from != lastSource) {
                source[op] = from;
                lastSource = from;
            }
            int follower = followers.of[facts.version(op)];
            int node = follower < 0 ? nodes.gates - 1 - follower : nodes.commit(follower);
            if (follower != 0 && follower != t && node != lastNode) {
                behind[op] = node;
                lastNode = node;
            }
        }
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

    private final class Sort {
        /** What a commit leads to. */
        private final int[] first = new int[history.transactions() + 2];

        private final int[] target;
        /** How much each node still waits for; -1 for one that is placed. */
        private final int[] waits = new int[nodes.count];

        private final int[] order = new int[nodes.count];
        private int placed;
        /** How many of those that ended first are placed, and how many of those that began first need not wait for others. */
        private int ended;

        private int begun;

        Sort() {
            EdgeList given = followers.order;
            for (int t = 1; t <= history.transactions(); t++) {
                if (facts.counts(t)) {
                    count(t);
                }
            }
            for (int e = 0; e < given.size(); e++) {
                first[given.from.get(e) + 1]++;
                waits[overwriting(given.to.get(e))]++;
            }
            for (int t : followers.tail) {
                waits[nodes.commit(t)]++;
            }
            target = new int[Offsets.sum(first)];
            int[] next = Offsets.next(first);
            for (int t = 1; t <= history.transactions(); t++) {
                if (facts.counts(t)) {
                    place(t, next);
                }
            }
            for (int e = 0; e < given.size(); e++) {
                target[next[given.from.get(e)]++] = overwriting(given.to.get(e));
            }
        }

        private void count(int t) {
            int waiting = realTime == null ? 0 : 1;
            int before = facts.predecessor(t);
            if (before != 0) {
                first[before + 1]++;
                waiting++;
            }
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (source[op] != 0) {
                    first[source[op] + 1]++;
                    waiting++;
                }
                if (behind[op] != 0) {
                    waits[behind[op]]++;
                }
            }
            waits[nodes.snapshot(t)] += waiting;
            waits[nodes.commit(t)] += nodes.width - 1;
        }

        private void place(int t, int[] next) {
            int node = nodes.snapshot(t);
            int before = facts.predecessor(t);
            if (before != 0) {
                target[next[before]++] = node;
            }
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (source[op] != 0) {
                    target[next[source[op]]++] = node;
                }
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
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    if (behind[op] != 0) {
                        come(behind[op]);
                    }
                }
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

    /** Where version order leads to. */
    private int overwriting(int t) {
        return rules.conflicts ? nodes.snapshot(t) : nodes.commit(t);
    }
}
