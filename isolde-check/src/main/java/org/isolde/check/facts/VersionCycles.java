package org.isolde.check.facts;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.graph.Digraph;
import org.isolde.check.graph.EdgeList;
import org.isolde.check.graph.ShortestCycle;
import org.isolde.check.refute.Contradiction;
import org.isolde.history.History;

/**
 * Whether some order of a key's versions has all that the history says of it: version-order lines, lists, the order in which
 * a transaction wrote, and that the initial version comes first. If there is none, every level is violated, whatever it asks
 * of reads.
 */
final class VersionCycles {
    private final Counted counted;
    private final History history;
    private final EdgeList edges;

    private VersionCycles(Counted counted) {
        this.counted = counted;
        this.history = counted.history();
        this.edges = new EdgeList(history.operations());
    }

    /**
     * Whether it is seen without a graph that there is no cycle: each key has one line at most, which names no version twice, nor
     * the initial one behind others; values are written once, and no transaction wrote in another order. All that is said then
     * leads on along a line.
     */
    private static boolean isPlain(Counted counted) {
        History history = counted.history();
        if (history.hasLists()) {
            return false;
        }
        // of each value its place in its line, from 1; 0 if no line has it
        int[] place = new int[history.values()];
        boolean[] hasLine = new boolean[history.keys()];
        for (int line = 0; counted.versions() && line < history.versionChains(); line++) {
            int[] chain = history.versionChain(line);
            if (hasLine[history.versionChainKey(line)]) {
                return false;
            }
            hasLine[history.versionChainKey(line)] = true;
            for (int i = 0; i < chain.length; i++) {
                if (chain[i] == 0 && i > 0 || place[chain[i]] != 0) {
                    return false;
                }
                place[chain[i]] = chain[i] == 0 ? 0 : i + 1;
            }
        }
        // of each key the place of what a transaction wrote last, of that which a line has
        int[] last = new int[history.keys()];
        int[] lastBy = new int[history.keys()];
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t); counted.counts(t) && op < history.firstOp(t + 1); op++) {
                int value = history.isWrite(op) ? history.value(op) : 0;
                if (value > 0 && history.writeOp(value) != op) {
                    return false;
                }
                if (value > 0 && place[value] > 0) {
                    int key = history.key(op);
                    if (lastBy[key] == t && place[value] <= last[key]) {
                        return false;
                    }
                    lastBy[key] = t;
                    last[key] = place[value];
                }
            }
        }
        return true;
    }

    /** The evidence that contradicts itself; null if none does. */
    static Contradiction find(Counted counted, ListOrders lists) {
        if (lists.disagreement() != null) {
            return lists.disagreement();
        }
        return isPlain(counted) ? null : new VersionCycles(counted).find(lists);
    }

    private Contradiction find(ListOrders lists) {
        boolean[] initialIsNamed = new boolean[history.keys()];
        if (counted.versions()) {
            for (int line = 0; line < history.versionChains(); line++) {
                Contradiction twice = addLine(line, initialIsNamed);
                if (twice != null) {
                    return twice;
                }
            }
        }
        int[] last = new int[history.keys()];
        int[] lastBy = new int[history.keys()];
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t); counted.counts(t) && op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op)) {
                    int key = history.key(op);
                    int value = history.value(op);
                    if (lastBy[key] == t) {
                        edges.add(last[key], value);
                    }
                    if (initialIsNamed[key]) {
                        edges.add(history.values() + key, value);
                    }
                    if (lists.lacks(op)) {
                        edges.add(lists.last(key), value);
                    }
                    lastBy[key] = t;
                    last[key] = value;
                }
            }
        }
        for (int key = 0; key < history.keys(); key++) {
            int[] shown = lists.order(key);
            for (int i = 1; i < shown.length; i++) {
                edges.add(shown[i - 1], shown[i]);
            }
        }
        return shortest();
    }

    /** What a line says of counted versions, the initial one if others stand before it; a version that follows itself. */
    private Contradiction addLine(int line, boolean[] initialIsNamed) {
        int key = history.versionChainKey(line);
        int before = -1;
        for (int value : history.versionChain(line)) {
            int writer = history.writer(value);
            boolean initial = value == 0;
            if (!initial && (writer <= 0 || !counted.counts(writer))) {
                continue;
            }
            int version = initial ? history.values() + key : value;
            if (before == version && !initial) {
                return new Contradiction.VersionCycle(key, List.of(value));
            }
            if (before >= 0 && before != version) {
                initialIsNamed[key] |= initial;
                edges.add(before, version);
            }
            before = initial && before < 0 ? -1 : version;
        }
        return null;
    }

    private Contradiction shortest() {
        Digraph graph = new Digraph(history.values() + history.keys(), edges, new EdgeList(0));
        List<int[]> components = graph.components();
        if (components.isEmpty()) {
            return null;
        }
        List<Integer> versions = new ArrayList<>();
        int key = -1;
        for (int version : ShortestCycle.rotated(new ShortestCycle(graph).in(components.get(0)))) {
            boolean initial = version >= history.values();
            versions.add(initial ? 0 : version);
            key = initial ? version - history.values() : history.key(history.writeOp(version));
        }
        return new Contradiction.VersionCycle(key, versions);
    }
}
