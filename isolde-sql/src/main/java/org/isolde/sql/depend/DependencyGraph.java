package org.isolde.sql.depend;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.sql.instrument.Unit;

/** A statement-dependency graph (TxCheck, definition 1): a node a statement, an edge from what has to come first. */
public final class DependencyGraph {
    private final List<Unit> nodes;
    /** For each pair, as {@code from * nodes + to}, the kinds as bits. */
    private final byte[] kinds;

    DependencyGraph(List<Unit> nodes) {
        this.nodes = List.copyOf(nodes);
        this.kinds = new byte[nodes.size() * nodes.size()];
    }

    void add(int from, int to, DependencyKind kind) {
        if (from != to) {
            kinds[from * nodes.size() + to] |= kind.bit();
        }
    }

    public List<Unit> nodes() {
        return nodes;
    }

    public int size() {
        return nodes.size();
    }

    public boolean hasEdge(int from, int to) {
        return kinds[from * nodes.size() + to] != 0;
    }

    public Set<DependencyKind> kinds(int from, int to) {
        Set<DependencyKind> found = EnumSet.noneOf(DependencyKind.class);
        for (DependencyKind kind : DependencyKind.values()) {
            if ((kinds[from * nodes.size() + to] & kind.bit()) != 0) {
                found.add(kind);
            }
        }
        return found;
    }

    /** The edges as people read them: {@code T1.1 -> T2.2 item-read, predicate-read}. */
    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        for (int from = 0; from < size(); from++) {
            for (int to = 0; to < size(); to++) {
                if (hasEdge(from, to)) {
                    lines.add(name(nodes.get(from)) + " -> " + name(nodes.get(to)) + " "
                            + String.join(
                                    ", ",
                                    kinds(from, to).stream()
                                            .map(DependencyKind::text)
                                            .toList()));
                }
            }
        }
        return String.join("\n", lines);
    }

    private static String name(Unit unit) {
        return "T" + (unit.transaction() + 1) + "." + (unit.statement() + 1);
    }
}
