package org.isolde.generate;

import java.util.Arrays;
import java.util.Map;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryBuilder;
import org.isolde.history.OpKind;
import org.isolde.history.Segment;
import org.isolde.history.Status;

/**
 * Makes of a generated history the same one in another order of arrival.
 *
 * <p>Invariant: nothing but the order changes, and a session's transactions keep theirs.
 */
final class Rearrangement {
    private final History history;
    private final HistoryBuilder builder = new HistoryBuilder();
    private final Segment segment = builder.segment();
    private long[] elements = new long[64];

    private Rearrangement(History history) {
        this.history = history;
    }

    static History of(History history, ArrivalOrder order, RandomSource random) {
        return switch (order) {
            case ENDS -> history;
            // transactions are numbered session by session
            case SESSIONS -> new Rearrangement(history).inOrder(sessions(history));
            case SHUFFLED -> new Rearrangement(history).inOrder(shuffled(sessions(history), random));
        };
    }

    /** The session of each transaction. */
    private static int[] sessions(History history) {
        int[] sessions = new int[history.transactions()];
        for (int t = 1; t <= sessions.length; t++) {
            sessions[t - 1] = history.session(t);
        }
        return sessions;
    }

    private static int[] shuffled(int[] sessions, RandomSource random) {
        for (int left = sessions.length; left > 1; left--) {
            int drawn = random.below(left);
            int session = sessions[drawn];
            sessions[drawn] = sessions[left - 1];
            sessions[left - 1] = session;
        }
        return sessions;
    }

    /**
     * @param sessions whose turn it is, place by place
     */
    private History inOrder(int[] sessions) {
        int[] next = new int[history.sessions()];
        for (int session = 0; session < next.length; session++) {
            next[session] = history.firstTransaction(session);
        }
        for (int session : sessions) {
            copy(next[session]++);
        }
        for (int chain = 0; chain < history.versionChains(); chain++) {
            segment.versions(
                    history.keyCode(history.versionChainKey(chain)),
                    Arrays.stream(history.versionChain(chain))
                            .mapToLong(history::valueCode)
                            .toArray());
        }
        builder.initialValue(history.initialCode(), segment.scalars());
        for (Map.Entry<String, String> field : history.header().entrySet()) {
            builder.header(field.getKey(), field.getValue());
        }
        try {
            return builder.build();
        } catch (BadHistoryException e) {
            throw new IllegalStateException("a history in another order is none any more", e);
        }
    }

    /** Copies a transaction; ids, keys and values of generated histories are numbers, which are their own codes. */
    private void copy(int t) {
        segment.begin(history.sessionCode(history.session(t)), history.idCode(t), 0);
        segment.status(history.status(t));
        if (history.hasRealTime()) {
            segment.realTime(history.begin(t), history.end(t));
        }
        if (history.hasTimestamps()) {
            segment.start(history.startPhysical(t), history.startLogical(t));
            if (history.status(t) == Status.COMMITTED) {
                segment.commit(history.commitPhysical(t), history.commitLogical(t));
            }
        }
        if (history.hasOrder() && !Double.isNaN(history.order(t))) {
            segment.order(history.order(t));
        }
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            long key = history.keyCode(history.key(op));
            if (history.kind(op) == OpKind.LIST_READ) {
                copyList(key, history.listOf(op));
            } else {
                segment.op(history.kind(op), key, history.valueCode(history.value(op)));
            }
        }
    }

    private void copyList(long key, int list) {
        int first = history.listFirst(list);
        int count = history.listFirst(list + 1) - first;
        elements = count <= elements.length ? elements : new long[2 * count];
        for (int i = 0; i < count; i++) {
            elements[i] = history.valueCode(history.listElement(first + i));
        }
        segment.listRead(key, elements, count);
    }
}
