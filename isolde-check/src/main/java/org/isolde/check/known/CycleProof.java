package org.isolde.check.known;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.facts.Facts;
import org.isolde.check.refute.Contradiction;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Ordering;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.ProofEdge.Kind;
import org.isolde.proof.Refutation;

/**
 * The proof behind a cycle of known dependencies: first, for each ordering of versions that it uses and that the history
 * doesn't give, that whoever read a version and wrote the key came after it; then the cycle.
 */
public final class CycleProof {
    private final Facts facts;
    private final List<Refutation.Step> steps = new ArrayList<>();
    private final Set<Ordering> established = new HashSet<>();

    private CycleProof(Facts facts) {
        this.facts = facts;
    }

    /** A cycle of known dependencies that breaks a level. */
    static Contradiction of(Facts facts, List<ProofEdge> cycle, Level level) {
        CycleProof proof = new CycleProof(facts);
        // cs asks for two edges on one key; for pc a read must not be taken for an edge of version order
        boolean lost = level != Level.PC && LostUpdate.isLostUpdate(facts, cycle);
        List<ProofEdge> edges = proof.established(cycle, lost);
        proof.steps.add(new Refutation.Cycle(lost ? proof.twoEdges(edges) : edges));
        return new Contradiction.DependencyCycle(cycle, new Refutation(proof.steps));
    }

    /** Two transactions that both overwrote what both had read; which was first does not matter. */
    static Contradiction divergence(Facts facts, int a, int b, int read) {
        CycleProof proof = new CycleProof(facts);
        int key = facts.history.key(read);
        int source = facts.history.writer(facts.history.value(read));
        proof.overwrote(key, source, b);
        proof.overwrote(key, source, a);
        proof.steps.add(new Refutation.Cycle(
                List.of(ProofEdge.of(Kind.WW, b, a, key), ProofEdge.antiDependency(a, b, key, source))));
        proof.steps.add(new Refutation.Cycle(
                List.of(ProofEdge.of(Kind.WW, a, b, key), ProofEdge.antiDependency(b, a, key, source))));
        return new Contradiction.Divergence(a, b, read, new Refutation(proof.steps));
    }

    /**
     * The edges of a cycle, after the orderings that they use have been established.
     *
     * @param asVersions whether reads of a version that was then overwritten are to be edges of version order
     */
    private List<ProofEdge> established(List<ProofEdge> edges, boolean asVersions) {
        List<ProofEdge> cycle = new ArrayList<>();
        for (ProofEdge edge : edges) {
            boolean version = edge.kind() == Kind.WW || (asVersions && edge.kind() == Kind.WR);
            if (version) {
                overwrote(edge.key(), edge.from(), edge.to());
                cycle.add(ProofEdge.of(Kind.WW, edge.from(), edge.to(), edge.key()));
            } else {
                if (edge.kind() == Kind.RW) {
                    overwrote(edge.key(), edge.third(), edge.to());
                }
                cycle.add(edge);
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

    /** Establishes that a version came after the one that its writer had read; else the history gives the order. */
    private void overwrote(int key, int source, int t) {
        if (source != History.INITIAL
                && facts.readOf(t, key, source) >= 0
                && established.add(new Ordering(key, source, t))) {
            steps.add(new Refutation.Cycle(
                    List.of(ProofEdge.of(Kind.WR, source, t, key), ProofEdge.of(Kind.WW, t, source, key))));
        }
    }

    /**
     * The proof that a cycle of forced orderings is for the levels that forbid an anti-dependency to close a path of session
     * order and reads (psi, cv, and what implies them): t2 wrote the key and reaches t3, which read the key from t1; if t1
     * wrote before t2, then t3 has an anti-dependency to t2, which closes the path.
     */
    public static Refutation ofForced(Facts facts, Contradiction.ForcedCycle forced) {
        CycleProof proof = new CycleProof(facts);
        List<ProofEdge> cycle = new ArrayList<>();
        for (Contradiction.Forced each : forced.edges()) {
            ProofEdge edge = each.edge();
            if (edge.kind() != Kind.CO) {
                cycle.add(edge);
                continue;
            }
            List<ProofEdge> path = new ArrayList<>();
            int at = edge.from();
            for (int next : edge.via()) {
                path.add(proof.step(at, next));
                at = next;
            }
            path.add(proof.step(at, edge.third()));
            path.add(ProofEdge.antiDependency(edge.third(), edge.from(), edge.key(), edge.to()));
            proof.steps.add(new Refutation.Cycle(path));
            if (edge.to() == History.INITIAL) {
                // the initial version comes first in any case
                return new Refutation(proof.steps);
            }
            cycle.add(ProofEdge.of(Kind.WW, edge.from(), edge.to(), edge.key()));
        }
        proof.steps.add(new Refutation.Cycle(cycle));
        return new Refutation(proof.steps);
    }

    /** A step of a causal path: a read, or session order. */
    private ProofEdge step(int from, int to) {
        int read = facts.readOf(to, -1, from);
        return read >= 0
                ? ProofEdge.of(Kind.WR, from, to, facts.history.key(read))
                : ProofEdge.of(Kind.SO, from, to, -1);
    }
}
