package org.isolde.check.weak;

import java.util.function.IntFunction;
import org.isolde.check.Edge.Premise;
import org.isolde.check.facts.ExternalReads;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Ranges;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;

/**
 * Read committed: algorithm 1 of AWDIT, in n^1.5.
 *
 * <p>The reads of each transaction are walked backwards, those of one predicate read at once. For every key,
 * {@code earliest} and {@code second} are the two earliest distinct transactions from which the key is read in what has
 * been walked over; a transaction that is read from for the first time comes before the earliest of them that is not
 * itself, on every key that it writes. Reads of own writes don't take part.
 */
final class ReadCommitted implements Saturation {
    private static final int NONE = -1;
    /** Transactions whose reads are looked up at once. */
    static final int BLOCK = 256;

    private final Facts facts;
    private final History history;
    private final WriteSets writeSets;

    ReadCommitted(Facts facts, WriteSets writeSets) {
        this.facts = facts;
        this.history = facts.history;
        this.writeSets = writeSets;
    }

    @Override
    public void saturate(IntFunction<EdgeSink> sinks) {
        Ranges.transactions(history, (worker, from, to) -> new Walk(sinks.apply(worker)).run(from, to));
    }

    private final class Walk implements WriteSets.KeySink {
        private final EdgeSink sink;
        private final ExternalReads reads = new ExternalReads(facts);
        private final int[] earliest = new int[history.keys()];
        private final int[] second = new int[history.keys()];
        /** The transaction for which a key's two entries hold. */
        private final int[] readBy = new int[history.keys()];

        private final IntList readKeys = new IntList();
        /** The signatures of what the source of each read writes; of the initial transaction none. */
        private long[] written = new long[0];
        /** Pairs of reads that {@link #compare} found. */
        private int hits;

        private final int[] earlier = new int[WriteSets.SMALL];
        private final int[] later = new int[WriteSets.SMALL];

        Walk(EdgeSink sink) {
            this.sink = sink;
        }

        void run(int from, int to) {
            for (int block = from; block < to; block += BLOCK) {
                reads.clear();
                for (int t3 = block; t3 < Math.min(to, block + BLOCK); t3++) {
                    if (facts.counts(t3)) {
                        reads.add(t3);
                    }
                }
                written = reads.count > written.length ? new long[reads.source.length] : written;
                writeSets.signatures(reads.source, reads.count, written);
                for (int i = 0; i < reads.transactions(); i++) {
                    int first = reads.begin[i];
                    int last = reads.begin[i + 1];
                    if (last - first > WriteSets.SMALL || history.predicates() > 0 || !compare(first, last)) {
                        reads.markFirst(i);
                        walkBack(reads.transaction(i), first, last);
                    } else if (hits > 0) {
                        name(reads.transaction(i), first);
                    }
                }
            }
        }

        /**
         * Compares each of a few reads with those behind it, by signatures alone, and notes down the first one whose key the
         * source of the former writes.
         *
         * @return false if there are several keys for one read, which have to be named in their order
         */
        private boolean compare(int first, int last) {
            hits = 0;
            long signatures = 0;
            for (int i = last - 1; i >= first; i--) {
                if ((written[i] & signatures) != 0 && !note(i, last)) {
                    return false;
                }
                signatures |= WriteSets.signature(reads.key[i]);
            }
            return true;
        }

        private boolean note(int i, int last) {
            int hit = -1;
            for (int j = i + 1; j < last; j++) {
                if (reads.source[j] != reads.source[i] && (written[i] & WriteSets.signature(reads.key[j])) != 0) {
                    if (hit >= 0 && reads.key[j] != reads.key[hit]) {
                        return false;
                    }
                    hit = hit < 0 ? j : hit;
                }
            }
            if (hit >= 0) {
                earlier[hits] = i;
                later[hits++] = hit;
            }
            return true;
        }

        private void name(int t3, int first) {
            for (int h = 0; h < hits; h++) {
                int i = earlier[h];
                int t2 = reads.source[i];
                int key = reads.key[later[h]];
                if (reads.isFirst(i, first) && (WriteSets.isExact(key) || writeSets.writes(t2, key))) {
                    sink.edge(t2, reads.source[later[h]], t3, key, Premise.READ_BEFORE);
                }
            }
        }

        private void walkBack(int t3, int first, int last) {
            readKeys.clear();
            long signatures = 0;
            for (int end = last; end > first; ) {
                // what was read at once comes before what was read later, and not before each other
                int from = reads.firstOfStatement(end - 1, first);
                for (int i = from; i < end; i++) {
                    if ((written[i] & signatures) != 0 && reads.first[i]) {
                        writeSets.intersect(reads.source[i], t3, readKeys, this);
                    }
                }
                for (int i = end - 1; i >= from; i--) {
                    enter(t3, reads.key[i], reads.source[i]);
                    signatures |= WriteSets.signature(reads.key[i]);
                }
                end = from;
            }
        }

        private void enter(int t3, int key, int source) {
            if (readBy[key] != t3) {
                readBy[key] = t3;
                earliest[key] = NONE;
                readKeys.add(key);
            }
            if (earliest[key] != source) {
                second[key] = earliest[key];
                earliest[key] = source;
            }
        }

        /** A key that t2 writes, and perhaps t3 reads later. */
        @Override
        public void key(int t2, int t3, int key) {
            if (readBy[key] != t3) {
                return;
            }
            int t1 = earliest[key] == t2 ? second[key] : earliest[key];
            if (t1 != NONE) {
                sink.edge(t2, t1, t3, key, Premise.READ_BEFORE);
            }
        }
    }
}
