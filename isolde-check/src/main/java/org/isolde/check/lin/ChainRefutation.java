package org.isolde.check.lin;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.proof.Ordering;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.ProofEdge.Kind;
import org.isolde.proof.Refutation;

/**
 * Refutations of what {@link Chains} finds wrong on one key. Every step is a cycle that uses one ordering at
 * most that is not established yet, and so establishes the opposite; the last one uses none.
 */
final class ChainRefutation {
    private final int key;
    private final List<Refutation.Step> steps = new ArrayList<>();
    private final Set<Ordering> established = new HashSet<>();
    private boolean contradicted;

    ChainRefutation(int key) {
        this.key = key;
    }

    /** Both {@code a} and {@code b} replaced one version. */
    Refutation divergence(int version, int a, int b) {
        establishReplaced(version, a);
        establishReplaced(version, b);
        step(overwritten(a, version, b), overwritten(b, version, a));
        return new Refutation(steps);
    }

    /** Each compare-and-set found what the one before it in the list wrote, the first one what the last one wrote. */
    Refutation circle(List<Integer> round) {
        List<ProofEdge> edges = new ArrayList<>();
        for (int i = 0; i < round.size(); i++) {
            edges.add(edge(Kind.WR, round.get(i), round.get((i + 1) % round.size())));
        }
        step(edges);
        return new Refutation(steps);
    }

    /**
     * {@code early}, on the last of the versions, had ended before {@code late}, on the first one, began.
     *
     * @param versions each but the first replaced the one before it
     */
    Refutation backwards(int late, int early, List<Integer> versions) {
        List<ProofEdge> edges = new ArrayList<>();
        int first = versions.get(0);
        int from = late;
        int next = 1;
        if (late != first) {
            establishReplaced(first, versions.get(1));
            edges.add(overwritten(late, first, versions.get(1)));
            from = versions.get(1);
            next = 2;
        }
        for (; next < versions.size(); next++) {
            edges.add(edge(Kind.WR, from, versions.get(next)));
            from = versions.get(next);
        }
        if (from != early) {
            edges.add(edge(Kind.WR, from, early));
        }
        edges.add(realTime(early, late));
        step(edges);
        return new Refutation(steps);
    }

    /**
     * Neither chain comes before the other. Real time says that a version of A comes before one of B, and another one of
     * B before another one of A; from version to version that is carried to one pair of versions, which contradicts itself.
     */
    Refutation zones(ChainPair pair) {
        int a = pair.versionOfLateA();
        int b = pair.versionOfEarlyB();
        // b before a, or else earlyB would have to come after lateA
        apart(pair.lateA(), a, pair.earlyB(), b);
        if (pair.versionOfEarlyA() != History.INITIAL) {
            apart(pair.lateB(), pair.versionOfLateB(), pair.earlyA(), pair.versionOfEarlyA());
        }
        int upper = pair.versionOfLateB();
        int[] chainA = pair.chainA();
        if (chainA[chainA.length - 1] == a) {
            for (int i = 1; i < chainA.length; i++) {
                // whoever comes after a version comes after what replaced it too
                step(overwritten(chainA[i], chainA[i - 1], upper), edge(Kind.WW, upper, chainA[i]));
            }
        } else {
            List<ProofEdge> edges = new ArrayList<>();
            edges.add(edge(Kind.WW, upper, a));
            addReads(edges, chainA);
            edges.add(edge(Kind.WW, pair.versionOfEarlyA(), upper));
            step(edges);
        }
        int[] chainB = pair.chainB();
        if (chainB[0] == upper) {
            List<ProofEdge> edges = new ArrayList<>();
            edges.add(edge(Kind.WW, a, upper));
            addReads(edges, chainB);
            edges.add(edge(Kind.WW, b, a));
            step(edges);
        } else {
            for (int i = chainB.length - 1; i > 0; i--) {
                // whoever comes before a version comes before what it replaced too
                step(overwritten(chainB[i], chainB[i - 1], a), edge(Kind.WW, a, chainB[i]));
            }
        }
        return new Refutation(steps);
    }

    /** A step by which {@code version} does not come before {@code other}: {@code early} had ended before {@code late}. */
    private void apart(int late, int version, int early, int other) {
        List<ProofEdge> edges = new ArrayList<>();
        edges.add(late == version ? edge(Kind.WW, version, other) : overwritten(late, version, other));
        if (early != other) {
            edges.add(edge(Kind.WR, other, early));
        }
        edges.add(realTime(early, late));
        step(edges);
    }

    private void addReads(List<ProofEdge> edges, int[] chain) {
        for (int i = 1; i < chain.length; i++) {
            edges.add(edge(Kind.WR, chain[i - 1], chain[i]));
        }
    }

    /** A version comes before the one of a compare-and-set that found it; the initial one comes before all anyway. */
    private void establishReplaced(int version, int replacer) {
        if (version != History.INITIAL) {
            step(edge(Kind.WW, replacer, version), edge(Kind.WR, version, replacer));
        }
    }

    private void step(ProofEdge... edges) {
        step(List.of(edges));
    }

    /** Adds a cycle, unless there is a contradiction already, and establishes what follows from it. */
    private void step(List<ProofEdge> edges) {
        if (contradicted) {
            return;
        }
        steps.add(new Refutation.Cycle(edges));
        contradicted = true;
        for (ProofEdge edge : edges) {
            if (edge.kind() == Kind.WW || edge.kind() == Kind.RW) {
                int before = edge.kind() == Kind.WW ? edge.from() : edge.third();
                Ordering used = new Ordering(key, before, edge.to());
                if (before != History.INITIAL && !established.contains(used)) {
                    established.add(used.opposite());
                    contradicted = false;
                }
            }
        }
    }

    private ProofEdge edge(Kind kind, int from, int to) {
        return ProofEdge.of(kind, from, to, key);
    }

    private ProofEdge realTime(int from, int to) {
        return ProofEdge.of(Kind.RT, from, to, -1);
    }

    private ProofEdge overwritten(int reader, int version, int by) {
        return ProofEdge.antiDependency(reader, by, key, version);
    }
}
