package org.isolde.check.expected;

import java.util.function.Consumer;
import org.isolde.check.refute.Contradiction;
import org.isolde.history.History;

/** Where a serial order has transactions the other way round than their session, or real time. An unknown one precedes nothing. */
final class OrderBreaks {
    private final History history;
    private final int[] order;

    OrderBreaks(History history, int[] order) {
        this.history = history;
        this.order = order;
    }

    void ofSessions(Consumer<Contradiction.OutOfOrder> found) {
        int[] last = new int[history.sessions()];
        for (int t : order) {
            int session = history.session(t);
            if (t > last[session]) {
                last[session] = t;
            } else if (history.isCommitted(t)) {
                found.accept(new Contradiction.OutOfOrder(t, last[session], false));
            }
        }
    }

    void ofTime(Consumer<Contradiction.OutOfOrder> found) {
        int latest = 0;
        for (int t : order) {
            if (latest == 0 || history.begin(t) > history.begin(latest)) {
                latest = t;
            } else if (history.isCommitted(t) && history.end(t) < history.begin(latest)) {
                found.accept(new Contradiction.OutOfOrder(t, latest, true));
            }
        }
    }
}
