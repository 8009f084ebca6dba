package org.isolde.check;

import org.isolde.history.History;

/**
 * Replays the transactions in a given order, as if they had run one after the other. If every read saw the last write
 * before it, that order is a commit order for every level by commit order at once, up to serializability.
 */
final class Replay {
    private Replay() {}

    /** Whether every external read saw the latest version in this order. */
    static boolean isSerial(Subject subject, CausalOrder order) {
        History history = subject.history;
        int[] lastWriter = new int[history.keys()];
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            int first = history.firstOp(t);
            int end = history.firstOp(t + 1);
            boolean writes = false;
            for (int op = first; op < end; op++) {
                if (history.isWrite(op)) {
                    writes = true;
                } else {
                    int source = subject.source(op, t);
                    if (source >= 0 && lastWriter[history.key(op)] != source) {
                        return false;
                    }
                }
            }
            if (writes) {
                for (int op = first; op < end; op++) {
                    if (history.isWrite(op)) {
                        lastWriter[history.key(op)] = t;
                    }
                }
            }
        }
        return true;
    }
}
