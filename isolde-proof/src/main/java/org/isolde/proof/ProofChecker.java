package org.isolde.proof;

import java.util.Arrays;
import java.util.BitSet;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.proof.WriteTable.Named;

/**
 * Accepts or refuses proofs. It knows the definitions of the levels and nothing of how they are decided: it resolves reads
 * itself from keys and values, and then checks that a {@link Witness} is an order of the kind the level asks for, or that
 * every step of a {@link Refutation} follows from the history and the steps before. With timestamps among the evidence,
 * {@code si}, {@code ser} and {@code sser} are about the order that they give, and about no other.
 *
 * <p>Time and memory are near-linear in history and proof, but for the levels that speak of paths ({@code cc}, {@code cv},
 * {@code psi}), which take a pass for every few chains of transactions; and each predicate read takes a look at every row of its
 * table.
 *
 * <p>One checker may be asked about many proofs of its history; it is not for several threads at once.
 */
public final class ProofChecker {
    private final History history;
    /**
     * What is known of the history without its version orders, and with them for each way in which version sets say who counts;
     * made when first needed.
     */
    private final Known[] known = new Known[1 + Named.values().length];

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
            if (isByTimestamps(proof)) {
                checkByTimestamps(proof);
                return new ProofResult.Accepted();
            }
            requireApplicable(proof);
            if (proof.body() instanceof Witness witness) {
                checkWitness(proof, witness);
            } else {
                Known facts = known(proof, named(proof.level()));
                requireUnique(proof, facts.readings);
                new RefutationChecker(facts.readings, facts.given, proof).check();
            }
            return new ProofResult.Accepted();
        } catch (Refusal | Matching.Unanswerable e) {
            return new ProofResult.Refused(e.getMessage());
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
            if (history.predicates() > 0) {
                throw new Refusal("the history has predicate reads, and timestamps don't explain what they left out");
            }
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

    /** Who counts by what version sets name. */
    private static Named named(Level level) {
        return level.isAboutPredicates() ? Named.ALL : level == Level.RU ? Named.NOBODY : Named.ITEM_READS;
    }

    private Known known(Proof proof, Named named) {
        boolean versions = proof.evidence().contains(Evidence.VERSIONS);
        int which = !versions ? 0 : history.predicates() == 0 ? 1 : 1 + named.ordinal();
        if (known[which] == null) {
            Readings readings = new Readings(history, versions, named, new BitSet());
            known[which] = new Known(readings, new GivenVersions(readings, versions));
        }
        return known[which];
    }

    private void requireApplicable(Proof proof) throws Refusal {
        requireRealTime(proof);
        if (proof.level() != Level.LIN) {
            return;
        }
        if (history.predicates() > 0) {
            throw new Refusal("lin is about single operations, and the history has predicate reads");
        }
        Readings readings = known(proof, named(Level.LIN)).readings;
        for (int t = 1; t <= history.transactions(); t++) {
            if (readings.isCounted(t) && !LinearizationChecker.isOneOperation(history, t)) {
                throw new Refusal("lin is about single operations, and " + history.transactionName(t) + " is not one");
            }
        }
    }

    private void requireUnique(Proof proof, Readings readings) throws Refusal {
        int repeated = readings.writes.anyRepeatedKey();
        if (proof.level() != Level.LIN && repeated >= 0) {
            throw writtenTwice(history, repeated);
        }
    }

    private void checkWitness(Proof proof, Witness witness) throws Refusal {
        if (proof.evidence().contains(Evidence.TIMESTAMPS)) {
            throw new Refusal("a witness under timestamps as evidence can't be checked");
        }
        Level level = proof.level();
        Known facts = level == Level.RU ? knownOfVersions(proof, witness) : known(proof, named(level));
        requireUnique(proof, facts.readings);
        if (level == Level.LIN) {
            new LinearizationChecker(facts.readings, facts.given, witness).check();
            return;
        }
        boolean asked = level.isAboutPredicates() && hasPredicates(facts.readings);
        boolean certified = asked && facts.readings.sets != null && facts.readings.sets.isCertificate();
        boolean expected = proof.evidence().contains(Evidence.ORDER) && history.hasOrder();
        boolean serial = level == Level.SER || level == Level.SSER;
        if (asked && !certified && !expected) {
            throw new Refusal("the history has predicate reads, and what their conditions left out can't be checked"
                    + " without a version set for each and the order of the versions, or an expected order");
        }
        if (expected && (serial || asked && !certified)) {
            checkExpected(proof, witness, facts, asked, certified);
        } else {
            Known more = asked ? facts : withUnknown(proof, witness, facts);
            new WitnessChecker(more.readings, more.given, proof, level, witness, certified).check();
        }
    }

    /**
     * Under an expected order: that order explains all that the transactions did, so {@code ser} holds, and {@code sser} if it
     * contains real time, with all that they imply; what else the history shows must not stand against it.
     */
    private void checkExpected(Proof proof, Witness witness, Known facts, boolean asked, boolean certified)
            throws Refusal {
        boolean realTime = proof.level().isAboutRealTime();
        new ExpectedOrder(facts.readings, proof).requireWitness(witness.order(), realTime);
        Level serial = realTime ? Level.SSER : Level.SER;
        if (!asked) {
            Known more = withUnknown(proof, witness, facts);
            new WitnessChecker(more.readings, more.given, proof, serial, witness, false).check();
            return;
        }
        // an unknown transaction that took effect may explain a predicate read, and nothing else depends on it
        int[] counted =
                Arrays.stream(witness.order()).filter(facts.readings::isCounted).toArray();
        new WitnessChecker(facts.readings, facts.given, proof, serial, new Witness(counted, null), certified).check();
        if (!certified && facts.readings.sets != null) {
            new PredicateChecks(facts.readings, facts.given).requireVersionSets();
        }
    }

    private boolean hasPredicates(Readings readings) {
        for (int p = 0; p < history.predicates(); p++) {
            if (readings.isCounted(history.rows().transaction(p))) {
                return true;
            }
        }
        return false;
    }

    /** To ru version sets say nothing, so it does no harm if the order has those that they name as well. */
    private Known knownOfVersions(Proof proof, Witness witness) {
        for (Named named : Named.values()) {
            if (known(proof, named).readings.writes.counted() == witness.order().length) {
                return known(proof, named);
            }
        }
        return known(proof, Named.NOBODY);
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
        Readings readings = new Readings(history, versions, named(proof.level()), tookEffect);
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
