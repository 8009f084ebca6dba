package org.isolde.history;

/**
 * What a {@link Segment} holds of rows beside its operations: the columns that writes gave them, and predicate reads. Codes and
 * numbers are those of the segment; transactions are its rows, and operations are counted within them.
 */
final class RowSegment {
    static final int UNKNOWN = -1;
    static final int EXPLICIT = -2;

    // the columns of a write: its transaction and place in it, and where its (name, value) pairs end
    int images;
    final LongColumn imageTransaction = new LongColumn();
    final LongColumn imagePlace = new LongColumn();
    final LongColumn imageEnd = new LongColumn();
    final LongColumn imageName = new LongColumn();
    final LongColumn imageValue = new LongColumn();

    // predicate reads
    int predicates;
    final LongColumn transaction = new LongColumn();
    /** How many operations of the transaction come before it; its own item reads are the next ones. */
    final LongColumn place = new LongColumn();

    final LongColumn items = new LongColumn();
    final LongColumn table = new LongColumn();
    final LongColumn condition = new LongColumn();
    /** The ordinal of the {@link Rows.Aggregate}, or -1. */
    final LongColumn aggregate = new LongColumn();

    final LongColumn aggregateColumn = new LongColumn();
    final LongColumn aggregateValue = new LongColumn();
    /** Where the rows of the explicit version set end, of which each has a key and a version. */
    final LongColumn seesEnd = new LongColumn();

    final LongColumn seesKey = new LongColumn();
    final LongColumn seesValue = new LongColumn();
    /** The snapshot that is its version set; {@link #EXPLICIT} where rows are, {@link #UNKNOWN} where nothing is. */
    final LongColumn snapshot = new LongColumn();

    // snapshots: all transactions up to a number, but those whose numbers follow
    int snapshots;
    final LongColumn upTo = new LongColumn();
    final LongColumn butEnd = new LongColumn();
    final LongColumn but = new LongColumn();

    // transactions: the number by which snapshots name it, and its own snapshot
    final LongColumn number = new LongColumn();
    final LongColumn snapshotOf = new LongColumn();

    int imageLength() {
        return images == 0 ? 0 : (int) imageEnd.get(images - 1);
    }

    int seesLength() {
        return predicates == 0 ? 0 : (int) seesEnd.get(predicates - 1);
    }

    int butLength() {
        return snapshots == 0 ? 0 : (int) butEnd.get(snapshots - 1);
    }

    /** Forgets what belongs to a transaction and those behind it. */
    void truncate(int from) {
        while (images > 0 && imageTransaction.get(images - 1) >= from) {
            images--;
        }
        while (predicates > 0 && transaction.get(predicates - 1) >= from) {
            predicates--;
        }
        number.truncate(from);
        snapshotOf.truncate(from);
    }
}
