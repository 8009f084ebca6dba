package org.isolde.proof;

import java.util.Arrays;
import java.util.BitSet;
import org.isolde.history.History;
import org.isolde.history.Rows;

/**
 * What the levels ask of predicate reads, for a given order of the transactions that has the version order of every row: version
 * sets that can be, results that they give, and dependencies that the order contains in the way of the level.
 *
 * <p>A predicate wr is wrong if its writer is behind a bound, a predicate rw if its writer is before it: the bound is the place
 * of the reader, or the end of its snapshot. Versions being in the order of their writers, those on the wrong side are the ones
 * between the version seen and the bound.
 */
final class PredicateChecks {
    private static final BitSet NOTHING = new BitSet();

    private final Readings readings;
    private final History history;
    private final Rows rows;
    private final VersionSets sets;
    private final GivenVersions given;

    PredicateChecks(Readings readings, GivenVersions given) {
        this.readings = readings;
        this.history = readings.history;
        this.rows = history.rows();
        this.sets = readings.sets;
        this.given = given;
    }

    /** Checks the demands on version sets, as far as they are known: their versions, and what came back. */
    void requireVersionSets() throws Refusal {
        for (int p = 0; p < rows.predicates(); p++) {
            if (readings.isCounted(rows.transaction(p)) && sets.load(p)) {
                requireVersionSet(p);
            }
        }
    }

    private void requireVersionSet(int predicate) throws Refusal {
        for (int key : readings.writes.answers.rowsOf(predicate)) {
            String flaw = sets.flaw(key, given);
            if (flaw != null) {
                throw new Refusal("the version of row " + history.keyName(key) + " in the version set of "
                        + name(predicate) + " " + flaw);
            }
        }
        if (!readings.writes.answers.agree(predicate, sets.versions(), NOTHING)) {
            throw new Refusal("what came back to " + name(predicate) + " is not what its version set gives");
        }
    }

    /** A predicate read in words. */
    private String name(int predicate) {
        return "predicate read " + predicate + " of " + history.transactionName(rows.transaction(predicate));
    }

    /**
     * Checks all version sets, which must be known, and that the order has each predicate wr, and each predicate rw, on the right side of the bound of its reader.
     *
     * @param place of each transaction in the order
     * @param bound of each place: how many transactions those that a reader at it depends on are among
     * @param antiDependencies whether predicate rw counts
     */
    void require(int[] order, int[] place, int[] bound, boolean antiDependencies) throws Refusal {
        for (int t : order) {
            int limit = bound[place[t]];
            for (int p = rows.firstPredicate(t); p < rows.firstPredicate(t + 1); p++) {
                sets.load(p);
                requireVersionSet(p);
                for (int key : readings.writes.answers.rowsOf(p)) {
                    int seen = sets.seenPlace(key);
                    for (int i = seen; i > 0 && place[sets.writer(key, i)] >= limit; i--) {
                        if (sets.writer(key, i) != t && sets.changesMatches(p, key, i)) {
                            throw new Refusal(name(p) + " sees what " + history.transactionName(sets.writer(key, i))
                                    + " made of row " + history.keyName(key)
                                    + ", which the order does not have it see");
                        }
                    }
                    for (int i = seen + 1; isBefore(key, seen, i, limit, place) && antiDependencies; i++) {
                        if (sets.writer(key, i) != t && sets.changesMatches(p, key, i)) {
                            throw new Refusal(name(p) + " does not see what "
                                    + history.transactionName(sets.writer(key, i)) + " made of row "
                                    + history.keyName(key) + ", which the order has it see");
                        }
                    }
                }
            }
        }
    }

    private boolean isBefore(int key, int seen, int i, int limit, int[] place) {
        return seen != VersionSets.NOWHERE && i <= sets.versions(key) && place[sets.writer(key, i)] < limit;
    }

    /** G-SIa: who has one snapshot has all in it that it read from, and all whose versions it overwrote. */
    void requireSnapshots(int[] order) throws Refusal {
        VersionsByOrder versions = new VersionsByOrder(readings, order);
        for (int t : order) {
            int snapshot = history.rows().snapshotOf(t);
            if (snapshot < 0) {
                continue;
            }
            for (int read = readings.firstRead(t); read < readings.firstRead(t + 1); read++) {
                requireInside(t, snapshot, readings.source(read), readings.key(read));
            }
            for (int entry = readings.firstWrite(t); entry < readings.firstWrite(t + 1); entry++) {
                requireInside(t, snapshot, versions.previous(entry), readings.writtenKey(entry));
            }
            for (int p = rows.firstPredicate(t); p < rows.firstPredicate(t + 1); p++) {
                sets.load(p);
                for (int key : readings.writes.answers.rowsOf(p)) {
                    for (int i = sets.seenPlace(key); i > 0 && !sets.areAllIn(key, i, snapshot); i--) {
                        if (sets.changesMatches(p, key, i)) {
                            requireInside(t, snapshot, sets.writer(key, i), key);
                        }
                    }
                }
            }
        }
    }

    private void requireInside(int t, int snapshot, int other, int key) throws Refusal {
        if (other > 0 && other != t && !VersionSets.isIn(rows, snapshot, other)) {
            throw new Refusal(history.transactionName(t) + " read or overwrote the version of key "
                    + history.keyName(key) + " by " + history.transactionName(other)
                    + ", which is not in the snapshot that the history gives it");
        }
    }

    /**
     * Transactions for each place of an order.
     *
     * <p>Invariant: those of place {@code p} are {@code first[p] .. first[p + 1] - 1}.
     */
    static final class Dependencies {
        final int[] first;
        int[] transaction = new int[8];

        private Dependencies(int places) {
            first = new int[places + 1];
        }

        private void add(int place, int other) {
            int size = first[place + 1];
            if (size == transaction.length) {
                transaction = Arrays.copyOf(transaction, size * 2);
            }
            transaction[size] = other;
            first[place + 1] = size + 1;
        }
    }

    /** For each place the writers of the nearest changes that predicate reads saw: those before come before them by ww. */
    Dependencies seen(int[] order) {
        Dependencies seen = new Dependencies(order.length);
        for (int at = 0; at < order.length; at++) {
            seen.first[at + 1] = seen.first[at];
            for (int p = rows.firstPredicate(order[at]); p < rows.firstPredicate(order[at] + 1); p++) {
                sets.load(p);
                for (int key : readings.writes.answers.rowsOf(p)) {
                    int change = sets.lastChange(p, key, sets.seenPlace(key), order[at]);
                    if (change > 0) {
                        seen.add(at, sets.writer(key, change));
                    }
                }
            }
        }
        return seen;
    }

    /** For each place the writers of the nearest changes that predicate reads did not see, although they stand before. */
    Dependencies missed(int[] order, int[] place) {
        Dependencies missed = new Dependencies(order.length);
        for (int at = 0; at < order.length; at++) {
            missed.first[at + 1] = missed.first[at];
            for (int p = rows.firstPredicate(order[at]); p < rows.firstPredicate(order[at] + 1); p++) {
                sets.load(p);
                for (int key : readings.writes.answers.rowsOf(p)) {
                    int from = sets.seenPlace(key);
                    int i = from + 1;
                    while (isBefore(key, from, i, at, place)
                            && (sets.writer(key, i) == order[at] || !sets.changesMatches(p, key, i))) {
                        i++;
                    }
                    if (isBefore(key, from, i, at, place)) {
                        missed.add(at, sets.writer(key, i));
                    }
                }
            }
        }
        return missed;
    }
}
