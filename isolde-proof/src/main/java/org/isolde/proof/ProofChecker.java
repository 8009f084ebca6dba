package org.isolde.proof;

import java.util.BitSet;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * Accepts or refuses proofs. It knows the definitions of the levels and nothing of how they are decided: it resolves reads
 * itself from keys and values, and then checks that a {@link Witness} is an order of the kind the level asks for, or that
 * every step of a {@link Refutation} follows from the history and the steps before. With timestamps among the evidence,
 * {@code si}, {@code ser} and {@code sser} are about the order that they give, and about no other.
 *
 * <p>Time and memory are near-linear in history and proof, but for the levels that speak of paths ({@code cc}, {@code cv},
 * {@code psi}), which take a pass for every few chains of transactions.
 *
 * <p>One checker may be asked about many proofs of its history; it is not for several threads at once.
 */
public final class ProofChecker {
    private final History history;
    /** What is known of the history without its version orders, and with them; made when first needed. */
    private final Known[] known = new Known[2];

    private record Known(Readings readings, GivenVersions given) {}

    public ProofChecker(History history) {
        this.history = history;
    }

    /** Checks one proof. */
    public static ProofResult check(History history, Proof proof) {
        return new ProofChecker(history).check(proof);
    }

    /** Checks a proof of this checker's history. */
    public ProofResult check(Proof proof) {
        try {
            requireNoPredicates(proof);
            if (isByTimestamps(proof)) {
                checkByTimestamps(proof);
                return new ProofResult.Accepted();
            }
            Known facts = known(proof.evidence().contains(Evidence.VERSIONS));
            requireApplicable(proof, facts.readings);
            if (proof.body() instanceof Witness witness) {
                checkWitness(proof, witness, facts);
            } else {
                new RefutationChecker(facts.readings, facts.given, proof).check();
            }
            return new ProofResult.Accepted();
        } catch (Refusal e) {
            return new ProofResult.Refused(e.getMessage());
        }
    }

    /** An order explains the rows that came back, and says nothing of those that a condition left out. */
    private void requireNoPredicates(Proof proof) throws Refusal {
        if (!proof.claimsSatisfied() || history.predicates() == 0 || proof.level() == Level.RU) {
            return;
        }
        if (proof.level().isAboutPredicates() || proof.level() == Level.LIN) {
            throw new Refusal("the history has predicate reads, and what their conditions left out can't be checked");
        }
        if (history.rows().aggregatesOfKnownRows() > 0) {
            throw new Refusal("the history has aggregates, and the rows behind them can't be checked");
        }
    }

    /** Whether the proof is of what the timestamps say, and not of any order that could explain the history. */
    private static boolean isByTimestamps(Proof proof) {
        Level level = proof.level();
        return proof.evidence().contains(Evidence.TIMESTAMPS)
                && (level == Level.SI || level == Level.SER || level == Level.SSER);
    }

    private void checkByTimestamps(Proof proof) throws Refusal {
        if (!history.hasTimestamps()) {
            throw new Refusal("the history has no timestamps");
        }
        requireRealTime(proof);
        TimestampOrder order = new TimestampOrder(history, proof.level());
        if (proof.body() instanceof Witness witness) {
            new TimestampWitnessChecker(history, proof, witness, order).check();
        } else if (proof.body() instanceof Refutation refutation) {
            new TimestampRefutationChecker(history, proof, order).check(refutation);
        }
    }

    private void requireRealTime(Proof proof) throws Refusal {
        Level level = proof.level();
        boolean timed = proof.evidence().contains(Evidence.REAL_TIME) && history.hasRealTime();
        if (level.isAboutRealTime() && !timed && history.transactions() > 0) {
            throw new Refusal(level.text() + " is about real time, which is no evidence here");
        }
    }

    private Known known(boolean versions) {
        int which = versions ? 1 : 0;
        if (known[which] == null) {
            Readings readings = new Readings(history, versions);
            known[which] = new Known(readings, new GivenVersions(readings, versions));
        }
        return known[which];
    }

    private void requireApplicable(Proof proof, Readings readings) throws Refusal {
        requireRealTime(proof);
        Level level = proof.level();
        for (int t = 1; level == Level.LIN && t <= history.transactions(); t++) {
            if (readings.isCounted(t) && !LinearizationChecker.isOneOperation(history, t)) {
                throw new Refusal("lin is about single operations, and " + history.transactionName(t) + " is not one");
            }
        }
        int repeated = readings.writes.anyRepeatedKey();
        if (level != Level.LIN && repeated >= 0) {
            throw writtenTwice(history, repeated);
        }
    }

    private static void checkWitness(Proof proof, Witness witness, Known facts) throws Refusal {
        if (proof.evidence().contains(Evidence.TIMESTAMPS) || proof.evidence().contains(Evidence.ORDER)) {
            throw new Refusal("a witness under timestamps or an expected order as evidence can't be checked");
        }
        if (proof.level() == Level.LIN) {
            new LinearizationChecker(facts.readings, facts.given, witness).check();
        } else {
            Known known = withUnknown(proof, witness, facts);
            new WitnessChecker(known.readings, known.given, proof, witness).check();
        }
    }

    /**
     * An unknown transaction that nobody read from makes no level harder to satisfy, and is left out; but it may be the reason
     * why a compare-and-set failed. So where there are such, the witness may have it take effect.
     */
    private static Known withUnknown(Proof proof, Witness witness, Known facts) throws Refusal {
        History history = facts.readings.history;
        BitSet tookEffect = new BitSet();
        for (int t : proof.level() == Level.SER || proof.level() == Level.SSER ? witness.order() : new int[0]) {
            if (t > 0
                    && t <= history.transactions()
                    && history.status(t) == Status.UNKNOWN
                    && !facts.readings.isCounted(t)) {
                tookEffect.set(t);
            }
        }
        if (tookEffect.isEmpty() || !hasFailedCompareAndSets(history)) {
            return facts;
        }
        boolean versions = proof.evidence().contains(Evidence.VERSIONS);
        Readings readings = new Readings(history, versions, tookEffect);
        if (readings.writes.anyRepeatedKey() >= 0) {
            throw writtenTwice(history, readings.writes.anyRepeatedKey());
        }
        return new Known(readings, new GivenVersions(readings, versions));
    }

    private static boolean hasFailedCompareAndSets(History history) {
        for (int op = 0; op < history.operations(); op++) {
            if (history.kind(op) == OpKind.CAS_FAILED) {
                return true;
            }
        }
        return false;
    }

    static Refusal writtenTwice(History history, int key) {
        return new Refusal("a value of key " + history.keyName(key)
                + " was written twice, so that nobody can know which write a read saw");
    }
}
