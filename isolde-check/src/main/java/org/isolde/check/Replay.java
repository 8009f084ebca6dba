package org.isolde.check;

import org.isolde.history.History;
import org.isolde.history.OpKind;

/**
 * Replays the counted transactions in the order of the input, as if they had run one after the other. If every read saw
 * the last write of its key before it, the order of the input is a commit order for every level by commit order at once,
 * up to serializability; and no read can be from thin air, aborted, intermediate or of the future. One walk over the
 * history, and nothing else, then decides all of them.
 */
final class Replay {
    private Replay() {}

    /** Whether the order of the input explains every read. Lists and given version orders are not replayed. */
    static boolean explains(Subject subject) {
        History history = subject.history;
        if (history.hasLists() || history.versionChains() > 0 || history.hasRepeatedWrites()) {
            return false;
        }
        int[] current = new int[history.keys()];
        int[] lastOfSession = new int[history.sessions()];
        int transactions = history.transactions();
        for (int place = 0; place < transactions; place++) {
            int t = history.arrival(place);
            if (!subject.counts(t)) {
                continue;
            }
            int session = history.session(t);
            if ((subject.sessionOrder && t < lastOfSession[session]) || !step(history, t, current)) {
                return false;
            }
            lastOfSession[session] = t;
        }
        return true;
    }

    /** Runs one transaction on the current values; whether its reads saw them. */
    private static boolean step(History history, int t, int[] current) {
        int end = history.firstOp(t + 1);
        for (int op = history.firstOp(t); op < end; op++) {
            byte kind = history.kind(op);
            if (OpKind.isWrite(kind)) {
                current[history.key(op)] = history.value(op);
            } else if (kind != OpKind.CAS_FAILED && current[history.key(op)] != history.value(op)) {
                return false;
            }
        }
        return true;
    }
}
