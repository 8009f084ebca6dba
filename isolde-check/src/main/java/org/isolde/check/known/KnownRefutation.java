package org.isolde.check.known;

import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.facts.Subject;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Ordering;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.ProofEdge.Kind;
import org.isolde.proof.Refutation;

/**
 * The proof behind an anomaly that is a cycle of known dependencies: first, for each ordering of versions that it uses and
 * that the history doesn't give, that whoever read a version and wrote the key came after it; then the cycle.
 */
public final class KnownRefutation {
    private final Subject subject;
    private final History history;
    private final List<Refutation.Step> steps = new ArrayList<>();
    private final Set<Ordering> established = new HashSet<>();

    private KnownRefutation(Subject subject) {
        this.subject = subject;
        this.history = subject.history;
    }

    public static Refutation of(Subject subject, Anomaly anomaly, Level level) {
        KnownRefutation proof = new KnownRefutation(subject);
        // cs asks for two edges on one key; for pc a read must not be taken for an edge of version order
        boolean lost = anomaly.kind() == AnomalyKind.LOST_UPDATE && level != Level.PC;
        int source = lost ? proof.divergence(anomaly) : -1;
        if (source >= 0) {
            proof.lostUpdate(anomaly.cycle().get(0), source);
        } else {
            List<ProofEdge> cycle = proof.edges(anomaly.cycle(), lost);
            proof.steps.add(new Refutation.Cycle(lost ? proof.twoEdges(cycle) : cycle));
        }
        return new Refutation(proof.steps);
    }

    /** The transaction whose version both overwrote after reading it, or -1. */
    private int divergence(Anomaly anomaly) {
        if (anomaly.cycle().size() != 2 || anomaly.operation() < 0) {
            return -1;
        }
        return history.writer(history.value(anomaly.operation()));
    }

    private void lostUpdate(Edge anti, int source) {
        int a = anti.from();
        int b = anti.to();
        int key = anti.key();
        overwrote(key, source, a);
        overwrote(key, source, b);
        steps.add(new Refutation.Cycle(
                List.of(ProofEdge.of(Kind.WW, a, b, key), ProofEdge.antiDependency(b, a, key, source))));
        steps.add(new Refutation.Cycle(
                List.of(ProofEdge.of(Kind.WW, b, a, key), ProofEdge.antiDependency(a, b, key, source))));
    }

    /**
     * The edges of a cycle, after the orderings that they use have been established.
     *
     * @param asVersions whether reads of a version that was then overwritten are to be edges of version order
     */
    private List<ProofEdge> edges(List<Edge> edges, boolean asVersions) {
        List<ProofEdge> cycle = new ArrayList<>();
        for (Edge edge : edges) {
            int key = edge.key();
            EdgeKind kind = asVersions && edge.kind() == EdgeKind.WR ? EdgeKind.WW : edge.kind();
            switch (kind) {
                case WW -> {
                    overwrote(key, edge.from(), edge.to());
                    cycle.add(ProofEdge.of(Kind.WW, edge.from(), edge.to(), key));
                }
                case RW -> {
                    int source = history.writer(history.value(edge.operation()));
                    overwrote(key, source, edge.to());
                    cycle.add(ProofEdge.antiDependency(edge.from(), edge.to(), key, source));
                }
                default -> cycle.add(ProofEdge.of(Kind.valueOf(edge.kind().name()), edge.from(), edge.to(), key));
            }
        }
        return cycle;
    }

    /** An anti-dependency, and the orderings of one key that close it as one. */
    private List<ProofEdge> twoEdges(List<ProofEdge> cycle) {
        if (cycle.size() == 2) {
            return cycle;
        }
        int at = 0;
        while (cycle.get(at).kind() != Kind.RW) {
            at++;
        }
        ProofEdge anti = cycle.get(at);
        List<ProofEdge> path = new ArrayList<>();
        for (int i = 1; i < cycle.size(); i++) {
            path.add(cycle.get((at + i) % cycle.size()));
        }
        path.add(ProofEdge.of(Kind.WW, anti.from(), anti.to(), anti.key()));
        steps.add(new Refutation.Cycle(path));
        return List.of(anti, ProofEdge.of(Kind.WW, anti.to(), anti.from(), anti.key()));
    }

    private boolean reads(int t, int key, int source) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.key(op) == key && subject.source(op, t) == source) {
                return true;
            }
        }
        return false;
    }

    /** Establishes that a version came after the one that its writer had read; else the history gives the order. */
    private void overwrote(int key, int source, int t) {
        if (source != History.INITIAL && reads(t, key, source) && established.add(new Ordering(key, source, t))) {
            steps.add(new Refutation.Cycle(
                    List.of(ProofEdge.of(Kind.WR, source, t, key), ProofEdge.of(Kind.WW, t, source, key))));
        }
    }
}
