package org.isolde.check.polygraph;

import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lanes;
import org.isolde.check.facts.Nodes;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.GrowingGraph;
import org.isolde.history.History;

/** The edges of a {@link Polygraph} that are known from the start, with the lanes and versions that they lie on. */
final class KnownEdges {
    private final Facts facts;
    private final History history;
    private final LevelRules rules;
    private final EdgeList edges;
    final Lanes lanes;
    /** The place of a transaction in its lane. */
    final int[] placeOf;

    final Versions versions;
    final Nodes nodes;
    final GrowingGraph graph;
    /** The gate of each key, from 0, or -1. */
    final int[] gate;

    private boolean arrivalForward = true;
    private final int[] arrival;

    /**
     * @param facts with session order if the level knows it
     */
    KnownEdges(Facts facts, LevelRules rules) {
        this.facts = facts;
        this.history = facts.history;
        this.rules = rules;
        this.arrival = new int[history.transactions() + 1];
        for (int place = 0; place < history.transactions(); place++) {
            arrival[history.arrival(place)] = place + 1;
        }
        lanes = findLanes();
        placeOf = lanes.places();
        versions = new Versions(facts, lanes, placeOf);
        RealTime realTime = rules.realTime() ? facts.realTime() : null;
        gate = gates();
        nodes = new Nodes(
                history.transactions(), rules.width(), realTime == null ? 0 : realTime.points(), gate[gate.length - 1]);
        edges = new EdgeList(history.operations() / 2 + 4 * history.transactions());
        for (int t : lanes.member) {
            addSeen(t);
        }
        VersionOrder given = facts.given();
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

    private Lanes findLanes() {
        Lanes found;
        if (rules.sessions()) {
            found = Lanes.ofSessions(facts);
        } else if (facts.causalOrder() == null) {
            return Lanes.single(facts);
        } else {
            found = Lanes.greedy(facts, facts.causalOrder());
        }
        int counted = found.member.length;
        boolean bits = Reach.bitBytes(counted, counted, rules.width()) < Reach.vectorBytes(counted, found.count);
        return bits ? Lanes.single(facts) : found;
    }

    private void addSeen(int t) {
        int snapshot = nodes.snapshot(t);
        if (rules.snapshots()) {
            edges.add(snapshot, nodes.commit(t));
        }
        if (rules.sessions()) {
            int before = facts.predecessor(t);
            if (before != 0) {
                edges.add(nodes.commit(before), snapshot);
                arrivalForward &= arrival[before] < arrival[t];
            }
        }
        int last = 0;
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            int source = facts.source(op, t);
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
        for (int t : lanes.member) {
            int session = history.session(t);
            int first = history.firstTransaction(session);
            int length = history.firstTransaction(session + 1) - first;
            key[nodes.commit(t)] =
                    arrivalForward ? arrival[t] : 1 + (int) ((long) (t - first) * history.transactions() / length);
        }
        return key;
    }
}
