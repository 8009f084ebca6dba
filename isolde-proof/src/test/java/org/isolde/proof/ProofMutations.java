package org.isolde.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Refutation.TimestampStep;

/** Small changes of proofs, most of which make them wrong. */
final class ProofMutations {
    private final History history;
    private final SplittableRandom random;

    private ProofMutations(History history, SplittableRandom random) {
        this.history = history;
        this.random = random;
    }

    static Proof mutate(Proof proof, History history, SplittableRandom random) {
        return new ProofMutations(history, random).mutate(proof);
    }

    private Proof mutate(Proof proof) {
        switch (random.nextInt(10)) {
            case 0, 1:
                Level other = Level.values()[random.nextInt(Level.values().length)];
                return new Proof(other, proof.sessionOrder(), proof.evidence(), proof.body());
            case 2:
                return new Proof(proof.level(), !proof.sessionOrder(), proof.evidence(), proof.body());
            case 3:
                Set<Evidence> evidence = EnumSet.noneOf(Evidence.class);
                evidence.addAll(proof.evidence());
                Evidence kind = history.hasOrder() && random.nextBoolean() ? Evidence.ORDER : Evidence.VERSIONS;
                if (!evidence.remove(kind)) {
                    evidence.add(kind);
                }
                return new Proof(proof.level(), proof.sessionOrder(), evidence, proof.body());
            default:
                Proof.Body body = proof.body() instanceof Witness witness
                        ? witness(witness)
                        : new Refutation(steps(((Refutation) proof.body()).steps()));
                return new Proof(proof.level(), proof.sessionOrder(), proof.evidence(), body);
        }
    }

    private Witness witness(Witness witness) {
        int[] order = witness.order().clone();
        int[] snapshot = witness.snapshot() == null ? null : witness.snapshot().clone();
        if (order.length == 0) {
            return new Witness(new int[] {random.nextInt(3)}, null);
        }
        int i = random.nextInt(order.length);
        switch (random.nextInt(snapshot == null ? 4 : 7)) {
            case 0:
                order[i] = random.nextInt(history.transactions() + 2);
                break;
            case 1:
                order = Arrays.copyOf(order, order.length - 1);
                break;
            case 4:
                snapshot = null;
                break;
            case 5, 6:
                snapshot[i] += random.nextInt(5) - 2;
                break;
            default:
                int j = random.nextInt(order.length);
                int kept = order[i];
                order[i] = order[j];
                order[j] = kept;
        }
        return new Witness(order, snapshot);
    }

    private List<Refutation.Step> steps(List<Refutation.Step> steps) {
        if (steps.isEmpty()) {
            return steps;
        }
        List<Refutation.Step> changed = new ArrayList<>(steps);
        int i = random.nextInt(steps.size());
        switch (random.nextInt(6)) {
            case 0 -> changed.remove(i);
            case 1 -> Collections.swap(changed, i, random.nextInt(steps.size()));
            default -> changed.set(i, step(steps.get(i)));
        }
        return changed;
    }

    private Refutation.Step step(Refutation.Step step) {
        if (step instanceof Refutation.Cycle cycle) {
            return new Refutation.Cycle(edges(cycle.edges()));
        }
        if (step instanceof Refutation.Clause clause) {
            return clause(clause);
        }
        if (step instanceof Refutation.UnknownVersion version) {
            return new Refutation.UnknownVersion(version.key(), random.nextInt(history.values()));
        }
        if (step instanceof Refutation.VersionCycle cycle) {
            List<Integer> versions = new ArrayList<>(cycle.versions());
            versions.set(random.nextInt(versions.size()), random.nextInt(history.values()));
            return new Refutation.VersionCycle(random.nextInt(history.keys()), versions);
        }
        if (step instanceof TimestampStep forbidden) {
            return timestamps(forbidden);
        }
        if (history.predicates() > 0 || history.hasOrder()) {
            return aboutPredicatesOrOrder();
        }
        int op = random.nextInt(history.operations() + 1);
        return step instanceof Refutation.IncompatibleReads reads
                ? new Refutation.IncompatibleReads(reads.operation(), op)
                : new Refutation.BadRead(op);
    }

    /** Any step about predicate reads or an expected order. */
    static Refutation.Step madeUp(History history, SplittableRandom random) {
        return new ProofMutations(history, random).aboutPredicatesOrOrder();
    }

    private Refutation.Step aboutPredicatesOrOrder() {
        int op = random.nextInt(history.operations() + 1);
        // one more than there are, now and then
        int over = random.nextInt(8) == 0 ? 1 : 0;
        int p = random.nextInt(Math.max(1, history.predicates() + over));
        int key = random.nextInt(Math.max(1, history.keys() + over));
        int t = random.nextInt(history.transactions() + 2);
        int other = random.nextInt(history.transactions() + 2);
        return switch (random.nextInt(7)) {
            case 0 -> new Refutation.BadVersionSet(p, key);
            case 1 -> new Refutation.ResultMismatch(p);
            case 2 -> new Refutation.OutsideSnapshot(t, other, key);
            case 3 -> new Refutation.OutOfOrder(t, other);
            case 4 -> new Refutation.Unexplained(op);
            case 5 -> new Refutation.UnexplainedPredicate(p);
            default -> new Refutation.BadRead(op);
        };
    }

    private TimestampStep timestamps(TimestampStep step) {
        TimestampStep.Axiom[] axioms = TimestampStep.Axiom.values();
        int t = random.nextInt(history.transactions() + 2);
        int key = random.nextInt(history.keys() + 1);
        int op = random.nextInt(history.operations() + 1);
        return switch (random.nextInt(3)) {
            case 0 -> TimestampStep.of(axioms[random.nextInt(axioms.length)], t, step.transaction(), key, op);
            case 1 -> TimestampStep.of(step.axiom(), t, step.other(), step.key(), op);
            default -> TimestampStep.of(step.axiom(), step.transaction(), t, key, op);
        };
    }

    private List<ProofEdge> edges(List<ProofEdge> edges) {
        if (edges.isEmpty()) {
            return edges;
        }
        List<ProofEdge> changed = new ArrayList<>(edges);
        int i = random.nextInt(edges.size());
        switch (random.nextInt(5)) {
            case 0 -> changed.remove(i);
            case 1 -> Collections.swap(changed, i, random.nextInt(edges.size()));
            default -> changed.set(i, edge(edges.get(i)));
        }
        return changed;
    }

    private ProofEdge edge(ProofEdge e) {
        int t = random.nextInt(history.transactions() + 2);
        ProofEdge.Kind kind = ProofEdge.Kind.values()[random.nextInt(ProofEdge.Kind.values().length)];
        List<Integer> via = new ArrayList<>(e.via());
        if (via.isEmpty() || random.nextBoolean()) {
            via.add(t);
        } else {
            via.remove(random.nextInt(via.size()));
        }
        return switch (random.nextInt(6)) {
            case 0 -> new ProofEdge(kind, e.from(), e.to(), e.key(), e.third(), e.via());
            case 1 -> new ProofEdge(kind, e.from(), e.to(), random.nextInt(history.keys() + 1), t, e.via());
            case 2 -> new ProofEdge(e.kind(), t, e.to(), e.key(), e.third(), e.via());
            case 3 -> new ProofEdge(e.kind(), e.from(), t, e.key(), e.third(), e.via());
            case 4 -> new ProofEdge(e.kind(), e.from(), e.to(), e.key(), t - 1, e.via());
            default -> new ProofEdge(e.kind(), e.from(), e.to(), e.key(), e.third(), via);
        };
    }

    private Refutation.Clause clause(Refutation.Clause clause) {
        List<Ordering> orderings = new ArrayList<>(clause.orderings());
        List<Integer> hints = new ArrayList<>(clause.hints());
        switch (random.nextInt(4)) {
            case 0 ->
                orderings.add(new Ordering(
                        random.nextInt(history.keys()),
                        random.nextInt(history.transactions() + 1),
                        random.nextInt(history.transactions() + 1)));
            case 1 -> orderings.removeIf(ordering -> random.nextBoolean());
            case 2 -> hints.removeIf(hint -> random.nextBoolean());
            default -> hints.replaceAll(hint -> random.nextInt(hint + 2));
        }
        return new Refutation.Clause(orderings, hints);
    }
}
