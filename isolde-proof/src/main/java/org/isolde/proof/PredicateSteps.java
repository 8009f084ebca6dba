package org.isolde.proof;

import java.util.BitSet;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Rows;

/** Checks the steps and the edges of a refutation that are about predicate reads and their version sets. */
final class PredicateSteps {
    private final Readings readings;
    private final History history;
    private final GivenVersions given;
    private final Proof proof;

    PredicateSteps(Readings readings, GivenVersions given, Proof proof) {
        this.readings = readings;
        this.history = readings.history;
        this.given = given;
        this.proof = proof;
    }

    private static void require(boolean condition, String otherwise) throws Refusal {
        if (!condition) {
            throw new Refusal(otherwise);
        }
    }

    /** Version sets are evidence, and the predicate read is one of a counted transaction. */
    private void requireCounted(int predicate) throws Refusal {
        require(proof.evidence().contains(Evidence.VERSIONS), "version sets are no evidence here");
        require(predicate >= 0 && predicate < history.predicates(), "there is no such predicate read");
        require(readings.isCounted(history.rows().transaction(predicate)), "its transaction does not count");
    }

    private void requireAboutPredicates() throws Refusal {
        require(proof.level().isAboutPredicates(), proof.level().text() + " asks nothing of version sets");
    }

    private void requireRow(int predicate, int key) throws Refusal {
        require(
                key >= 0 && key < history.keys() && readings.writes.answers.isOfTable(predicate, key),
                "the key is no row of the table");
    }

    /** Makes the version set of a predicate read the one at hand, of which the version of a row must be known. */
    private void load(int predicate, int key) throws Refusal {
        require(history.rows().hasVersionSet(predicate), "the predicate read has no version set");
        readings.sets.load(predicate);
        require(readings.sets.version(key) != VersionSets.UNKNOWN, "which version it saw of the row is not known");
    }

    void check(Refutation.BadVersionSet step) throws Refusal {
        requireCounted(step.predicate());
        requireRow(step.predicate(), step.key());
        if (proof.level().isAboutPredicates()) {
            load(step.predicate(), step.key());
            require(readings.sets.flaw(step.key(), given) != null, "the version set may have that version of the row");
        } else {
            require(
                    readings.isBad(step.predicate(), step.key()),
                    proof.level().text() + " asks of version sets only what a minimum, maximum or sum read there");
        }
    }

    void check(Refutation.ResultMismatch step) throws Refusal {
        requireAboutPredicates();
        requireCounted(step.predicate());
        require(readings.sets.load(step.predicate()), "the version set is not known");
        require(
                !readings.writes.answers.agree(step.predicate(), readings.sets.versions(), new BitSet()),
                "what came back is what the version set gives");
    }

    void check(Refutation.OutsideSnapshot step) throws Refusal {
        require(
                proof.level() == Level.SI || proof.level() == Level.STRONG_SI,
                "snapshots concern si and strong-si alone");
        require(
                proof.evidence().contains(Evidence.VERSIONS) && readings.sets != null,
                "version sets are no evidence here");
        int t = step.transaction();
        int other = step.other();
        int key = step.key();
        require(
                t > 0
                        && t <= history.transactions()
                        && readings.isCounted(t)
                        && other > 0
                        && other <= history.transactions()
                        && readings.isCounted(other)
                        && t != other,
                "these are not two transactions that count");
        require(key >= 0 && key < history.keys(), "there is no such key");
        int snapshot = readings.sets.wholeSnapshot(t);
        require(snapshot >= 0, "the version sets of the transaction are not one snapshot");
        require(!VersionSets.isIn(history.rows(), snapshot, other), "the other one is in the snapshot");
        require(
                readings.readsFrom(t, key, other) || overwrites(t, other, key) || readsByPredicate(t, other, key),
                "the transaction neither read nor overwrote the other one's version of the key");
    }

    /** Whether t's version of a key directly follows that of another one. */
    private boolean overwrites(int t, int other, int key) {
        return readings.writes(t, key)
                && readings.writes(other, key)
                && (readings.sets.isAskedAndComplete(key)
                        ? readings.sets.placeOf(key, other) + 1 == readings.sets.placeOf(key, t)
                        : isNext(t, other, key));
    }

    /** The same where the order of versions may be known in part: all others are before the one or behind the other. */
    private boolean isNext(int t, int other, int key) {
        boolean next = given.isGiven(key, other, t);
        for (int u = 1; next && u <= history.transactions(); u++) {
            next = u == t
                    || u == other
                    || !readings.writes(u, key)
                    || given.isGiven(key, u, other)
                    || given.isGiven(key, t, u);
        }
        return next;
    }

    /** Whether a predicate read of t saw that another one changed whether the row matches. */
    private boolean readsByPredicate(int t, int other, int key) {
        Rows rows = history.rows();
        boolean found = false;
        for (int p = rows.firstPredicate(t); p < rows.firstPredicate(t + 1) && !found; p++) {
            found = readings.writes.answers.isOfTable(p, key)
                    && rows.hasVersionSet(p)
                    && isDependency(p, key, other, true);
        }
        return found;
    }

    /**
     * Checks an edge: that the writer's version of the row changes the matches of the predicate read, and is up to the version
     * seen or behind it.
     */
    void check(ProofEdge edge) throws Refusal {
        boolean read = edge.kind() == ProofEdge.Kind.PREDICATE_WR;
        int predicate = edge.third();
        int reader = read ? edge.to() : edge.from();
        int writer = read ? edge.from() : edge.to();
        requireCounted(predicate);
        require(history.rows().transaction(predicate) == reader, "the predicate read is not one of the reader");
        requireRow(predicate, edge.key());
        require(writer != reader && readings.writes(writer, edge.key()), "the row has no such writer");
        require(readings.sets.isComplete(edge.key()), "the order of the versions of the row is not known");
        load(predicate, edge.key());
        require(
                isDependency(predicate, edge.key(), writer, read),
                read
                        ? "the predicate read did not see that the writer changed whether the row matches"
                        : "the writer did not change, behind what was seen, whether the row matches");
    }

    /** Whether a writer's version changes the matches, up to the version seen or behind it; never if that is the reader's own. */
    private boolean isDependency(int predicate, int key, int writer, boolean upTo) {
        VersionSets sets = readings.sets;
        sets.load(predicate);
        if (!sets.isComplete(key) || !readings.writes(writer, key)) {
            return false;
        }
        int seen = sets.seenPlace(key);
        int place = sets.placeOf(key, writer);
        return seen != VersionSets.NOWHERE && (place <= seen) == upTo && sets.changesMatches(predicate, key, place);
    }
}
