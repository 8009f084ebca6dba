package org.isolde.history.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.BadHistoryException;
import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Segment;

/**
 * Makes rows of Viper's keys where there are ranges or deletes: key 5 is row {@code t/5}, whose one column is the key. A range
 * is a predicate read of the keys from one to another, both included.
 *
 * <p>A range that says which dead rows it met has a version set: what it names, and nothing else between its ends. What
 * lies outside never matches, so that nobody needs to know its version; only rows that the transaction itself wrote are added.
 */
final class ViperRows {
    private static final String TABLE = "t";
    private static final String COLUMN = "key";
    private static final String OPEN = "nil";

    /** A range of the current transaction: its operations are from {@code first} to {@code dead}, and dead rows behind them. */
    private static final class Range {
        long from;
        long to;
        int first;
        int dead;
        int end;
        /** Whether dead rows that it met are told at all. */
        boolean tellsDead;
    }

    private final Segment segment;
    private final Scalars scalars;
    private final OpBuffer ops;
    private final long table;
    private final long[] column;
    private final long[] value = new long[1];
    private final List<Range> ranges = new ArrayList<>();
    private final Map<Long, Long> rows = new HashMap<>();
    private boolean areThere;
    private boolean hasBounds;
    private long numberKey = Scalars.NULL;
    private long textKey = Scalars.NULL;

    ViperRows(Segment segment, OpBuffer ops) {
        this.segment = segment;
        this.scalars = segment.scalars();
        this.ops = ops;
        this.table = scalars.text(TABLE);
        this.column = new long[] {scalars.text(COLUMN)};
    }

    void clear() {
        ranges.clear();
    }

    void beginRange(long from, long to) {
        Range range = new Range();
        range.from = from;
        range.to = to;
        range.first = ops.count;
        ranges.add(range);
    }

    /** Behind the items that live. */
    void endRange() {
        ranges.get(ranges.size() - 1).dead = ops.count;
    }

    /** Behind those that are dead, if they are told. */
    void endDead(boolean told) {
        ranges.get(ranges.size() - 1).end = ops.count;
        ranges.get(ranges.size() - 1).tellsDead = told;
    }

    /** Whether keys are rows, as far as transactions have been surveyed. */
    boolean areThere() {
        return areThere;
    }

    /** Looks whether the current transaction needs rows. */
    void survey() {
        areThere |= !ranges.isEmpty();
        for (int i = 0; i < ops.count; i++) {
            areThere |= ops.kinds[i] == OpKind.DELETE;
            note(ops.keys[i]);
        }
        for (Range range : ranges) {
            for (long bound : new long[] {range.from, range.to}) {
                if (!isOpen(bound)) {
                    hasBounds = true;
                    note(bound);
                }
            }
        }
    }

    private void note(long key) {
        if (isNumber(key)) {
            numberKey = key;
        } else {
            textKey = key;
        }
    }

    private boolean isNumber(long key) {
        return Scalars.isPlain(key) || scalars.kind(key) == Scalars.Kind.NUMBER;
    }

    /** A number is not compared with a text, so that a range over both means nothing. */
    void refuseMixedKeys() throws BadHistoryException {
        if (hasBounds && numberKey != Scalars.NULL && textKey != Scalars.NULL) {
            throw BadHistoryException.of("ranges over keys of which some are numbers and some are texts, "
                    + scalars.text(numberKey) + " and " + Text.quote(scalars.text(textKey))
                    + "; which of them a range has can't be told");
        }
    }

    /** Gives the operations of the current transaction to the segment's. */
    void emit() {
        segment.hasRows();
        Map<Long, Long> own = new LinkedHashMap<>();
        int next = 0;
        for (int i = 0; i <= ops.count; ) {
            if (next < ranges.size() && ranges.get(next).first == i) {
                emit(ranges.get(next), own);
                i = ranges.get(next++).end;
                continue;
            }
            if (i < ops.count) {
                operation(i, own);
            }
            i++;
        }
    }

    private void operation(int i, Map<Long, Long> own) {
        long key = ops.keys[i];
        segment.op(ops.kinds[i], row(key), ops.values[i]);
        if (OpKind.isWrite(ops.kinds[i])) {
            own.put(key, ops.values[i]);
        }
        if (ops.kinds[i] == OpKind.WRITE) {
            value[0] = key;
            segment.image(segment.operationsOfCurrent() - 1, column, value, 1);
        }
    }

    private void emit(Range range, Map<Long, Long> own) {
        int place = segment.operationsOfCurrent();
        Map<Long, Long> sees = new LinkedHashMap<>();
        for (int i = range.first; i < range.dead; i++) {
            if (ops.values[i] != Scalars.NULL) {
                segment.op(OpKind.READ, row(ops.keys[i]), ops.values[i]);
                sees.put(ops.keys[i], ops.values[i]);
            }
        }
        int items = segment.operationsOfCurrent() - place;
        for (int i = range.first; i < range.end; i++) {
            if (i >= range.dead || ops.values[i] == Scalars.NULL) {
                segment.op(OpKind.READ, row(ops.keys[i]), ops.values[i]);
            }
            if (i >= range.dead && ops.values[i] != Scalars.NULL) {
                sees.putIfAbsent(ops.keys[i], ops.values[i]);
            }
        }
        for (Map.Entry<Long, Long> written : own.entrySet()) {
            if (!contains(range, written.getKey())) {
                sees.putIfAbsent(written.getKey(), written.getValue());
            }
        }
        segment.predicate(place, items, table, scalars.text(condition(range)));
        if (range.tellsDead) {
            segment.seesRows();
            sees.forEach((key, version) -> segment.sees(row(key), version));
        }
    }

    private boolean isOpen(long end) {
        return end == Scalars.NULL || !isNumber(end) && scalars.text(end).equals(OPEN);
    }

    private boolean contains(Range range, long key) {
        return (isOpen(range.from) || compare(range.from, key) <= 0)
                && (isOpen(range.to) || compare(key, range.to) <= 0);
    }

    /** Keys of a history with ranges are all numbers or all texts. */
    private int compare(long a, long b) {
        if (Scalars.isPlain(a) && Scalars.isPlain(b)) {
            return Long.compare(a, b);
        }
        int[] left = scalars.text(a).codePoints().toArray();
        int[] right = scalars.text(b).codePoints().toArray();
        return Arrays.compare(left, right);
    }

    private String condition(Range range) {
        String from = isOpen(range.from) ? "" : COLUMN + " >= " + literal(range.from);
        String to = isOpen(range.to) ? "" : COLUMN + " <= " + literal(range.to);
        return from.isEmpty() && to.isEmpty() ? "true" : from + (from.isEmpty() || to.isEmpty() ? "" : " and ") + to;
    }

    private String literal(long key) {
        return isNumber(key) ? scalars.text(key) : "'" + scalars.text(key).replace("'", "''") + "'";
    }

    private long row(long key) {
        return rows.computeIfAbsent(key, code -> scalars.text(TABLE + "/" + scalars.text(code)));
    }
}
