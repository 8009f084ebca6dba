package org.isolde.check.weak;

import java.util.function.IntFunction;
import org.isolde.check.Edge.Premise;
import org.isolde.check.facts.ExternalReads;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Ranges;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;

/**
 * Read atomic, algorithm 2 of AWDIT in n^1.5, and its first half alone: read your writes.
 *
 * <p>Sessions are walked in order with the last writer of each key in the session so far; since transactions are
 * numbered session by session, {@code lastWriter[x]} belongs to the session iff it is not below the session's first
 * transaction. If a transaction reads a key from two transactions, both orders are forced, which is a cycle, as it should
 * be.
 */
final class ReadAtomic implements Saturation {
    private final Facts facts;
    private final History history;
    private final WriteSets writeSets;
    private final boolean sessionHalfOnly;

    private ReadAtomic(Facts facts, WriteSets writeSets, boolean sessionHalfOnly) {
        this.facts = facts;
        this.history = facts.history;
        this.writeSets = writeSets;
        this.sessionHalfOnly = sessionHalfOnly;
    }

    static ReadAtomic readAtomic(Facts facts, WriteSets writeSets) {
        return new ReadAtomic(facts, writeSets, false);
    }

    static ReadAtomic readYourWrites(Facts facts, WriteSets writeSets) {
        return new ReadAtomic(facts, writeSets, true);
    }

    @Override
    public void saturate(IntFunction<EdgeSink> sinks) {
        Walk[] walks = new Walk[Ranges.workers(history)];
        Ranges.sessions(history, (worker, from, to) -> {
            if (walks[worker] == null) {
                walks[worker] = new Walk(sinks.apply(worker));
            }
            walks[worker].session(from, to);
        });
    }

    private final class Walk implements WriteSets.KeySink {
        private final EdgeSink sink;
        private final ExternalReads reads = new ExternalReads(facts);
        private final int[] lastWriter = new int[history.keys()];
        /** From whom the current transaction read a key, if {@code readBy} says that it did. */
        private final int[] readFrom = new int[history.keys()];

        private final int[] readBy = new int[history.keys()];
        private final IntList readKeys = new IntList();

        Walk(EdgeSink sink) {
            this.sink = sink;
        }

        void session(int from, int to) {
            for (int t3 = from; t3 < to; t3++) {
                if (!facts.counts(t3)) {
                    continue;
                }
                reads.of(t3);
                if (facts.sessionOrder) {
                    for (int i = 0; i < reads.count; i++) {
                        int t2 = lastWriter[reads.key[i]];
                        if (t2 >= from && t2 != reads.source[i]) {
                            sink.edge(t2, reads.source[i], t3, reads.key[i], Premise.SESSION);
                        }
                    }
                }
                if (!sessionHalfOnly) {
                    readAtomically(t3);
                }
                if (facts.sessionOrder && facts.precedes(t3)) {
                    int end = history.firstOp(t3 + 1);
                    for (int op = history.firstOp(t3); op < end; op++) {
                        if (history.isWrite(op)) {
                            lastWriter[history.key(op)] = t3;
                        }
                    }
                }
            }
        }

        private void readAtomically(int t3) {
            readKeys.clear();
            for (int i = 0; i < reads.count; i++) {
                int key = reads.key[i];
                if (readBy[key] != t3) {
                    readBy[key] = t3;
                    readFrom[key] = reads.source[i];
                    readKeys.add(key);
                } else if (readFrom[key] != reads.source[i]) {
                    // two versions of one key: each must come before the other
                    both(readFrom[key], reads.source[i], t3, key);
                }
            }
            reads.markFirst(t3);
            for (int i = 0; i < reads.count; i++) {
                int t2 = reads.source[i];
                if (reads.first[i] && t2 != History.INITIAL) {
                    writeSets.intersect(t2, t3, readKeys, signaturesBeside(t2), this);
                }
            }
        }

        /** Those of the keys that were read from others than a transaction, or more where there are many. */
        private long signaturesBeside(int t2) {
            if (reads.count > WriteSets.SMALL) {
                return -1;
            }
            long signatures = 0;
            for (int i = 0; i < reads.count; i++) {
                signatures |= reads.source[i] == t2 ? 0 : WriteSets.signature(reads.key[i]);
            }
            return signatures;
        }

        private void both(int a, int b, int t3, int key) {
            if (a != History.INITIAL) {
                sink.edge(a, b, t3, key, Premise.READ);
            }
            if (b != History.INITIAL) {
                sink.edge(b, a, t3, key, Premise.READ);
            }
        }

        /** A key that t2 writes, and perhaps t3 reads. */
        @Override
        public void key(int t2, int t3, int key) {
            if (readBy[key] == t3 && readFrom[key] != t2) {
                sink.edge(t2, readFrom[key], t3, key, Premise.READ);
            }
        }
    }
}
