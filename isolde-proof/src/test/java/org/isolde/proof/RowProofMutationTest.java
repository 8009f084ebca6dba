package org.isolde.proof;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.rows.RowGenerators;
import org.isolde.oracle.rows.RowHistory;
import org.isolde.oracle.rows.RowOracle;
import org.isolde.oracle.rows.RowOracle.Verdict;
import org.junit.jupiter.api.Test;

/**
 * Proofs about rows with something changed, and steps and edges made up: the checker may accept one only if its claim is true, and
 * the oracle is the judge of that.
 */
class RowProofMutationTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 50;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final int MOST_TRANSACTIONS = 4;
    private static final int LEVELS = 3;
    private static final int MUTATIONS = 12;

    private int accepted;
    private int refused;

    @Test
    void changedProofsAreAcceptedOnlyIfTrue() {
        List<RowGenerators.Flavour> flavours = RowGenerators.flavours();
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            RowHistory rows = flavours.get(i % flavours.size()).generate(random);
            History history = RowProofs.history(rows);
            for (int k = 0; k < LEVELS && history.transactions() <= MOST_TRANSACTIONS; k++) {
                Level level = Level.values()[random.nextInt(Level.values().length - 1)];
                Proof proof = prove(history, level, evidence(history, random));
                for (int m = 0; m < MUTATIONS && proof != null; m++) {
                    Proof changed = ProofMutations.mutate(proof, history, random);
                    judge(
                            rows,
                            history,
                            random.nextInt(3) == 0 ? ProofMutations.mutate(changed, history, random) : changed);
                }
            }
        }
        System.out.println(
                "changed proofs of rows: seed " + SEED + ", " + accepted + " accepted, " + refused + " refused");
        assertTrue(HISTORIES < 100 || accepted > HISTORIES && refused > HISTORIES, accepted + " " + refused);
    }

    /** Steps and cycles out of nothing. */
    @Test
    void stepsMadeUpAreAcceptedOnlyIfTrue() {
        List<RowGenerators.Flavour> flavours = RowGenerators.flavours();
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            RowHistory rows = flavours.get(i % flavours.size()).generate(random);
            History history = RowProofs.history(rows);
            for (int m = 0; m < 4 * MUTATIONS && history.predicates() > 0; m++) {
                Level level = Level.values()[random.nextInt(Level.values().length - 1)];
                Refutation.Step step = random.nextBoolean()
                        ? ProofMutations.madeUp(history, random)
                        : new Refutation.Cycle(cycle(history, random));
                judge(rows, history, new Proof(level, true, evidence(history, random), new Refutation(List.of(step))));
            }
        }
        System.out.println("made up: seed " + SEED + ", " + accepted + " accepted, " + refused + " refused");
        assertTrue(HISTORIES < 100 || accepted > HISTORIES / 200, accepted + " " + refused);
    }

    private static List<ProofEdge> cycle(History history, SplittableRandom random) {
        int n = history.transactions();
        List<ProofEdge> edges = new ArrayList<>();
        int first = 1 + random.nextInt(n);
        int at = first;
        int length = 2 + random.nextInt(2);
        for (int i = 0; i < length; i++) {
            int next = i + 1 == length ? first : 1 + random.nextInt(n);
            ProofEdge.Kind kind = ProofEdge.Kind.values()[random.nextInt(ProofEdge.Kind.values().length)];
            int third = random.nextInt(kind.hasPredicate() ? history.predicates() : n + 1);
            edges.add(new ProofEdge(kind, at, next, random.nextInt(history.keys() + 1), third, List.of()));
            at = next;
        }
        return edges;
    }

    private static Set<Evidence> evidence(History history, SplittableRandom random) {
        Set<Evidence> evidence = EnumSet.noneOf(Evidence.class);
        if (history.hasRealTime()) {
            evidence.add(Evidence.REAL_TIME);
        }
        if (random.nextInt(5) > 0) {
            evidence.add(Evidence.VERSIONS);
        }
        if (history.hasOrder() && random.nextBoolean()) {
            evidence.add(Evidence.ORDER);
        }
        return evidence;
    }

    private static Proof prove(History history, Level level, Set<Evidence> evidence) {
        if (history.transactions() == 0 || level.isAboutRealTime() && !history.hasRealTime()) {
            return null;
        }
        Proof question = NaiveProver.question(level, true, List.copyOf(evidence));
        Proof.Body body = new NaiveProver(new ProofChecker(history), history, question).find();
        body = body == null ? new NaiveRefuter(history, question).find() : body;
        return body == null ? null : new Proof(level, true, evidence, body);
    }

    private void judge(RowHistory rows, History history, Proof proof) {
        if (!ProofChecker.check(history, proof).isAccepted()) {
            refused++;
            return;
        }
        accepted++;
        RowOracle oracle = new RowOracle(
                rows,
                new RowOracle.Flags(
                        proof.sessionOrder(),
                        proof.evidence().contains(Evidence.VERSIONS),
                        proof.evidence().contains(Evidence.ORDER)));
        Verdict claimed = proof.claimsSatisfied() ? Verdict.SATISFIED : Verdict.VIOLATED;
        assertTrue(
                oracle.accepts(proof.level().text(), claimed),
                () -> "seed " + SEED + ", the oracle says "
                        + oracle.verdict(proof.level().text()) + ": " + proof
                        + (proof.body() instanceof Witness w ? java.util.Arrays.toString(w.order()) : "") + " of\n"
                        + RowProofs.text(rows));
    }
}
