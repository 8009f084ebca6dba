package org.isolde.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.oracle.Oracle;
import org.isolde.oracle.TinyGenerators;
import org.isolde.oracle.TinyHistories;
import org.isolde.oracle.TinyHistory;
import org.junit.jupiter.api.Test;

/**
 * Proofs with something changed, and proofs held against another history: the checker may accept one only if its claim is
 * true, and the oracle is the judge of that.
 */
class ProofMutationTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20_000) / 50;
    private static final long SEED = Long.getLong("isolde.seed", System.nanoTime());
    private static final int LEVELS = 4;
    private static final int MUTATIONS = 12;

    private int accepted;
    private int refused;

    @Test
    void mutatedWitnesses() {
        mutate(true);
        assertTrue(
                HISTORIES < 100 || refused > accepted / 2,
                "seed " + SEED + ": " + accepted + " accepted, " + refused + " refused");
    }

    @Test
    void mutatedRefutations() {
        mutate(false);
        assertTrue(
                HISTORIES < 100 || refused > accepted,
                "seed " + SEED + ": " + accepted + " accepted, " + refused + " refused");
    }

    private void mutate(boolean witnesses) {
        List<TinyGenerators.Flavour> flavours = new ArrayList<>(TinyGenerators.flavours());
        flavours.addAll(TinyGenerators.versionFlavours());
        flavours.addAll(TinyGenerators.listFlavours());
        for (int i = 0; i < HISTORIES; i++) {
            SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
            TinyHistory tiny = flavours.get(i % flavours.size()).generate(random);
            History history = TinyHistories.toHistory(tiny, random.split(), true);
            Set<Evidence> evidence = EnumSet.noneOf(Evidence.class);
            evidence.addAll(history.evidence());
            if (random.nextInt(4) == 0) {
                evidence.remove(Evidence.VERSIONS);
            }
            for (int k = 0; k < LEVELS; k++) {
                Level level = Level.values()[random.nextInt(Level.values().length)];
                Proof proof = prove(tiny, history, level, random.nextInt(5) != 0, evidence);
                if (proof != null && proof.claimsSatisfied() == witnesses) {
                    String message = "seed " + SEED + ", history " + i + ", ";
                    assertEquals(new ProofResult.Accepted(), ProofChecker.check(history, proof), message + tiny);
                    judge(tiny, history, proof, random, message);
                }
            }
        }
        System.out.println("mutated " + (witnesses ? "witnesses" : "refutations") + ": seed " + SEED + ", " + accepted
                + " accepted, " + refused + " refused");
    }

    private static Proof prove(
            TinyHistory tiny, History history, Level level, boolean sessionOrder, Set<Evidence> evidence) {
        Proof question = NaiveProver.question(level, sessionOrder, List.copyOf(evidence));
        Optional<Boolean> satisfied = truth(tiny, question);
        if (satisfied.isEmpty()) {
            return null;
        }
        Proof.Body body = satisfied.get()
                ? new NaiveProver(new ProofChecker(history), history, question).find()
                : new NaiveRefuter(history, question).find();
        return new Proof(level, sessionOrder, evidence, body);
    }

    private static Optional<Boolean> truth(TinyHistory tiny, Proof proof) {
        if (proof.level().isAboutRealTime() && !proof.evidence().contains(Evidence.REAL_TIME)) {
            return Optional.empty();
        }
        return Oracle.check(
                tiny,
                proof.level().text(),
                new Oracle.Flags(proof.sessionOrder(), proof.evidence().contains(Evidence.VERSIONS)));
    }

    private void judge(TinyHistory tiny, History history, Proof proof, SplittableRandom random, String message) {
        ProofChecker checker = new ProofChecker(history);
        for (int m = 0; m < MUTATIONS; m++) {
            Proof mutated = proof;
            for (int times = 1 + random.nextInt(2); times > 0; times--) {
                mutated = ProofMutations.mutate(mutated, history, random);
            }
            judge(checker, tiny, mutated, message + tiny);
        }
        // the same proof of a history that is nearly the same: transactions, keys and their numbers stay
        SplittableRandom change = random.split();
        for (int m = 0; m < MUTATIONS / 2; m++) {
            TinyHistory other = otherRead(tiny, change);
            judge(new ProofChecker(TinyHistories.toHistory(other, change, true)), other, proof, message + other);
        }
    }

    /** The history with one read, drawn at random, of another value of its key; transactions and keys stay. */
    private static TinyHistory otherRead(TinyHistory tiny, SplittableRandom random) {
        int reads = (int) tiny.txns().stream()
                .flatMap(t -> t.ops().stream())
                .filter(o -> o.kind() == TinyHistory.Kind.READ)
                .count();
        int[] left = {reads == 0 ? -1 : random.nextInt(reads)};
        List<List<TinyHistory.Txn>> sessions = new ArrayList<>();
        for (List<TinyHistory.Txn> session : tiny.sessions()) {
            List<TinyHistory.Txn> changed = new ArrayList<>();
            for (TinyHistory.Txn t : session) {
                List<TinyHistory.Op> ops = t.ops().stream()
                        .map(o -> o.kind() == TinyHistory.Kind.READ && left[0]-- == 0
                                ? TinyHistory.Op.read(o.key(), anyValue(tiny, o.key(), random))
                                : o)
                        .toList();
                changed.add(new TinyHistory.Txn(t.id(), t.status(), ops, t.begin(), t.end()));
            }
            sessions.add(changed);
        }
        return new TinyHistory(sessions, tiny.versions());
    }

    private static int anyValue(TinyHistory tiny, int key, SplittableRandom random) {
        List<Integer> values = new ArrayList<>(List.of(TinyHistory.INITIAL));
        tiny.txns().forEach(t -> values.addAll(t.written(key)));
        return values.get(random.nextInt(values.size()));
    }

    private void judge(ProofChecker checker, TinyHistory tiny, Proof proof, String message) {
        if (checker.check(proof).isAccepted()) {
            accepted++;
            assertEquals(Optional.of(proof.claimsSatisfied()), truth(tiny, proof), message + " " + text(proof));
        } else {
            refused++;
        }
    }

    private static String text(Proof proof) {
        return proof.body() instanceof Witness witness
                ? proof.level().text() + " " + java.util.Arrays.toString(witness.order())
                        + java.util.Arrays.toString(witness.snapshot())
                : proof.toString();
    }
}
