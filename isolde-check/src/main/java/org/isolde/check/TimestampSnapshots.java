package org.isolde.check;

import org.isolde.check.timestamps.EventOrder;
import org.isolde.history.History;
import org.isolde.history.Level;

/**
 * Whose version of a key a transaction must see, by the database's timestamps. Each answer takes a look at the whole history:
 * for reports, not for loops.
 */
public final class TimestampSnapshots {
    private final History history;
    private final EventOrder order;

    /** @param level si, ser or sser */
    public TimestampSnapshots(History history, Level level) {
        this.history = history;
        this.order = new EventOrder(history, level);
    }

    /** The last writer of a key that a transaction must see; the initial transaction if there is none. */
    public int writer(int transaction, int key) {
        int last = History.INITIAL;
        for (int t = 1; t <= history.transactions(); t++) {
            if (t != transaction
                    && order.takesPart(t)
                    && writes(t, key)
                    && order.isBefore(t, transaction)
                    && (last == History.INITIAL || order.commitsBefore(last, t))) {
                last = t;
            }
        }
        return last;
    }

    private boolean writes(int t, int key) {
        for (int op = history.firstOp(t), end = history.firstOp(t + 1); op < end; op++) {
            if (history.key(op) == key && history.isWrite(op)) {
                return true;
            }
        }
        return false;
    }
}
