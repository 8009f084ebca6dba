package org.isolde.check.plan;

import org.isolde.check.CommitOrder;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/** Rows that were deleted, and whether an order has nobody write one of them behind its deletion. */
final class DeadRows {
    private final History history;
    private final boolean isThere;

    DeadRows(History history) {
        this.history = history;
        boolean found = false;
        for (int op = 0; history.rows() != null && op < history.operations() && !found; op++) {
            found = history.kind(op) == OpKind.DELETE;
        }
        isThere = found;
    }

    boolean isThere() {
        return isThere;
    }

    /** Whether in an order every row that is deleted is deleted last. What one transaction does to a row comes in its own turn. */
    boolean areLast(CommitOrder order) {
        // by key: who wrote it last, and whether that was a deletion
        int[] writer = new int[history.keys()];
        boolean[] isDead = new boolean[history.keys()];
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op)) {
                    int key = history.key(op);
                    if (isDead[key] && writer[key] != t) {
                        return false;
                    }
                    writer[key] = t;
                    isDead[key] = history.kind(op) == OpKind.DELETE;
                }
            }
        }
        return true;
    }
}
