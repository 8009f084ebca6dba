package org.isolde.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.condition.Condition;
import org.isolde.condition.ConditionException;

/**
 * What a history of rows has beside its operations: the columns of each version, and predicate reads. A row is a key whose name
 * begins with its table, as in {@code t/5}; a write of it makes a version, with columns, and a deletion a dead one.
 *
 * <p>A predicate read stands between operations: {@link #firstItem} is the operation before which it happened, and the rows
 * that came back are that operation and those behind it, {@link #items} in all, each an item read. What it looked at, its
 * version set, may be given row by row, or as a snapshot: all transactions up to a number but some.
 */
public final class Rows {
    /** What came back in place of rows. */
    public enum Aggregate {
        COUNT("count"),
        MIN("min"),
        MAX("max"),
        SUM("sum");

        private final String text;

        Aggregate(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** Operations in a stretch, whose images are looked through one by one. */
    private static final int STRETCH = 16;

    private static final Aggregate[] AGGREGATES = Aggregate.values();

    /** All of it, filled by the builder or by the binary format. */
    static final class Columns implements Cloneable {
        long[] tableCode;
        long[] columnCode;
        long[] conditionCode;

        /** Writes with columns, ascending; where their pairs begin. */
        int[] imageOp;

        int[] imageFirst;
        int[] imageColumn;
        long[] imageValue;

        int[] transaction;
        int[] firstItem;
        int[] items;
        int[] table;
        int[] condition;
        byte[] aggregate;
        int[] aggregateColumn;
        long[] aggregateValue;
        int[] seesFirst;
        int[] seesKey;
        int[] seesValue;
        int[] snapshot;

        long[] upTo;
        int[] butFirst;
        long[] but;

        Columns copy() {
            try {
                return (Columns) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }

        /** Of transactions: the numbers by which snapshots name them, and their own snapshots; null if there are none. */
        long[] number;

        int[] snapshotOf;
    }

    private final Columns columns;
    private final Scalars scalars;
    private final List<Condition> conditions;
    /** Of each stretch of operations the first image in it or behind it. */
    private final int[] imageFrom;

    private Rows(Columns columns, Scalars scalars, List<Condition> conditions) {
        this.columns = columns;
        this.scalars = scalars;
        this.conditions = List.copyOf(conditions);
        this.imageFrom = stretches(columns.imageOp);
    }

    private static int[] stretches(int[] imageOp) {
        int count = imageOp.length == 0 ? 0 : imageOp[imageOp.length - 1] / STRETCH + 1;
        int[] from = new int[count + 1];
        int image = 0;
        for (int stretch = 0; stretch <= count; stretch++) {
            while (image < imageOp.length && imageOp[image] < stretch * STRETCH) {
                image++;
            }
            from[stretch] = image;
        }
        return from;
    }

    static Rows of(Columns columns, Scalars scalars) throws ConditionException {
        List<Condition> conditions = new ArrayList<>();
        for (long code : columns.conditionCode) {
            conditions.add(Condition.parse(scalars.text(code)));
        }
        return new Rows(columns, scalars, conditions);
    }

    Columns columns() {
        return columns;
    }

    /**
     * The same where operations were put in: the items of some predicate reads.
     *
     * @param shift how many before each operation
     * @param predicate the predicate reads, each as often as it has new items, ascending
     */
    Rows shifted(int[] shift, int[] predicate) {
        Columns other = columns.copy();
        other.imageOp = columns.imageOp.clone();
        for (int i = 0; i < other.imageOp.length; i++) {
            other.imageOp[i] += shift[other.imageOp[i]];
        }
        other.firstItem = columns.firstItem.clone();
        other.items = columns.items.clone();
        for (int p = 0, before = 0; p < other.firstItem.length; p++) {
            other.firstItem[p] += before;
            while (before < predicate.length && predicate[before] == p) {
                other.items[p]++;
                before++;
            }
        }
        return new Rows(other, scalars, conditions);
    }

    // ---- versions

    /** The number of columns that versions have, all tables together. */
    public int columnCount() {
        return columns.columnCode.length;
    }

    public long columnCode(int column) {
        return columns.columnCode[column];
    }

    public String columnName(int column) {
        return scalars.text(columns.columnCode[column]);
    }

    /** Where the columns that a write gave its version begin; -1 if it gave none. */
    public int image(int writeOp) {
        int stretch = writeOp / STRETCH;
        if (stretch + 1 >= imageFrom.length) {
            return -1;
        }
        for (int image = imageFrom[stretch]; image < imageFrom[stretch + 1]; image++) {
            if (columns.imageOp[image] == writeOp) {
                return image;
            }
        }
        return -1;
    }

    /** How many writes gave their versions columns. */
    public int images() {
        return columns.imageOp.length;
    }

    /** The write that gave its version columns. */
    public int imageOp(int image) {
        return columns.imageOp[image];
    }

    public int imageFirst(int image) {
        return columns.imageFirst[image];
    }

    /** Where they end. */
    public int imageEnd(int image) {
        return columns.imageFirst[image + 1];
    }

    public int imageColumn(int entry) {
        return columns.imageColumn[entry];
    }

    /** The code of what stands in the column. */
    public long imageValue(int entry) {
        return columns.imageValue[entry];
    }

    // ---- predicate reads, in the order of transactions and operations

    public int predicates() {
        return columns.transaction.length;
    }

    /** The first predicate read of a transaction or of one behind it. */
    public int firstPredicate(int transaction) {
        int low = 0;
        int high = columns.transaction.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (columns.transaction[middle] < transaction) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The first item read of the predicate read that an operation is one of; the operation itself, if it is none. */
    public int statement(int op) {
        int low = 0;
        int high = columns.firstItem.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (columns.firstItem[middle] <= op) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        boolean isItem = low > 0 && op < columns.firstItem[low - 1] + columns.items[low - 1];
        return isItem ? columns.firstItem[low - 1] : op;
    }

    public int transaction(int predicate) {
        return columns.transaction[predicate];
    }

    /** The operation before which it happened: the first of its own item reads, if it has any. */
    public int firstItem(int predicate) {
        return columns.firstItem[predicate];
    }

    public int items(int predicate) {
        return columns.items[predicate];
    }

    public int table(int predicate) {
        return columns.table[predicate];
    }

    public long tableCode(int table) {
        return columns.tableCode[table];
    }

    public String tableName(int table) {
        return scalars.text(columns.tableCode[table]);
    }

    /** The number of its condition; equal conditions have the same. */
    public int condition(int predicate) {
        return columns.condition[predicate];
    }

    /** The code of a condition's text. */
    public long conditionCode(int condition) {
        return columns.conditionCode[condition];
    }

    /** All conditions, by their numbers. */
    public List<Condition> conditions() {
        return conditions;
    }

    /** What came back in place of rows; null if rows did. */
    public Aggregate aggregate(int predicate) {
        return columns.aggregate[predicate] < 0 ? null : AGGREGATES[columns.aggregate[predicate]];
    }

    /** Whether a predicate read has read the rows that match, though they did not come back: of an aggregate of values. */
    public boolean readsRows(int predicate) {
        return columns.aggregate[predicate] > Aggregate.COUNT.ordinal();
    }

    /**
     * How many aggregates are of values whose rows are known: such a read has read the matching rows of its version set, too,
     * which are not among the operations.
     */
    public int aggregatesOfKnownRows() {
        int count = 0;
        for (int p = 0; p < predicates(); p++) {
            count += readsRows(p) && hasVersionSet(p) ? 1 : 0;
        }
        return count;
    }

    /** The column of the aggregate; -1 for {@link Aggregate#COUNT}. */
    public int aggregateColumn(int predicate) {
        return columns.aggregateColumn[predicate];
    }

    /** The code of the aggregate's value. */
    public long aggregateValue(int predicate) {
        return columns.aggregateValue[predicate];
    }

    // ---- version sets

    /** Whether it is known what a predicate read looked at. */
    public boolean hasVersionSet(int predicate) {
        return columns.snapshot[predicate] != RowSegment.UNKNOWN;
    }

    /** Whether it is known of some predicate read what it looked at. */
    public boolean hasVersionSets() {
        for (int p = 0; p < predicates(); p++) {
            if (hasVersionSet(p)) {
                return true;
            }
        }
        return false;
    }

    /** Its snapshot, of which several may be equal; -1 if its version set is given row by row, or not at all. */
    public int snapshot(int predicate) {
        return Math.max(-1, columns.snapshot[predicate]);
    }

    /**
     * Where the rows of a version set begin; {@code seesFirst(predicate + 1)} is where they end. Beside a snapshot they are the
     * rows of which the read saw other versions than the snapshot has, as a write does that waited for a lock.
     */
    public int seesFirst(int predicate) {
        return columns.seesFirst[predicate];
    }

    /** Whether the version set of a predicate read names a row. */
    public boolean names(int predicate, int key) {
        for (int i = seesFirst(predicate); i < seesFirst(predicate + 1); i++) {
            if (seesKey(i) == key) {
                return true;
            }
        }
        return false;
    }

    public int seesKey(int entry) {
        return columns.seesKey[entry];
    }

    public int seesValue(int entry) {
        return columns.seesValue[entry];
    }

    public int snapshots() {
        return columns.upTo.length;
    }

    /** The greatest transaction number that a snapshot has seen. */
    public long upTo(int snapshot) {
        return columns.upTo[snapshot];
    }

    /** Where the numbers that a snapshot has not seen begin, ascending; {@code butFirst(snapshot + 1)} is where they end. */
    public int butFirst(int snapshot) {
        return columns.butFirst[snapshot];
    }

    public long but(int entry) {
        return columns.but[entry];
    }

    /** The number by which snapshots name a transaction; {@link Segment#NO_ID} if it has none. */
    public long number(int transaction) {
        return columns.number == null ? Segment.NO_ID : columns.number[transaction];
    }

    /** Whether a snapshot has seen a transaction; one without a number it never has. */
    public boolean sees(int snapshot, int transaction) {
        long number = number(transaction);
        return number != Segment.NO_ID
                && number <= upTo(snapshot)
                && Arrays.binarySearch(columns.but, butFirst(snapshot), butFirst(snapshot + 1), number) < 0;
    }

    /** The snapshot of a whole transaction, or -1. */
    public int snapshotOf(int transaction) {
        return columns.snapshotOf == null ? -1 : columns.snapshotOf[transaction];
    }
}
