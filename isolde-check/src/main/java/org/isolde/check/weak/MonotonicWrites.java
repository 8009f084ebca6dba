package org.isolde.check.weak;

import java.util.function.IntFunction;
import org.isolde.check.Edge.Premise;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.ExternalReads;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Ranges;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;

/**
 * Monotonic writes: whoever reads from a session also sees the session's earlier writes.
 *
 * <p>If a transaction reads from several transactions of a session, the last of them has all the others' predecessors; so
 * for each session read from and each key read, one look-up finds the last writer of the key before it in its session.
 */
final class MonotonicWrites implements Saturation {
    private final Facts facts;
    private final History history;
    private final CausalOrder order;
    private final WriterIndex index;

    /**
     * @param index the writers by key and session: its lanes must be sessions
     */
    MonotonicWrites(Facts facts, CausalOrder order, WriterIndex index) {
        this.facts = facts;
        this.history = facts.history;
        this.order = order;
        this.index = index;
    }

    @Override
    public void saturate(IntFunction<EdgeSink> sinks) {
        if (facts.sessionOrder) {
            Ranges.transactions(history, (worker, from, to) -> new Walk(sinks.apply(worker)).run(from, to));
        }
    }

    private final class Walk {
        private final EdgeSink sink;
        private final ExternalReads reads = new ExternalReads(facts);
        /** The last transaction of each session that the current one reads from, and for which one that holds. */
        private final int[] lastOfSession = new int[history.sessions()];

        private final int[] heldFor = new int[history.sessions()];
        private final IntList sessions = new IntList();

        Walk(EdgeSink sink) {
            this.sink = sink;
        }

        void run(int from, int to) {
            for (int t3 = from; t3 < to; t3++) {
                if (!facts.counts(t3)) {
                    continue;
                }
                reads.of(t3);
                sessions.clear();
                for (int i = 0; i < reads.count; i++) {
                    int source = reads.source[i];
                    if (source == History.INITIAL) {
                        continue;
                    }
                    int session = history.session(source);
                    if (heldFor[session] != t3) {
                        heldFor[session] = t3;
                        lastOfSession[session] = source;
                        sessions.add(session);
                    } else {
                        lastOfSession[session] = Math.max(lastOfSession[session], source);
                    }
                }
                for (int s = 0; s < sessions.size(); s++) {
                    int session = sessions.get(s);
                    for (int i = 0; i < reads.count; i++) {
                        int t2 = lastWriterBefore(reads.key[i], session, lastOfSession[session]);
                        if (t2 != 0 && t2 != reads.source[i]) {
                            sink.edge(t2, reads.source[i], t3, reads.key[i], Premise.SESSION_WRITE);
                        }
                    }
                }
            }
        }

        /** The last transaction of a session before {@code before} that writes the key, or 0. */
        private int lastWriterBefore(int key, int session, int before) {
            int cell = index.cell(key, session);
            if (cell < 0) {
                return 0;
            }
            int low = index.cellFirst[cell];
            int high = index.cellFirst[cell + 1];
            int start = low;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (order.transaction(index.writer[middle]) < before) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low == start ? 0 : order.transaction(index.writer[low - 1]);
        }
    }
}
