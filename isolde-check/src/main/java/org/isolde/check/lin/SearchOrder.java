package org.isolde.check.lin;

import java.util.Arrays;

/**
 * Makes an order of operations of what {@link Search} has noted down. Writes that were passed there get the
 * places that had gone by: before the last plain write, or before what last replaced their own value, whichever is later.
 * Operations that may have happened and that nobody noticed are left out.
 */
final class SearchOrder {
    private final SearchColumns ops;
    private final int[] log;
    /** The last of those to stand right before an entry of the log, and the one before each; -1 at the end. */
    private final int[] inserted;

    private final int[] insertedBefore;

    SearchOrder(SearchColumns ops, int[] log) {
        this.ops = ops;
        this.log = log;
        this.inserted = new int[log.length];
        this.insertedBefore = new int[ops.size];
    }

    int[] transactions() {
        Arrays.fill(inserted, -1);
        findPlaces();
        int[] order = new int[log.length];
        int size = 0;
        for (int i = 0; i < log.length; i++) {
            for (int op = inserted[i]; op >= 0; op = insertedBefore[op]) {
                order[size++] = op;
            }
            if (log[i] != MOVED) {
                order[size++] = log[i];
            }
        }
        return withoutIdle(order, size);
    }

    private static final int MOVED = -1;

    private void findPlaces() {
        int lastWrite = -1;
        int[] left = new int[ops.values];
        Arrays.fill(left, -1);
        int value = 0;
        for (int i = 0; i < log.length; i++) {
            int entry = log[i];
            if (entry < 0) {
                int op = ~entry;
                log[i] = op;
                if (ops.written[op] != value) {
                    int place = Math.max(lastWrite, left[ops.written[op]]);
                    insertedBefore[op] = inserted[place];
                    inserted[place] = op;
                    log[i] = MOVED;
                }
                continue;
            }
            int written = written(entry);
            if (written >= 0) {
                left[value] = i;
                value = written;
                lastWrite = isPlainWrite(entry) ? i : lastWrite;
            }
        }
    }

    private int written(int entry) {
        if (entry >= ops.size) {
            return ops.classWritten[ops.classOf(entry - ops.size)];
        }
        return ops.kind[entry] == SearchColumns.READ ? -1 : ops.written[entry];
    }

    private boolean isPlainWrite(int entry) {
        return entry < ops.size
                ? ops.kind[entry] == SearchColumns.WRITE
                : ops.classExpected[ops.classOf(entry - ops.size)] < 0;
    }

    private int[] withoutIdle(int[] order, int size) {
        boolean noticed = false;
        int kept = size;
        for (int i = size - 1; i >= 0; i--) {
            if (order[i] >= ops.size && !noticed) {
                continue;
            }
            noticed = !isPlainWrite(order[i]);
            order[--kept] = order[i];
        }
        int[] transactions = Arrays.copyOfRange(order, kept, size);
        for (int i = 0; i < transactions.length; i++) {
            int entry = transactions[i];
            transactions[i] = entry < ops.size ? ops.transaction[entry] : ops.maybeTransaction[entry - ops.size];
        }
        return transactions;
    }
}
