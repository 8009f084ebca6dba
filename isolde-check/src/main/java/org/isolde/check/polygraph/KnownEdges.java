package org.isolde.check.polygraph;

import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.Nodes;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.SeenEdges;
import org.isolde.check.facts.Subject;
import org.isolde.check.facts.TransactionChains;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.GrowingGraph;

import org.isolde.history.History;

/** The edges of a {@link Polygraph} that are known from the start, with the chains and versions that they lie on. */
final class KnownEdges {
    private final Subject subject;
    private final History history;
    private final LevelRules rules;
    private final EdgeList edges;
    final TransactionChains chains;
    final Versions versions;
    final Nodes nodes;
    final GrowingGraph graph;
    /** The gate of each key, from 0, or -1. */
    final int[] gate;

    private boolean arrivalForward = true;
    private final int[] arrival;

    KnownEdges(Subject subject, LevelRules rules, RealTime realTime, VersionOrder given) {
        this.subject = subject;
        this.history = subject.history;
        this.rules = rules;
        this.arrival = new int[history.transactions() + 1];
        for (int place = 0; place < history.transactions(); place++) {
            arrival[history.arrival(place)] = place + 1;
        }
        chains = chains();
        versions = new Versions(subject, chains);
        int points = realTime == null ? 0 : realTime.points();
        gate = gates();
        nodes = new Nodes(history.transactions(), rules.width(), points, gate[gate.length - 1]);
        edges = new EdgeList(history.operations() / 2 + 4 * history.transactions());
        for (int t : chains.member) {
            addSeen(t);
        }
        for (int i = 0; i < given.size(); i++) {
            int to = given.after(i);
            edges.add(nodes.commit(given.before(i)), rules.conflicts() ? nodes.snapshot(to) : nodes.commit(to));
        }
        if (realTime != null) {
            realTime.addTo(edges, nodes);
        }
        addInitialReads();
        graph = new GrowingGraph(nodes.count, edges);
    }

    private TransactionChains chains() {
        int counted = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            counted += subject.counts(t) ? 1 : 0;
        }
        TransactionChains found;
        if (rules.sessions()) {
            found = TransactionChains.ofSessions(subject);
        } else {
            CausalOrder order = CausalOrder.of(subject, new SeenEdges(subject, false, VersionOrder.none(subject)));
            if (order == null) {
                return TransactionChains.single(subject);
            }
            int[] all = new int[order.size()];
            for (int place = 0; place < all.length; place++) {
                all[place] = order.transaction(place);
            }
            found = TransactionChains.greedy(subject, all);
        }
        int width = rules.width();
        boolean bits = Reach.bitBytes(counted, counted, width) < Reach.vectorBytes(counted, found.count);
        return bits ? TransactionChains.single(subject) : found;
    }

    private void addSeen(int t) {
        int snapshot = nodes.snapshot(t);
        if (rules.snapshots()) {
            edges.add(snapshot, nodes.commit(t));
        }
        if (rules.sessions()) {
            int before = subject.predecessor(t);
            if (before != 0) {
                edges.add(nodes.commit(before), snapshot);
                arrivalForward &= arrival[before] < arrival[t];
            }
        }
        int last = 0;
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            int source = subject.source(op, t);
            if (source > 0 && source != last) {
                edges.add(nodes.commit(source), snapshot);
                arrivalForward &= arrival[source] < arrival[t];
                last = source;
            }
        }
    }

    /** The gate of each key, if anti-dependencies are edges and somebody read its initial version without writing it. */
    private int[] gates() {
        int[] gate = new int[history.keys() + 1];
        int count = 0;
        for (int k = 0; k < history.keys(); k++) {
            int initial = versions.count + k;
            boolean read = versions.readerFirst[initial + 1] > versions.readerFirst[initial];
            gate[k] = rules.anti() == LevelRules.Anti.EDGE && read && versions.keyFirst[k + 1] > versions.keyFirst[k]
                    ? count++
                    : -1;
        }
        gate[history.keys()] = count;
        return gate;
    }

    private void addInitialReads() {
        for (int k = 0; k < history.keys(); k++) {
            int initial = versions.count + k;
            for (int i = versions.updaterFirst[initial]; i < versions.updaterFirst[initial + 1]; i++) {
                int t = versions.updater[i];
                for (int cell = versions.keyCell[k]; cell < versions.keyCell[k + 1]; cell++) {
                    int first = versions.writer[versions.cellFirst[cell]];
                    if (first != t) {
                        edges.add(nodes.snapshot(t), nodes.commit(first));
                    }
                }
            }
            if (gate[k] < 0) {
                continue;
            }
            int node = nodes.gates + gate[k];
            for (int i = versions.readerFirst[initial]; i < versions.readerFirst[initial + 1]; i++) {
                int t = versions.reader[i];
                if (versions.of(k, t) < 0) {
                    edges.add(nodes.snapshot(t), node);
                }
            }
            for (int cell = versions.keyCell[k]; cell < versions.keyCell[k + 1]; cell++) {
                edges.add(node, nodes.commit(versions.writer[versions.cellFirst[cell]]));
            }
        }
    }

    /**
     * Keys for a first topological order, a guess at the order of commits: the order of the input if it fits what was seen;
     * else the transactions of all sessions side by side.
     */
    int[] guess() {
        int[] key = new int[nodes.count];
        for (int t : chains.member) {
            int session = history.session(t);
            int first = history.firstTransaction(session);
            int length = history.firstTransaction(session + 1) - first;
            key[nodes.commit(t)] =
                    arrivalForward ? arrival[t] : 1 + (int) ((long) (t - first) * history.transactions() / length);
        }
        return key;
    }
}
