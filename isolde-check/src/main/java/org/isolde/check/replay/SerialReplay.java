package org.isolde.check.replay;

import org.isolde.check.CommitOrder;
import org.isolde.check.facts.Counted;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/**
 * Replays transactions one after the other. If every read of the counted transactions, in the order of the input, saw the last
 * write of its key before it, that order is a commit order for every level by commit order at once, up to serializability;
 * and no read can be from thin air, aborted, intermediate or of the future. One walk over the history, and nothing else, then
 * decides all of them.
 *
 * <p>A compare-and-set that failed says that the value was another one than it expected. It makes no level harder but ser and
 * sser, for which an order has to explain it too: how many it leaves unexplained is counted.
 */
public final class SerialReplay {
    private final History history;
    private final int[] current;
    private int unexplainedFailures;

    private SerialReplay(History history) {
        this.history = history;
        this.current = new int[history.keys()];
    }

    /**
     * Replays the order of the input. Given version orders are not replayed.
     *
     * @return null if it does not explain every read
     */
    public static SerialReplay ofInput(Counted counted, boolean sessionOrder) {
        History history = counted.history();
        if (history.versionChains() > 0) {
            return null;
        }
        SerialReplay replay = new SerialReplay(history);
        return replay.explains(counted, sessionOrder) ? replay : null;
    }

    /** Whether an order explains every read, and every compare-and-set that failed. For registers. */
    public static boolean explains(History history, CommitOrder order) {
        SerialReplay replay = new SerialReplay(history);
        boolean explained = true;
        for (int place = 0; place < order.size(); place++) {
            explained &= replay.step(order.transaction(place));
        }
        return explained && replay.unexplainedFailures == 0;
    }

    /** How many compare-and-sets failed although, in this order, the value was the one that they expected. */
    public static int unexplainedFailures(History history, CommitOrder order) {
        SerialReplay replay = new SerialReplay(history);
        for (int place = 0; place < order.size(); place++) {
            replay.step(order.transaction(place));
        }
        return replay.unexplainedFailures;
    }

    /** How many compare-and-sets failed although the value was the one that they expected. */
    public int unexplainedFailures() {
        return unexplainedFailures;
    }

    private boolean explains(Counted counted, boolean sessionOrder) {
        IntList[] lists = history.hasLists() ? new IntList[history.keys()] : null;
        int[] lastOfSession = new int[history.sessions()];
        int transactions = history.transactions();
        for (int place = 0; place < transactions; place++) {
            int t = history.arrival(place);
            if (!counted.counts(t)) {
                continue;
            }
            int session = history.session(t);
            if ((sessionOrder && t < lastOfSession[session]) || !(lists == null ? step(t) : listStep(t, lists))) {
                return false;
            }
            lastOfSession[session] = t;
        }
        return true;
    }

    /** Runs one transaction on the current values; whether its reads saw them. */
    private boolean step(int t) {
        boolean explained = true;
        int end = history.firstOp(t + 1);
        for (int op = history.firstOp(t); op < end; op++) {
            byte kind = history.kind(op);
            if (OpKind.isWrite(kind)) {
                current[history.key(op)] = history.value(op);
            } else {
                explained &= look(op, kind);
            }
        }
        return explained;
    }

    private boolean look(int op, byte kind) {
        boolean same = current[history.key(op)] == history.value(op);
        if (kind == OpKind.CAS_FAILED) {
            unexplainedFailures += same ? 1 : 0;
            return true;
        }
        return same;
    }

    /** The same where there are lists: appends what a transaction appends; whether its reads saw values and whole lists. */
    private boolean listStep(int t, IntList[] lists) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            byte kind = history.kind(op);
            int key = history.key(op);
            if (OpKind.isWrite(kind)) {
                current[key] = history.value(op);
                lists[key] = lists[key] == null ? new IntList() : lists[key];
                lists[key].add(history.value(op));
            } else if (kind == OpKind.LIST_READ ? !isWhole(history.listOf(op), lists[key]) : !look(op, kind)) {
                return false;
            }
        }
        return true;
    }

    private boolean isWhole(int list, IntList elements) {
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
