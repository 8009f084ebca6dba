package org.isolde.history;

import java.util.Arrays;
import org.isolde.condition.ConditionException;

/**
 * Makes the {@link Rows} of a history of what its segments hold of them. Tables, columns, conditions and snapshots are numbered as
 * they come in the order of transactions and operations, so that the numbers depend on the input alone.
 *
 * <p>Segments are gone through as they lie in memory, and what is found goes to its place in the order of transactions, of which
 * each session has a stretch; so the numbers are provisional at first, and settled when all columns are filled.
 */
final class RowNumbering {
    private final HistoryBuilder.Input input;
    private final HistoryColumns history;
    private final Rows.Columns columns = new Rows.Columns();
    private final TextNumbers tables;
    private final TextNumbers names;
    private final TextNumbers conditions;
    private final Numbers snapshots = new Numbers();
    /** Of each segment, how many snapshots those before it have; that and the number there is the provisional one. */
    private final int[] snapshotsBefore;
    /** The codes of the versions in version sets. */
    private long[] seenCode;

    private RowNumbering(HistoryBuilder.Input input, HistoryColumns history) {
        this.input = input;
        this.history = history;
        this.tables = new TextNumbers();
        this.names = new TextNumbers();
        this.conditions = new TextNumbers();
        this.snapshotsBefore = new int[input.segments.length + 1];
        for (int s = 0; s < input.segments.length; s++) {
            RowSegment rows = input.segments[s].rows;
            snapshotsBefore[s + 1] = snapshotsBefore[s] + (rows == null ? 0 : rows.snapshots);
        }
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
        settle();
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
    void numberVersions(ValueNumbering.Numbers numbers) {
        for (int i = 0; i < seenCode.length; i++) {
            columns.seesValue[i] = numbers.next(columns.seesKey[i], seenCode[i]);
        }
    }

    /** The entries of a kind in a segment: how many there are, and the row of the segment that each belongs to. */
    private interface Entries {
        int count(RowSegment rows);

        long row(RowSegment rows, int index);
    }

    /**
     * For each segment the places of its entries among all, in the order of their transactions. Those of one transaction come from
     * one segment, which has them in their order.
     */
    private int[][] places(Entries kind) {
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
        int[][] places = new int[input.segments.length][];
        for (int s = 0; s < places.length; s++) {
            RowSegment rows = input.segments[s].rows;
            places[s] = new int[rows == null ? 0 : kind.count(rows)];
            for (int i = 0; i < places[s].length; i++) {
                places[s][i] = next[transaction(s, kind.row(rows, i))]++;
            }
        }
        return places;
    }

    private static int count(int[][] places) {
        int count = 0;
        for (int[] ofSegment : places) {
            count += ofSegment.length;
        }
        return count;
    }

    private int transaction(int segment, long row) {
        return input.transaction[segment][(int) row];
    }

    /** The numbers that provisional ones get, as they come in the columns that are settled. */
    private static class Numbers {
        /** Of each provisional number the settled one, plus one. */
        private int[] settled = new int[16];
        /** Of each settled number the provisional one. */
        private int[] provisional = new int[16];

        private int size;

        /** Settles the numbers of a column; those less than 0 mean something else. */
        void settle(int[] column) {
            for (int i = 0; i < column.length; i++) {
                if (column[i] >= 0) {
                    column[i] = settle(column[i]);
                }
            }
        }

        private int settle(int number) {
            if (number >= settled.length) {
                settled = Arrays.copyOf(settled, Math.max(number + 1, 2 * settled.length));
            }
            if (settled[number] == 0) {
                if (size == provisional.length) {
                    provisional = Arrays.copyOf(provisional, 2 * size);
                }
                provisional[size++] = number;
                settled[number] = size;
            }
            return settled[number] - 1;
        }

        int size() {
            return size;
        }

        int provisional(int number) {
            return provisional[number];
        }
    }

    /** Texts; those of a segment's own table of scalars are looked up once. */
    private final class TextNumbers extends Numbers {
        private final LongIntMap numbers = new LongIntMap();
        /** By segment and entry there the provisional number, plus one. */
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

        /** Codes of the whole, by settled number. */
        long[] codes() {
            long[] all = numbers.keys();
            long[] codes = new long[size()];
            for (int i = 0; i < codes.length; i++) {
                codes[i] = all[provisional(i)];
            }
            return codes;
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
        int[][] places = places(IMAGES);
        columns.imageOp = new int[count(places)];
        columns.imageFirst = new int[columns.imageOp.length + 1];
        for (int s = 0; s < places.length; s++) {
            RowSegment rows = input.segments[s].rows;
            for (int i = 0, begin = 0; i < places[s].length; i++) {
                int end = (int) rows.imageEnd.get(i);
                columns.imageOp[places[s][i]] =
                        history.firstOp[transaction(s, rows.imageTransaction.get(i))] + (int) rows.imagePlace.get(i);
                columns.imageFirst[places[s][i] + 1] = end - begin;
                begin = end;
            }
        }
        HistoryColumns.stretches(columns.imageFirst);
        columns.imageColumn = new int[columns.imageFirst[columns.imageOp.length]];
        columns.imageValue = new long[columns.imageColumn.length];
        for (int s = 0; s < places.length; s++) {
            RowSegment rows = input.segments[s].rows;
            for (int i = 0, next = 0; i < places[s].length; i++) {
                int end = (int) rows.imageEnd.get(i);
                for (int to = columns.imageFirst[places[s][i]]; next < end; next++, to++) {
                    columns.imageColumn[to] = names.of(s, rows.imageName.get(next));
                    columns.imageValue[to] = input.code(s, rows.imageValue.get(next));
                }
            }
        }
    }

    private static int begin(LongColumn ends, int index) {
        return index == 0 ? 0 : (int) ends.get(index - 1);
    }

    private void predicates() {
        int[][] places = places(PREDICATES);
        int count = count(places);
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
        for (int s = 0; s < places.length; s++) {
            RowSegment rows = input.segments[s].rows;
            for (int i = 0; i < places[s].length; i++) {
                predicate(places[s][i], s, rows, i);
            }
        }
        HistoryColumns.stretches(columns.seesFirst);
        columns.seesKey = new int[columns.seesFirst[count]];
        columns.seesValue = new int[columns.seesKey.length];
        seenCode = new long[columns.seesKey.length];
        for (int s = 0; s < places.length; s++) {
            RowSegment rows = input.segments[s].rows;
            int[] keyOf = input.keyOf[s];
            for (int i = 0, next = 0; i < places[s].length; i++) {
                int end = (int) rows.seesEnd.get(i);
                for (int to = columns.seesFirst[places[s][i]]; next < end; next++, to++) {
                    int key = (int) rows.seesKey.get(next);
                    columns.seesKey[to] = keyOf == null ? key : keyOf[key];
                    seenCode[to] = input.code(s, rows.seesValue.get(next));
                }
            }
        }
    }

    /** Predicate read {@code p} of the history is the {@code i}th of a segment. */
    private void predicate(int p, int s, RowSegment rows, int i) {
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
        columns.snapshot[p] = snapshot < 0 ? snapshot : snapshotsBefore[s] + snapshot;
        columns.seesFirst[p + 1] = (int) rows.seesEnd.get(i) - begin(rows.seesEnd, i);
    }

    /** In the order in which whoever goes through transactions and operations comes upon them. */
    private void settle() {
        names.settle(columns.imageColumn);
        names.settle(columns.aggregateColumn);
        tables.settle(columns.table);
        conditions.settle(columns.condition);
        if (columns.snapshotOf != null) {
            snapshots.settle(columns.snapshotOf);
        }
        snapshots.settle(columns.snapshot);
    }

    /** Numbers and snapshots of transactions, where there are any. */
    private void transactions() {
        for (int s = 0; s < input.segments.length; s++) {
            RowSegment rows = input.segments[s].rows;
            for (int row = 0; rows != null && row < input.segments[s].transactions; row++) {
                int t = transaction(s, row);
                long number = rows.number.get(row);
                if (number != LongColumn.ABSENT) {
                    if (columns.number == null) {
                        columns.number = new long[history.firstOp.length - 1];
                        Arrays.fill(columns.number, Segment.NO_ID);
                    }
                    columns.number[t] = number;
                }
                long snapshot = rows.snapshotOf.get(row);
                if (snapshot != LongColumn.ABSENT) {
                    if (columns.snapshotOf == null) {
                        columns.snapshotOf = new int[history.firstOp.length - 1];
                        Arrays.fill(columns.snapshotOf, -1);
                    }
                    columns.snapshotOf[t] = snapshotsBefore[s] + (int) snapshot;
                }
            }
        }
    }

    private void snapshots() {
        int count = snapshots.size();
        int[] segmentOf = new int[count];
        int[] numberThere = new int[count];
        columns.upTo = new long[count];
        columns.butFirst = new int[count + 1];
        for (int n = 0; n < count; n++) {
            while (snapshots.provisional(n) >= snapshotsBefore[segmentOf[n] + 1]) {
                segmentOf[n]++;
            }
            numberThere[n] = snapshots.provisional(n) - snapshotsBefore[segmentOf[n]];
            RowSegment rows = input.segments[segmentOf[n]].rows;
            columns.upTo[n] = rows.upTo.get(numberThere[n]);
            columns.butFirst[n + 1] = (int) rows.butEnd.get(numberThere[n]) - begin(rows.butEnd, numberThere[n]);
        }
        HistoryColumns.stretches(columns.butFirst);
        columns.but = new long[columns.butFirst[count]];
        for (int n = 0; n < count; n++) {
            RowSegment rows = input.segments[segmentOf[n]].rows;
            int next = begin(rows.butEnd, numberThere[n]);
            for (int i = columns.butFirst[n]; i < columns.butFirst[n + 1]; i++) {
                columns.but[i] = rows.but.get(next++);
            }
            Arrays.sort(columns.but, columns.butFirst[n], columns.butFirst[n + 1]);
        }
    }
}
