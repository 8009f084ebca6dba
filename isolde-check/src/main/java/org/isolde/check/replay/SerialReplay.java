package org.isolde.check.replay;

import org.isolde.check.facts.Subject;
import org.isolde.check.graph.IntList;

import org.isolde.history.History;
import org.isolde.history.OpKind;

/**
 * Replays the counted transactions in the order of the input, as if they had run one after the other. If every read saw
 * the last write of its key before it, the order of the input is a commit order for every level by commit order at once,
 * up to serializability; and no read can be from thin air, aborted, intermediate or of the future. One walk over the
 * history, and nothing else, then decides all of them.
 */
final class SerialReplay {
    private SerialReplay() {}

    /** Whether the order of the input explains every read. Given version orders are not replayed. */
    static boolean explains(Subject subject) {
        History history = subject.history;
        if (history.versionChains() > 0 || history.hasRepeatedWrites()) {
            return false;
        }
        int[] current = new int[history.keys()];
        IntList[] lists = history.hasLists() ? new IntList[history.keys()] : null;
        int[] lastOfSession = new int[history.sessions()];
        int transactions = history.transactions();
        for (int place = 0; place < transactions; place++) {
            int t = history.arrival(place);
            if (!subject.counts(t)) {
                continue;
            }
            int session = history.session(t);
            if ((subject.sessionOrder && t < lastOfSession[session])
                    || !step(history, t, current)
                    || (lists != null && !listStep(history, t, lists))) {
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

    /** Appends what a transaction appends; whether its list reads saw the whole lists. */
    private static boolean listStep(History history, int t, IntList[] lists) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            int key = history.key(op);
            if (history.isWrite(op)) {
                lists[key] = lists[key] == null ? new IntList() : lists[key];
                lists[key].add(history.value(op));
            } else if (history.kind(op) == OpKind.LIST_READ && !isWhole(history, history.listOf(op), lists[key])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWhole(History history, int list, IntList elements) {
        int first = history.listFirst(list);
        int length = history.listFirst(list + 1) - first;
        if (length != (elements == null ? 0 : elements.size())) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (history.listElement(first + i) != elements.get(i)) {
                return false;
            }
        }
        return true;
    }
}
