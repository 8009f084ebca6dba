package org.isolde.history;

import java.util.Arrays;
import org.isolde.condition.ConditionException;

/**
 * Makes the {@link Rows} of a history of what its segments hold of them. Tables, columns and conditions are numbered as they
 * come in the order of transactions and operations, so that the numbers depend on the input alone.
 */
final class RowNumbering {
    private final HistoryBuilder.Input input;
    private final HistoryColumns history;
    private final Rows.Columns columns = new Rows.Columns();
    private final TextNumbers tables;
    private final TextNumbers names;
    private final TextNumbers conditions;
    /** Snapshots that are in use, by segment and number there. */
    private final LongIntMap snapshots = new LongIntMap(64);
    /** The codes of the versions in version sets. */
    private long[] seenCode;

    private RowNumbering(HistoryBuilder.Input input, HistoryColumns history) {
        this.input = input;
        this.history = history;
        this.tables = new TextNumbers();
        this.names = new TextNumbers();
        this.conditions = new TextNumbers();
    }

    /** Numbers what rows have in a history whose transactions are laid out; null if there are none. */
    static RowNumbering of(HistoryBuilder.Input input, HistoryColumns history) {
        for (Segment segment : input.segments) {
            if (segment.rows != null) {
                return new RowNumbering(input, history).number();
            }
        }
        return null;
    }

    private RowNumbering number() {
        transactions();
        images();
        predicates();
        snapshots();
        columns.tableCode = tables.codes();
        columns.columnCode = names.codes();
        columns.conditionCode = conditions.codes();
        try {
            history.rows = Rows.of(columns, input.scalars);
        } catch (ConditionException e) {
            throw new IllegalStateException("whoever read the condition has parsed it", e);
        }
        return this;
    }

    /** Numbers the versions in version sets; the numbers of values may be given several times, until one way succeeds. */
    void numberVersions(ValueNumbering numbering) {
        for (int i = 0; i < seenCode.length; i++) {
            int key = columns.seesKey[i];
            columns.seesValue[i] = numbering.number(numbering.part(key, seenCode[i]), key, seenCode[i]);
        }
    }

    /** The entries of a kind in a segment: how many there are, and the row of the segment that each belongs to. */
    private interface Entries {
        int count(RowSegment rows);

        long row(RowSegment rows, int index);
    }

    /**
     * The entries of all segments in the order of their transactions, each as its segment, shifted by 32, and its number there.
     * Those of one transaction come from one segment, which has them in their order.
     */
    private long[] inOrder(Entries kind) {
        int[] next = new int[history.firstOp.length + 1];
        for (int s = 0; s < input.segments.length; s++) {
            RowSegment rows = input.segments[s].rows;
            for (int i = 0; rows != null && i < kind.count(rows); i++) {
                next[transaction(s, kind.row(rows, i)) + 1]++;
            }
        }
        for (int t = 1; t < next.length; t++) {
            next[t] += next[t - 1];
        }
        long[] entries = new long[next[next.length - 1]];
        for (int s = 0; s < input.segments.length; s++) {
            RowSegment rows = input.segments[s].rows;
            for (int i = 0; rows != null && i < kind.count(rows); i++) {
                entries[next[transaction(s, kind.row(rows, i))]++] = (long) s << 32 | i;
            }
        }
        return entries;
    }

    private int transaction(int segment, long row) {
        return input.transaction[segment][(int) row];
    }

    /** Texts, numbered as they come; those of a segment's own table of scalars are looked up once. */
    private final class TextNumbers {
        private final LongIntMap numbers = new LongIntMap(16);
        /** By segment and entry there the number, plus one. */
        private final int[][] known = new int[input.segments.length][];

        int of(int segment, long code) {
            int entry = (int) (code - Scalars.NULL);
            int[] ofSegment = known[segment];
            if (ofSegment == null || entry >= ofSegment.length) {
                int room = Math.max(16, Math.max(entry + 1, ofSegment == null ? 0 : 2 * ofSegment.length));
                ofSegment = ofSegment == null ? new int[room] : Arrays.copyOf(ofSegment, room);
                known[segment] = ofSegment;
            }
            if (ofSegment[entry] == 0) {
                ofSegment[entry] = numbers.intern(input.code(segment, code)) + 1;
            }
            return ofSegment[entry] - 1;
        }

        long[] codes() {
            return numbers.keys();
        }
    }

    private static final Entries IMAGES = new Entries() {
        @Override
        public int count(RowSegment rows) {
            return rows.images;
        }

        @Override
        public long row(RowSegment rows, int index) {
            return rows.imageTransaction.get(index);
        }
    };

    private static final Entries PREDICATES = new Entries() {
        @Override
        public int count(RowSegment rows) {
            return rows.predicates;
        }

        @Override
        public long row(RowSegment rows, int index) {
            return rows.transaction.get(index);
        }
    };

    private void images() {
        long[] entries = inOrder(IMAGES);
        columns.imageOp = new int[entries.length];
        columns.imageFirst = new int[entries.length + 1];
        for (int n = 0; n < entries.length; n++) {
            int s = (int) (entries[n] >>> 32);
            int i = (int) entries[n];
            RowSegment rows = input.segments[s].rows;
            columns.imageOp[n] =
                    history.firstOp[transaction(s, rows.imageTransaction.get(i))] + (int) rows.imagePlace.get(i);
            columns.imageFirst[n + 1] = (int) rows.imageEnd.get(i) - begin(rows.imageEnd, i);
        }
        HistoryColumns.stretches(columns.imageFirst);
        columns.imageColumn = new int[columns.imageFirst[entries.length]];
        columns.imageValue = new long[columns.imageColumn.length];
        int next = 0;
        for (long entry : entries) {
            int s = (int) (entry >>> 32);
            RowSegment rows = input.segments[s].rows;
            int end = (int) rows.imageEnd.get((int) entry);
            for (int i = begin(rows.imageEnd, (int) entry); i < end; i++, next++) {
                columns.imageColumn[next] = names.of(s, rows.imageName.get(i));
                columns.imageValue[next] = input.code(s, rows.imageValue.get(i));
            }
        }
    }

    private static int begin(LongColumn ends, int index) {
        return index == 0 ? 0 : (int) ends.get(index - 1);
    }

    private void predicates() {
        long[] entries = inOrder(PREDICATES);
        int count = entries.length;
        columns.transaction = new int[count];
        columns.firstItem = new int[count];
        columns.items = new int[count];
        columns.table = new int[count];
        columns.condition = new int[count];
        columns.aggregate = new byte[count];
        columns.aggregateColumn = new int[count];
        columns.aggregateValue = new long[count];
        columns.snapshot = new int[count];
        columns.seesFirst = new int[count + 1];
        for (int p = 0; p < count; p++) {
            int s = (int) (entries[p] >>> 32);
            int i = (int) entries[p];
            RowSegment rows = input.segments[s].rows;
            columns.transaction[p] = transaction(s, rows.transaction.get(i));
            columns.firstItem[p] = history.firstOp[columns.transaction[p]] + (int) rows.place.get(i);
            columns.items[p] = (int) rows.items.get(i);
            columns.table[p] = tables.of(s, rows.table.get(i));
            columns.condition[p] = conditions.of(s, rows.condition.get(i));
            columns.aggregate[p] = (byte) rows.aggregate.get(i);
            columns.aggregateColumn[p] = -1;
            if (columns.aggregate[p] >= 0) {
                long column = rows.aggregateColumn.get(i);
                columns.aggregateColumn[p] = column == Scalars.NULL ? -1 : names.of(s, column);
                columns.aggregateValue[p] = input.code(s, rows.aggregateValue.get(i));
            }
            int snapshot = (int) rows.snapshot.get(i);
            columns.snapshot[p] = snapshot < 0 ? snapshot : snapshots.intern((long) s << 32 | snapshot);
            columns.seesFirst[p + 1] = (int) rows.seesEnd.get(i) - begin(rows.seesEnd, i);
        }
        HistoryColumns.stretches(columns.seesFirst);
        columns.seesKey = new int[columns.seesFirst[count]];
        columns.seesValue = new int[columns.seesKey.length];
        seenCode = new long[columns.seesKey.length];
        int next = 0;
        for (long entry : entries) {
            int s = (int) (entry >>> 32);
            RowSegment rows = input.segments[s].rows;
            int[] keyOf = input.keyOf[s];
            for (int i = begin(rows.seesEnd, (int) entry); i < rows.seesEnd.get((int) entry); i++, next++) {
                int key = (int) rows.seesKey.get(i);
                columns.seesKey[next] = keyOf == null ? key : keyOf[key];
                seenCode[next] = input.code(s, rows.seesValue.get(i));
            }
        }
    }

    /** Numbers and snapshots of transactions, where there are any. */
    private void transactions() {
        int[] segmentOf = null;
        int[] rowOf = null;
        for (int s = 0; s < input.segments.length; s++) {
            RowSegment rows = input.segments[s].rows;
            for (int row = 0; rows != null && row < input.segments[s].transactions; row++) {
                int t = transaction(s, row);
                if (rows.number.get(row) != LongColumn.ABSENT) {
                    if (columns.number == null) {
                        columns.number = new long[history.firstOp.length - 1];
                        Arrays.fill(columns.number, Segment.NO_ID);
                    }
                    columns.number[t] = rows.number.get(row);
                }
                if (rows.snapshotOf.get(row) != LongColumn.ABSENT) {
                    if (segmentOf == null) {
                        segmentOf = new int[history.firstOp.length - 1];
                        rowOf = new int[segmentOf.length];
                        Arrays.fill(rowOf, -1);
                    }
                    segmentOf[t] = s;
                    rowOf[t] = row;
                }
            }
        }
        if (segmentOf != null) {
            columns.snapshotOf = new int[segmentOf.length];
            for (int t = 0; t < segmentOf.length; t++) {
                int s = segmentOf[t];
                columns.snapshotOf[t] = rowOf[t] < 0
                        ? -1
                        : snapshots.intern((long) s << 32 | input.segments[s].rows.snapshotOf.get(rowOf[t]));
            }
        }
    }

    private void snapshots() {
        long[] used = snapshots.keys();
        columns.upTo = new long[used.length];
        columns.butFirst = new int[used.length + 1];
        for (int n = 0; n < used.length; n++) {
            RowSegment rows = input.segments[(int) (used[n] >>> 32)].rows;
            columns.upTo[n] = rows.upTo.get((int) used[n]);
            columns.butFirst[n + 1] = (int) rows.butEnd.get((int) used[n]) - begin(rows.butEnd, (int) used[n]);
        }
        HistoryColumns.stretches(columns.butFirst);
        columns.but = new long[columns.butFirst[used.length]];
        for (int n = 0; n < used.length; n++) {
            RowSegment rows = input.segments[(int) (used[n] >>> 32)].rows;
            int from = begin(rows.butEnd, (int) used[n]);
            for (int i = columns.butFirst[n]; i < columns.butFirst[n + 1]; i++) {
                columns.but[i] = rows.but.get(from + i - columns.butFirst[n]);
            }
            Arrays.sort(columns.but, columns.butFirst[n], columns.butFirst[n + 1]);
        }
    }
}
