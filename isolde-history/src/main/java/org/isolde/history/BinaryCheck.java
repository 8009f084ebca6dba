package org.isolde.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.atomic.LongAdder;

/**
 * Holds the columns of a binary history to the promises of {@link History}, so that no checker stumbles over a forged file.
 *
 * <p>Every element is in its range already. What is left is that elements agree with each other: stretches follow one another,
 * a value's writer wrote it, and every other write of it is known to be repeated. Only columns that are walked through in
 * order are compared; that the readers of a value name its writer's key is taken on trust, as that would cost more than the
 * reading does.
 */
final class BinaryCheck {
    /** Transactions or values that are checked at a time: few enough that the loops over them are compiled early. */
    private static final int STRETCH = 1 << 13;

    private final HistoryColumns columns;
    private final BinaryDirectory directory;
    private final int transactions;

    BinaryCheck(HistoryColumns columns, BinaryDirectory directory) {
        this.columns = columns;
        this.directory = directory;
        this.transactions = (int) directory.transactions;
    }

    /** Checks, and fills the columns that the file leaves out. */
    void check(int[] chainFirst, int threads) throws BadHistoryException {
        long initial = directory.initialCode;
        if (initial < Scalars.FIRST_PLAIN && initial - Long.MIN_VALUE >= directory.scalars) {
            throw BadHistoryException.atOffset(64, "expected the code of a scalar as the initial value");
        }
        stretches(BinaryBlock.FIRST_OP, columns.firstOp, 0, (int) directory.operations);
        if (columns.firstOp[1] != 0) {
            throw directory.bad(BinaryBlock.FIRST_OP, 1, "the initial transaction has no operations of its own");
        }
        stretches(BinaryBlock.SESSION_FIRST, columns.sessionFirst, 1, transactions + 1);
        stretches(BinaryBlock.CHAIN_FIRST, chainFirst, 0, directory.elements(BinaryBlock.CHAIN_VALUE));
        fillSessions();
        fillStatus();
        arrival();
        lists();
        if (columns.writer[0] != History.INITIAL || columns.writeOp[0] != -1) {
            throw directory.bad(BinaryBlock.WRITER, 0, "value 0 is written by the initial transaction");
        }
        repeatedWrites();
        gaps();
        operations(threads);
    }

    private void stretches(BinaryBlock block, int[] first, int from, int to) throws BadHistoryException {
        int last = from;
        for (int i = 0; i < first.length; i++) {
            if (first[i] < last) {
                throw directory.bad(block, i, "expected at least " + last + " in the block \"" + block.text() + "\"");
            }
            last = first[i];
        }
        if (first[0] != from) {
            throw directory.bad(block, 0, "expected the block \"" + block.text() + "\" to begin with " + from);
        }
        if (last != to) {
            throw directory.bad(
                    block, first.length - 1, "expected the block \"" + block.text() + "\" to end with " + to);
        }
    }

    private void increasing(BinaryBlock block, int[] numbers) throws BadHistoryException {
        for (int i = 1; i < numbers.length; i++) {
            if (numbers[i] <= numbers[i - 1]) {
                throw directory.bad(block, i, "expected ascending numbers in the block \"" + block.text() + "\"");
            }
        }
    }

    private void fillSessions() {
        int[] session = new int[transactions + 1];
        session[0] = -1;
        for (int s = 0; s + 1 < columns.sessionFirst.length; s++) {
            Arrays.fill(session, columns.sessionFirst[s], columns.sessionFirst[s + 1], s);
        }
        columns.session = session;
    }

    private void fillStatus() throws BadHistoryException {
        if (columns.status == null) {
            columns.status = new byte[transactions + 1];
        }
        if (columns.status[0] != Status.COMMITTED.ordinal()) {
            throw directory.bad(BinaryBlock.STATUS, 0, "the initial transaction is committed");
        }
        int or = 0;
        for (byte status : columns.status) {
            or |= status;
        }
        columns.allCommitted = or == 0;
    }

    private void arrival() throws BadHistoryException {
        if (columns.arrival == null) {
            return;
        }
        BitSet seen = new BitSet(transactions + 1);
        for (int place = 0; place < columns.arrival.length; place++) {
            if (seen.get(columns.arrival[place])) {
                throw directory.bad(
                        BinaryBlock.ARRIVAL, place, "transaction " + columns.arrival[place] + " arrives twice");
            }
            seen.set(columns.arrival[place]);
        }
    }

    private void lists() throws BadHistoryException {
        if (columns.listOp == null) {
            return;
        }
        increasing(BinaryBlock.LIST_OP, columns.listOp);
        for (int list = 0; list < columns.listOp.length; list++) {
            if (columns.kind[columns.listOp[list]] != OpKind.LIST_READ) {
                throw directory.bad(BinaryBlock.LIST_OP, list, "expected the number of a list read");
            }
        }
        stretches(BinaryBlock.LIST_FIRST, columns.listFirst, 0, directory.elements(BinaryBlock.LIST_ELEMENT));
    }

    // ---- operations and values

    private void operations(int threads) throws BadHistoryException {
        LongAdder listReads = new LongAdder();
        LongAdder writes = new LongAdder();
        LongAdder written = new LongAdder();
        try {
            Workers.run(threads, worker -> {
                int from = (int) (transactions * (long) worker / threads) + 1;
                int to = (int) (transactions * (worker + 1L) / threads) + 1;
                for (long t = from; t < to; t += STRETCH) {
                    part((int) t, (int) Math.min(to, t + STRETCH), listReads, writes);
                }
                int values = columns.writer.length;
                int last = (int) (values * (worker + 1L) / threads);
                for (long v = Math.max(1, values * (long) worker / threads); v < last; v += STRETCH) {
                    values((int) v, (int) Math.min(last, v + STRETCH), written);
                }
            });
        } catch (BadHistoryException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int lists = columns.listOp == null ? 0 : columns.listOp.length;
        if (listReads.sum() != lists) {
            throw directory.bad(
                    BinaryBlock.KIND,
                    0,
                    "expected " + lists + " list reads as in the block \"list op\", found " + listReads.sum());
        }
        // each written value has a write of its own, and each repeated write is another one
        if (writes.sum() - written.sum() != columns.repeatedWrites.length) {
            throw directory.bad(
                    BinaryBlock.REPEATED_WRITES,
                    0,
                    "expected " + (writes.sum() - written.sum()) + " repeated writes, found "
                            + columns.repeatedWrites.length);
        }
    }

    private void gaps() throws BadHistoryException {
        if (columns.gaps == null) {
            return;
        }
        increasing(BinaryBlock.GAPS, columns.gaps);
        for (int i = 0; i < columns.gaps.length; i++) {
            if (columns.session[columns.gaps[i]] != columns.session[columns.gaps[i] - 1]) {
                throw directory.bad(
                        BinaryBlock.GAPS, i, "expected a transaction that has another before it in its session");
            }
        }
    }

    private void repeatedWrites() throws BadHistoryException {
        increasing(BinaryBlock.REPEATED_WRITES, columns.repeatedWrites);
        for (int i = 0, t = 1; i < columns.repeatedWrites.length; i++) {
            int op = columns.repeatedWrites[i];
            while (columns.firstOp[t + 1] <= op) {
                t++;
            }
            if (!OpKind.isWrite(columns.kind[op])
                    || columns.status[t] == Status.ABORTED.ordinal()
                    || columns.writeOp[columns.value[op]] == op) {
                throw directory.bad(
                        BinaryBlock.REPEATED_WRITES, i, "expected the number of a write of another write's value");
            }
        }
    }

    /** Operations of transactions {@code from .. to - 1}: their kinds; counts list reads, and writes that did not abort. */
    private void part(int from, int to, LongAdder allListReads, LongAdder allWrites) throws BadHistoryException {
        byte[] kind = columns.kind;
        int lists = 0;
        int writes = 0;
        for (int t = from; t < to; t++) {
            int first = columns.firstOp[t];
            int end = columns.firstOp[t + 1];
            boolean aborted = columns.status[t] == Status.ABORTED.ordinal();
            for (int op = first; op < end; op++) {
                int k = kind[op];
                writes += k & 1;
                if (k > OpKind.WRITE) {
                    lists += k == OpKind.LIST_READ ? 1 : 0;
                    compareAndSet(op, first, end);
                }
                if (aborted && (k & 1) != 0) {
                    writes--;
                    int value = columns.value[op];
                    if (value != 0 && columns.writeOp[value] < 0) {
                        throw directory.bad(BinaryBlock.VALUE, op, "a value that is written has no writer");
                    }
                }
            }
        }
        allListReads.add(lists);
        allWrites.add(writes);
    }

    private void compareAndSet(int op, int first, int end) throws BadHistoryException {
        byte[] kind = columns.kind;
        if (kind[op] == OpKind.CAS_READ
                && (op + 1 == end || kind[op + 1] != OpKind.CAS_WRITE || columns.key[op + 1] != columns.key[op])) {
            throw directory.bad(BinaryBlock.KIND, op, "a compare-and-set reads without writing");
        }
        if (kind[op] == OpKind.CAS_WRITE && (op == first || kind[op - 1] != OpKind.CAS_READ)) {
            throw directory.bad(BinaryBlock.KIND, op, "a compare-and-set writes without reading");
        }
    }

    /** Writers of values {@code from .. to - 1}; counts the values whose writer did not abort. */
    private void values(int from, int to, LongAdder allWritten) throws BadHistoryException {
        int[] firstOp = columns.firstOp;
        int written = 0;
        for (int v = from; v < to; v++) {
            int writer = columns.writer[v];
            int op = columns.writeOp[v];
            boolean right = writer == History.NOBODY
                    ? op == -1
                    : writer > 0
                            && firstOp[writer] <= op
                            && op < firstOp[writer + 1]
                            && columns.value[op] == v
                            && OpKind.isWrite(columns.kind[op]);
            if (!right) {
                throw directory.bad(BinaryBlock.WRITER, v, "transaction " + writer + " did not write value " + v);
            }
            written += writer > 0 && columns.status[writer] != Status.ABORTED.ordinal() ? 1 : 0;
        }
        allWritten.add(written);
    }
}
