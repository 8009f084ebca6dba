package org.isolde.check;

/**
 * A witness: the counted transactions, first committed first; with, where the level has them, the snapshot of each: how many
 * of the commits it contains.
 */
public interface CommitOrder {
    int size();

    /** The transaction at a place, from 0. */
    int transaction(int place);

    /** How many commits the snapshot of the transaction at a place contains: those at the places before that number. */
    int snapshot(int place);

    /** Whether some snapshot may lack an earlier commit. */
    boolean hasSnapshots();
}
