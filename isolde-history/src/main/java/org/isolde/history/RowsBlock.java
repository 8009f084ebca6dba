package org.isolde.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.isolde.condition.ConditionException;

/** The rows of a binary history: the arrays of {@link Rows}, one behind the other, each with its length in bytes before it. */
final class RowsBlock {
    private final BinaryDirectory directory;
    private final Rows.Columns columns;

    private RowsBlock(BinaryDirectory directory, Rows.Columns columns) {
        this.directory = directory;
        this.columns = columns;
    }

    /** The arrays as bytes; one that is absent is empty. */
    static List<byte[]> items(Rows rows) {
        Rows.Columns columns = rows.columns();
        List<byte[]> items = new ArrayList<>();
        for (Object array : new Object[] {
            columns.tableCode,
            columns.columnCode,
            columns.conditionCode,
            columns.imageOp,
            columns.imageFirst,
            columns.imageColumn,
            columns.imageValue,
            columns.transaction,
            columns.firstItem,
            columns.items,
            columns.table,
            columns.condition,
            columns.aggregate,
            columns.aggregateColumn,
            columns.aggregateValue,
            columns.seesFirst,
            columns.seesKey,
            columns.seesValue,
            columns.snapshot,
            columns.upTo,
            columns.butFirst,
            columns.but,
            columns.number,
            columns.snapshotOf
        }) {
            items.add(bytes(array));
        }
        return items;
    }

    private static byte[] bytes(Object array) {
        if (array == null) {
            return new byte[0];
        }
        if (array instanceof byte[] bytes) {
            return bytes;
        }
        if (array instanceof int[] ints) {
            ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(ints.length, Integer.BYTES))
                    .order(ByteOrder.LITTLE_ENDIAN);
            buffer.asIntBuffer().put(ints);
            return buffer.array();
        }
        long[] longs = (long[]) array;
        ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(longs.length, Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        buffer.asLongBuffer().put(longs);
        return buffer.array();
    }

    static Rows.Columns read(BinaryBlockReader reader) throws IOException {
        reader.start(BinaryBlock.ROWS);
        Rows.Columns columns = new Rows.Columns();
        columns.tableCode = longs(reader);
        columns.columnCode = longs(reader);
        columns.conditionCode = longs(reader);
        columns.imageOp = ints(reader);
        columns.imageFirst = ints(reader);
        columns.imageColumn = ints(reader);
        columns.imageValue = longs(reader);
        columns.transaction = ints(reader);
        columns.firstItem = ints(reader);
        columns.items = ints(reader);
        columns.table = ints(reader);
        columns.condition = ints(reader);
        columns.aggregate = reader.text();
        columns.aggregateColumn = ints(reader);
        columns.aggregateValue = longs(reader);
        columns.seesFirst = ints(reader);
        columns.seesKey = ints(reader);
        columns.seesValue = ints(reader);
        columns.snapshot = ints(reader);
        columns.upTo = longs(reader);
        columns.butFirst = ints(reader);
        columns.but = longs(reader);
        columns.number = longs(reader);
        columns.snapshotOf = ints(reader);
        if (reader.hasMore()) {
            throw BadHistoryException.atOffset(reader.position(), "the block \"rows\" goes on behind its last array");
        }
        reader.finish("");
        columns.number = columns.number.length == 0 ? null : columns.number;
        columns.snapshotOf = columns.snapshotOf.length == 0 ? null : columns.snapshotOf;
        return columns;
    }

    private static int[] ints(BinaryBlockReader reader) throws IOException {
        ByteBuffer bytes = whole(reader, Integer.BYTES);
        int[] ints = new int[bytes.remaining() / Integer.BYTES];
        bytes.asIntBuffer().get(ints);
        return ints;
    }

    private static long[] longs(BinaryBlockReader reader) throws IOException {
        ByteBuffer bytes = whole(reader, Long.BYTES);
        long[] longs = new long[bytes.remaining() / Long.BYTES];
        bytes.asLongBuffer().get(longs);
        return longs;
    }

    private static ByteBuffer whole(BinaryBlockReader reader, int width) throws IOException {
        long at = reader.position();
        byte[] bytes = reader.text();
        if (bytes.length % width != 0) {
            throw BadHistoryException.atOffset(at, "expected an array of elements of " + width + " bytes");
        }
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Holds the arrays to what {@link Rows} promises, all other blocks being checked, and makes rows of them. */
    static Rows check(Rows.Columns columns, HistoryColumns history, BinaryDirectory directory)
            throws BadHistoryException {
        RowsBlock block = new RowsBlock(directory, columns);
        block.check(history);
        try {
            return Rows.of(columns, history.scalars);
        } catch (ConditionException e) {
            throw block.bad(e.getMessage());
        }
    }

    private BadHistoryException bad(String problem) {
        return directory.bad(BinaryBlock.ROWS, 0, "in the block \"rows\": " + problem);
    }

    private void check(HistoryColumns history) throws BadHistoryException {
        int predicates = columns.transaction.length;
        codes("tables", columns.tableCode);
        codes("columns", columns.columnCode);
        codes("conditions", columns.conditionCode);
        codes("values", columns.imageValue);
        length("versions", columns.imageFirst.length, columns.imageOp.length + 1);
        stretches("versions", columns.imageFirst, columns.imageColumn.length);
        length("values", columns.imageValue.length, columns.imageColumn.length);
        range("columns of versions", columns.imageColumn, 0, columns.columnCode.length);
        range("writes", columns.imageOp, 0, history.kind.length);
        for (int i = 0; i < columns.imageOp.length; i++) {
            if (i > 0 && columns.imageOp[i] <= columns.imageOp[i - 1]
                    || history.kind[columns.imageOp[i]] != OpKind.WRITE) {
                throw bad("expected the numbers of writes, ascending");
            }
        }
        length("first items", columns.firstItem.length, predicates);
        length("items", columns.items.length, predicates);
        length("tables", columns.table.length, predicates);
        length("conditions", columns.condition.length, predicates);
        length("aggregates", columns.aggregate.length, predicates);
        length("columns of aggregates", columns.aggregateColumn.length, predicates);
        length("values of aggregates", columns.aggregateValue.length, predicates);
        length("snapshots", columns.snapshot.length, predicates);
        length("version sets", columns.seesFirst.length, predicates + 1);
        range("transactions", columns.transaction, 1, history.firstOp.length - 1);
        range("tables", columns.table, 0, columns.tableCode.length);
        range("conditions", columns.condition, 0, columns.conditionCode.length);
        range("columns of aggregates", columns.aggregateColumn, -1, columns.columnCode.length);
        codes("values of aggregates", columns.aggregateValue);
        range("snapshots", columns.snapshot, RowSegment.EXPLICIT, columns.upTo.length);
        stretches("version sets", columns.seesFirst, columns.seesKey.length);
        length("versions seen", columns.seesValue.length, columns.seesKey.length);
        range("rows seen", columns.seesKey, 0, history.keyCode.length);
        range("versions seen", columns.seesValue, 1, history.writer.length);
        length("snapshots", columns.butFirst.length, columns.upTo.length + 1);
        stretches("snapshots", columns.butFirst, columns.but.length);
        predicates(history);
        if (columns.number != null) {
            length("numbers of transactions", columns.number.length, history.firstOp.length - 1);
        }
        if (columns.snapshotOf != null) {
            length("snapshots of transactions", columns.snapshotOf.length, history.firstOp.length - 1);
            range("snapshots of transactions", columns.snapshotOf, -1, columns.upTo.length);
        }
    }

    /** They stand in order, and what came back are reads of their transaction. */
    private void predicates(HistoryColumns history) throws BadHistoryException {
        int after = 0;
        for (int p = 0; p < columns.transaction.length; p++) {
            int t = columns.transaction[p];
            after = Math.max(after, history.firstOp[t]);
            int from = columns.firstItem[p];
            int items = columns.items[p];
            if (p > 0 && t < columns.transaction[p - 1]
                    || from < after
                    || items < 0
                    || items > history.firstOp[t + 1] - from) {
                throw bad("expected predicate reads in the order of operations");
            }
            for (int op = from; op < from + items; op++) {
                if (history.kind[op] != OpKind.READ) {
                    throw bad("expected that rows which came back are reads");
                }
            }
            after = from + items;
            byte aggregate = columns.aggregate[p];
            if (aggregate < -1 || aggregate >= Rows.Aggregate.values().length || aggregate >= 0 && items > 0) {
                throw bad("expected an aggregate or rows");
            }
            if (aggregate > Rows.Aggregate.COUNT.ordinal() != columns.aggregateColumn[p] >= 0) {
                throw bad("expected a column for every aggregate but count");
            }
        }
    }

    private void codes(String what, long[] codes) throws BadHistoryException {
        for (long code : codes) {
            if (code < Scalars.FIRST_PLAIN && code - Long.MIN_VALUE >= directory.scalars) {
                throw bad("expected codes of scalars as " + what);
            }
        }
    }

    private void length(String what, int length, int expected) throws BadHistoryException {
        if (length != expected) {
            throw bad("expected " + expected + " " + what + ", found " + length);
        }
    }

    private void range(String what, int[] numbers, int least, int end) throws BadHistoryException {
        for (int number : numbers) {
            if (number < least || number >= end) {
                throw bad("expected " + what + " from " + least + " to " + (end - 1) + ", found " + number);
            }
        }
    }

    private void stretches(String what, int[] first, int end) throws BadHistoryException {
        int last = 0;
        for (int start : first) {
            if (start < last) {
                throw bad("expected ascending places of " + what);
            }
            last = start;
        }
        if (first[0] != 0 || last != end) {
            throw bad("expected places of " + what + " from 0 to " + end);
        }
    }
}
