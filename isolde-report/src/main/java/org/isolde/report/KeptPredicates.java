package org.isolde.report;

import java.util.BitSet;
import java.util.function.IntPredicate;
import org.isolde.check.PredicateVersions;
import org.isolde.history.History;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/**
 * The predicate reads of an {@link Excerpt}: which of them it has, and what they were put to there.
 *
 * <p>A predicate read is about all rows of its table, and an excerpt has few of them. So either it is told row by row what each
 * was put to, for the rows that the excerpt has; or that is left open, and then nothing is said of rows that did not come back.
 */
final class KeptPredicates {
    private final History source;
    private final Rows rows;
    private final IntPredicate predicates;
    /** The rows of which it is known what predicate reads were put to. */
    private final BitSet keys;
    /** Null where that is left open. */
    private final PredicateVersions versions;

    private final boolean snapshots;

    private KeptPredicates(
            History source, IntPredicate predicates, BitSet keys, PredicateVersions versions, boolean snapshots) {
        this.source = source;
        this.rows = source.rows();
        this.predicates = predicates;
        this.keys = keys;
        this.versions = versions;
        this.snapshots = snapshots;
    }

    /**
     * Of an anomaly of items alone: the rows that came back were read, and read at once. Null if there are no rows. In an expected
     * serial order a predicate read would have to give back all that matches, so there the rows are read one by one.
     */
    static KeptPredicates ofItems(History source, IntPredicate keeps) {
        return source.rows() == null
                ? null
                : new KeptPredicates(
                        source, p -> !source.hasOrder() && hasItems(source, p, keeps), new BitSet(), null, false);
    }

    private static boolean hasItems(History source, int p, IntPredicate keeps) {
        int first = source.rows().firstItem(p);
        for (int op = first; op < first + source.rows().items(p); op++) {
            if (keeps.test(op)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Some of the predicate reads.
     *
     * @param keys the rows that the excerpt has
     * @param versions what predicate reads were put to; null to leave that open
     * @param snapshots whether version sets that are snapshots stay so, and transactions keep theirs
     */
    static KeptPredicates of(
            History source, BitSet predicates, BitSet keys, PredicateVersions versions, boolean snapshots) {
        return new KeptPredicates(source, predicates::get, keys, versions, snapshots);
    }

    /** A transaction's number and snapshot. */
    void copyNumbers(int t, Segment segment) {
        if (!snapshots) {
            return;
        }
        if (rows.number(t) != Segment.NO_ID) {
            segment.number(rows.number(t));
        }
        if (rows.snapshotOf(t) >= 0) {
            segment.snapshotOfTransaction(snapshot(rows.snapshotOf(t), segment));
        }
    }

    private int snapshot(int number, Segment segment) {
        long[] but = new long[rows.butFirst(number + 1) - rows.butFirst(number)];
        for (int i = 0; i < but.length; i++) {
            but[i] = rows.but(rows.butFirst(number) + i);
        }
        return segment.snapshot(rows.upTo(number), but, but.length);
    }

    /** A predicate read, before the operations of it that are kept. */
    void copy(Statement statement, IntPredicate keeps, Segment segment) {
        int p = statement.predicate();
        if (!predicates.test(p)) {
            return;
        }
        Scalars from = source.scalars();
        Scalars to = segment.scalars();
        int items = 0;
        for (int op = statement.first(); op < statement.end(); op++) {
            items += keeps.test(op) ? 1 : 0;
        }
        segment.predicate(
                segment.operationsOfCurrent(),
                items,
                to.adopt(rows.tableCode(rows.table(p)), from),
                to.adopt(rows.conditionCode(rows.condition(p)), from));
        if (rows.aggregate(p) != null) {
            int column = rows.aggregateColumn(p);
            segment.aggregate(
                    rows.aggregate(p),
                    column < 0 ? Scalars.NULL : to.adopt(rows.columnCode(column), from),
                    to.adopt(rows.aggregateValue(p), from));
        }
        if (versions != null && rows.hasVersionSet(p)) {
            versionSet(p, segment);
        }
    }

    private void versionSet(int p, Segment segment) {
        boolean bySnapshot = snapshots && rows.snapshot(p) >= 0;
        if (bySnapshot) {
            segment.sees(snapshot(rows.snapshot(p), segment));
        } else {
            segment.seesRows();
        }
        for (int key = keys.nextSetBit(0); key >= 0; key = keys.nextSetBit(key + 1)) {
            int value = !versions.isOfTable(p, key) ? 0 : bySnapshot ? versions.named(p, key) : versions.seen(p, key);
            if (value > 0) {
                segment.sees(
                        segment.scalars().adopt(source.keyCode(key), source.scalars()),
                        segment.scalars().adopt(source.valueCode(value), source.scalars()));
            }
        }
    }

    /** The version orders of the rows, where they are known; whether they are. */
    boolean copyOrders(Segment segment, IntPredicate hasValue) {
        if (versions == null) {
            return false;
        }
        Scalars to = segment.scalars();
        for (int key = keys.nextSetBit(0); key >= 0; key = keys.nextSetBit(key + 1)) {
            long[] values = java.util.Arrays.stream(versions.order(key))
                    .filter(hasValue)
                    .mapToLong(value -> to.adopt(source.valueCode(value), source.scalars()))
                    .toArray();
            if (values.length > 1) {
                segment.versions(to.adopt(source.keyCode(key), source.scalars()), values);
            }
        }
        return true;
    }
}
