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
        /** Its place in the causal order. */
        private final int[] lastPlace = new int[history.keys()];

        private final int[] rank = facts.causalOrder().rank;
        private int[] sourcePlace = new int[0];
        /** The signatures of what the source of each read writes; of the initial transaction none. */
        private long[] written = new long[0];
        /** From whom the current transaction read a key, if {@code readBy} says that it did. */
        private final int[] readFrom = new int[history.keys()];

        private final int[] readBy = new int[history.keys()];
        private final IntList readKeys = new IntList();

        Walk(EdgeSink sink) {
            this.sink = sink;
        }

        void session(int from, int to) {
            for (int block = from; block < to; block += ReadCommitted.BLOCK) {
                reads.clear();
                for (int t3 = block; t3 < Math.min(to, block + ReadCommitted.BLOCK); t3++) {
                    if (facts.counts(t3)) {
                        reads.add(t3);
                    }
                }
                if (sourcePlace.length < reads.count) {
                    sourcePlace = new int[reads.source.length];
                    written = new long[reads.source.length];
                }
                for (int i = 0; i < reads.count; i++) {
                    sourcePlace[i] = rank[reads.source[i]];
                }
                if (!sessionHalfOnly) {
                    reads.markFirst();
                    writeSets.signatures(reads.source, reads.count, written);
                }
                for (int i = 0; i < reads.transactions(); i++) {
                    transaction(reads.transaction(i), from, reads.begin[i], reads.begin[i + 1]);
                }
            }
        }

        private void transaction(int t3, int sessionFirst, int first, int last) {
            for (int i = first; facts.sessionOrder && i < last; i++) {
                int t2 = lastWriter[reads.key[i]];
                if (t2 >= sessionFirst
                        && t2 != reads.source[i]
                        && (reads.source[i] == History.INITIAL
                                || sink.wants(sourcePlace[i] - lastPlace[reads.key[i]]))) {
                    sink.edge(t2, reads.source[i], t3, reads.key[i], Premise.SESSION);
                }
            }
            if (!sessionHalfOnly) {
                readAtomically(t3, first, last);
            }
            if (facts.sessionOrder && facts.precedes(t3)) {
                int place = rank[t3];
                int end = history.firstOp(t3 + 1);
                for (int op = history.firstOp(t3); op < end; op++) {
                    if (history.isWrite(op)) {
                        lastWriter[history.key(op)] = t3;
                        lastPlace[history.key(op)] = place;
                    }
                }
            }
        }

        private void readAtomically(int t3, int first, int last) {
            readKeys.clear();
            for (int i = first; i < last; i++) {
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
            for (int i = first; i < last; i++) {
                int t2 = reads.source[i];
                if (reads.first[i] && (written[i] & signaturesBeside(t2, first, last)) != 0) {
                    writeSets.intersect(t2, t3, readKeys, this);
                }
            }
        }

        /** Those of the keys that were read from others than a transaction, or more where there are many. */
        private long signaturesBeside(int t2, int first, int last) {
            if (last - first > WriteSets.SMALL) {
                return -1;
            }
            long signatures = 0;
            for (int i = first; i < last; i++) {
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
