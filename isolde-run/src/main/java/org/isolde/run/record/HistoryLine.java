package org.isolde.run.record;

import org.isolde.history.OpKind;
import org.isolde.history.Scalars;
import org.isolde.history.Status;
import org.isolde.history.format.TransactionWriter;
import org.isolde.run.Session;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.rows.RowAnswer;

/**
 * One transaction as a line of the native format, with its line feed. Used again and again by one thread, so that making
 * a line allocates nothing once the longest has been seen. (Lines of rows do: their names are texts.)
 *
 * <p>A recorder knows numbers alone. Those near {@link Long#MIN_VALUE} are no codes, so they go through the table.
 */
final class HistoryLine {
    /** The names of rows gather in the table; beyond so many it is made anew. */
    private static final int MOST_NAMES = 1 << 16;

    private Scalars scalars;
    private TransactionWriter line;
    private RowLine rows;

    HistoryLine() {
        renew();
    }

    private void renew() {
        scalars = new Scalars();
        line = new TransactionWriter(scalars);
        rows = new RowLine(scalars, line);
    }

    /** The line is the first {@link #length} of these. */
    byte[] bytes() {
        return line.bytes();
    }

    int length() {
        return line.length();
    }

    /** Makes the line; the one before is gone. */
    void encode(
            long session,
            Status status,
            String reason,
            OperationList operations,
            long begin,
            long end,
            Timestamps timestamps) {
        if (scalars.size() > MOST_NAMES) {
            renew();
        }
        line.clear();
        line.begin(scalars.number(session), TransactionWriter.NONE, TransactionWriter.NONE, status, reason);
        for (int i = 0; i < operations.size(); i++) {
            operation(operations, i);
        }
        for (RowAnswer answer : operations.answers()) {
            rows.answer(answer);
        }
        line.endOperations();
        line.realTime(begin, end);
        if (timestamps != null && status == Status.COMMITTED) {
            line.start(timestamps.start(), timestamps.startLogical());
            line.commit(timestamps.commit(), timestamps.commitLogical());
        }
        rows.mark(operations.mark());
        line.end();
    }

    private void operation(OperationList operations, int index) {
        byte kind = operations.kind(index);
        long key = scalars.number(operations.key(index));
        switch (kind) {
            case OpKind.LIST_READ -> {
                long[] elements = codes(operations.list(index));
                line.listRead(key, elements, elements.length);
            }
            case OpKind.CAS_WRITE -> {
                line.operation(OpKind.CAS_READ, key, value(operations.expected(index)));
                line.operation(OpKind.CAS_WRITE, key, scalars.number(operations.value(index)));
            }
            case OpKind.CAS_FAILED -> line.operation(kind, key, value(operations.expected(index)));
            case OpKind.READ, OpKind.WRITE, OpKind.APPEND -> line.operation(kind, key, value(operations.value(index)));
            default -> throw new IllegalArgumentException("no kind of a recorded operation: " + kind);
        }
    }

    private long value(long value) {
        return value == Session.ABSENT ? Scalars.NULL : scalars.number(value);
    }

    private long[] codes(long[] numbers) {
        for (int i = 0; i < numbers.length; i++) {
            if (!Scalars.isPlain(numbers[i])) {
                long[] codes = numbers.clone();
                for (int j = i; j < codes.length; j++) {
                    codes[j] = scalars.number(codes[j]);
                }
                return codes;
            }
        }
        return numbers;
    }
}
