package org.isolde.history.format;

import java.util.Arrays;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/**
 * What a transaction of rows has beside its operations, until all of its line is read: columns of writes, predicate reads,
 * snapshots. As in a {@link Segment}, all of it is columns, so that nothing is allocated for a line.
 */
final class RowBuffer {
    private static final Rows.Aggregate[] AGGREGATES = Rows.Aggregate.values();
    private static final int NONE = -1;

    // writes with columns: how many operations come before each, and where its names and values end
    private int images;
    private int[] imagePlace = new int[8];
    private int[] imageEnd = new int[8];
    private long[] names = new long[32];
    private long[] values = new long[32];
    /** Where the columns of the next write begin, and where those that it has so far end. */
    private int firstColumn;

    private int columns;

    // predicate reads
    private int predicates;
    private int[] place = new int[8];
    private int[] items = new int[8];
    private long[] table = new long[8];
    private long[] condition = new long[8];
    /** The aggregate's place in its enumeration, or {@link #NONE}. */
    private int[] aggregate = new int[8];

    private long[] aggregateColumn = new long[8];
    private long[] aggregateValue = new long[8];
    /** The snapshot that is its version set, or {@link #NONE}. */
    private int[] snapshot = new int[8];

    private boolean[] namesRows = new boolean[8];
    /** Where the rows that its version set names end. */
    private int[] seesEnd = new int[8];

    private int sees;
    private long[] seesKey = new long[16];
    private long[] seesVersion = new long[16];

    // snapshots: all up to a number, but some
    private int snapshots;
    private long[] upTo = new long[8];
    private int[] butEnd = new int[8];
    private int buts;
    private long[] but = new long[16];
    /** The snapshot of the whole transaction, or {@link #NONE}. */
    private int own;

    void clear() {
        images = 0;
        firstColumn = 0;
        columns = 0;
        predicates = 0;
        sees = 0;
        snapshots = 0;
        buts = 0;
        own = NONE;
    }

    // ---- writes

    /** A column of the write that {@link #endImage} adds; false if it has that name already. */
    boolean column(long name) {
        for (int i = firstColumn; i < columns; i++) {
            if (names[i] == name) {
                return false;
            }
        }
        if (columns == names.length) {
            names = Arrays.copyOf(names, columns * 2);
            values = Arrays.copyOf(values, columns * 2);
        }
        names[columns] = name;
        return true;
    }

    /** The value of the column that was named last. */
    void value(long value) {
        values[columns++] = value;
    }

    /** The columns so far are those of the write before which there are so many operations. */
    void endImage(int operations) {
        if (images == imagePlace.length) {
            imagePlace = Arrays.copyOf(imagePlace, images * 2);
            imageEnd = Arrays.copyOf(imageEnd, images * 2);
        }
        imagePlace[images] = operations;
        imageEnd[images++] = columns;
        firstColumn = columns;
    }

    // ---- predicate reads

    /** A predicate read behind so many operations; what follows is about this one. */
    void predicate(int operations, long ofTable, long byCondition) {
        if (predicates == place.length) {
            int capacity = predicates * 2;
            place = Arrays.copyOf(place, capacity);
            items = Arrays.copyOf(items, capacity);
            table = Arrays.copyOf(table, capacity);
            condition = Arrays.copyOf(condition, capacity);
            aggregate = Arrays.copyOf(aggregate, capacity);
            aggregateColumn = Arrays.copyOf(aggregateColumn, capacity);
            aggregateValue = Arrays.copyOf(aggregateValue, capacity);
            snapshot = Arrays.copyOf(snapshot, capacity);
            namesRows = Arrays.copyOf(namesRows, capacity);
            seesEnd = Arrays.copyOf(seesEnd, capacity);
        }
        place[predicates] = operations;
        items[predicates] = 0;
        table[predicates] = ofTable;
        condition[predicates] = byCondition;
        aggregate[predicates] = NONE;
        snapshot[predicates] = NONE;
        namesRows[predicates] = false;
        seesEnd[predicates] = sees;
        predicates++;
    }

    /** How many rows came back. */
    void items(int count) {
        items[predicates - 1] = count;
    }

    /** What came back in place of rows; the column is null's code for a count. */
    void aggregate(Rows.Aggregate kind, long column, long value) {
        aggregate[predicates - 1] = kind.ordinal();
        aggregateColumn[predicates - 1] = column;
        aggregateValue[predicates - 1] = value;
    }

    /** Its version set is the snapshot that was begun last. */
    void seesSnapshot() {
        snapshot[predicates - 1] = snapshots - 1;
    }

    /** Its version set names rows: those that follow. */
    void seesRows() {
        namesRows[predicates - 1] = true;
    }

    void sees(long key, long version) {
        if (sees == seesKey.length) {
            seesKey = Arrays.copyOf(seesKey, sees * 2);
            seesVersion = Arrays.copyOf(seesVersion, sees * 2);
        }
        seesKey[sees] = key;
        seesVersion[sees++] = version;
        seesEnd[predicates - 1] = sees;
    }

    // ---- snapshots

    void beginSnapshot() {
        if (snapshots == upTo.length) {
            upTo = Arrays.copyOf(upTo, snapshots * 2);
            butEnd = Arrays.copyOf(butEnd, snapshots * 2);
        }
        butEnd[snapshots++] = buts;
    }

    void upTo(long number) {
        upTo[snapshots - 1] = number;
    }

    void but(long number) {
        if (buts == but.length) {
            but = Arrays.copyOf(but, buts * 2);
        }
        but[buts++] = number;
        butEnd[snapshots - 1] = buts;
    }

    /** The snapshot that was begun last is that of the whole transaction. */
    void ownSnapshot() {
        own = snapshots - 1;
    }

    // ----

    /** Gives all to the current transaction of a segment, whose operations it has. */
    void emit(Segment segment) {
        for (int image = 0, first = 0; image < images; first = imageEnd[image++]) {
            segment.image(imagePlace[image], names, values, first, imageEnd[image]);
        }
        int ofTransaction = NONE;
        if (own != NONE) {
            ofTransaction = emitSnapshot(own, segment);
            segment.snapshotOfTransaction(ofTransaction);
        }
        for (int p = 0, seen = 0; p < predicates; seen = seesEnd[p++]) {
            segment.predicate(place[p], items[p], table[p], condition[p]);
            if (aggregate[p] != NONE) {
                segment.aggregate(AGGREGATES[aggregate[p]], aggregateColumn[p], aggregateValue[p]);
            }
            if (snapshot[p] != NONE) {
                segment.sees(emitSnapshot(snapshot[p], segment));
            } else if (namesRows[p]) {
                segment.seesRows();
            } else if (ofTransaction != NONE) {
                segment.sees(ofTransaction);
            }
            for (int i = seen; i < seesEnd[p]; i++) {
                segment.sees(seesKey[i], seesVersion[i]);
            }
        }
    }

    private int emitSnapshot(int number, Segment segment) {
        return segment.snapshot(upTo[number], but, number == 0 ? 0 : butEnd[number - 1], butEnd[number]);
    }

    /** A number for each of some codes of entries, in an array; null's code for those that have none. */
    static final class CodeMap {
        private long[] numbers = {};

        long get(long code) {
            int index = (int) (code - Scalars.NULL);
            return index < numbers.length ? numbers[index] : Scalars.NULL;
        }

        void put(long code, long number) {
            int index = (int) (code - Scalars.NULL);
            if (index >= numbers.length) {
                int old = numbers.length;
                numbers = Arrays.copyOf(numbers, Math.max(64, 2 * index));
                Arrays.fill(numbers, old, numbers.length, Scalars.NULL);
            }
            numbers[index] = number;
        }
    }
}
