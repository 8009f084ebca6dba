package org.isolde.check.weak;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.isolde.check.Edge.Premise;
import org.isolde.check.facts.ExternalReads;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Ranges;
import org.isolde.history.History;

/**
 * Monotonic reads: what an earlier transaction of the session read from comes before what a later one reads the same key
 * from.
 *
 * <p>A session is walked in order. For each key, {@code pending} are the transactions that the session has observed since
 * it last read the key, and that write it; {@code lastSource} is whom it last read the key from. Everything observed
 * before that is already ordered before {@code lastSource}, so a read names the pending ones and {@code lastSource} only.
 * Each observed transaction is looked at once a session.
 */
final class MonotonicReads implements Saturation {
    private final Facts facts;
    private final History history;

    MonotonicReads(Facts facts) {
        this.facts = facts;
        this.history = facts.history;
    }

    @Override
    public void saturate(IntFunction<EdgeSink> sinks) {
        if (!facts.sessionOrder) {
            return;
        }
        Walk[] walks = new Walk[Ranges.workers(history)];
        Ranges.sessions(history, (worker, from, to) -> {
            if (walks[worker] == null) {
                walks[worker] = new Walk(sinks.apply(worker));
            }
            walks[worker].session(from, to);
        });
    }

    private final class Walk {
        private final EdgeSink sink;
        private final ExternalReads reads = new ExternalReads(facts);
        /** The session (by its first transaction) that observed a transaction last. */
        private final int[] observedBy = new int[history.transactions() + 1];
        /** The session for which a key's entries hold. */
        private final int[] keySession = new int[history.keys()];

        private final int[] lastSource = new int[history.keys()];
        /** Head of a key's pending list, as an index into the pool plus one. */
        private final int[] pending = new int[history.keys()];

        private int[] poolTransaction = new int[64];
        private int[] poolNext = new int[64];
        private int poolSize;

        Walk(EdgeSink sink) {
            this.sink = sink;
        }

        void session(int from, int to) {
            poolSize = 0;
            for (int t3 = from; t3 < to; t3++) {
                if (!facts.counts(t3)) {
                    continue;
                }
                reads.of(t3);
                for (int i = 0; i < reads.count; i++) {
                    read(t3, reads.key[i], reads.source[i], from);
                }
                if (facts.precedes(t3)) {
                    remember(from);
                }
            }
        }

        private void read(int t3, int key, int t1, int session) {
            if (keySession[key] != session) {
                return;
            }
            int last = lastSource[key];
            if (last != 0 && last != t1) {
                sink.edge(last, t1, t3, key, Premise.SESSION_READ);
            }
            for (int p = pending[key]; p != 0; p = poolNext[p - 1]) {
                if (poolTransaction[p - 1] != t1) {
                    sink.edge(poolTransaction[p - 1], t1, t3, key, Premise.SESSION_READ);
                }
            }
        }

        /** What the transaction read is from now on observed by its session. */
        private void remember(int session) {
            for (int i = 0; i < reads.count; i++) {
                int key = reads.key[i];
                enter(key, session);
                if (reads.source[i] != History.INITIAL) {
                    lastSource[key] = reads.source[i];
                    pending[key] = 0;
                }
            }
            for (int i = 0; i < reads.count; i++) {
                int t2 = reads.source[i];
                if (t2 == History.INITIAL || observedBy[t2] == session) {
                    continue;
                }
                observedBy[t2] = session;
                for (int op = history.firstOp(t2); op < history.firstOp(t2 + 1); op++) {
                    if (history.isWrite(op)) {
                        push(history.key(op), t2, session);
                    }
                }
            }
        }

        private void enter(int key, int session) {
            if (keySession[key] != session) {
                keySession[key] = session;
                lastSource[key] = 0;
                pending[key] = 0;
            }
        }

        private void push(int key, int t2, int session) {
            enter(key, session);
            int head = pending[key];
            if (lastSource[key] == t2 || (head != 0 && poolTransaction[head - 1] == t2)) {
                return;
            }
            if (poolSize == poolNext.length) {
                poolTransaction = Arrays.copyOf(poolTransaction, poolSize * 2);
                poolNext = Arrays.copyOf(poolNext, poolSize * 2);
            }
            poolTransaction[poolSize] = t2;
            poolNext[poolSize] = head;
            pending[key] = ++poolSize;
        }
    }
}
