package org.isolde.proof;

import java.util.Arrays;
import java.util.BitSet;
import org.isolde.history.History;
import org.isolde.history.Status;

/**
 * The levels that speak of paths: causal consistency, consistent view, parallel snapshot isolation, for a given order that
 * contains all edges of the paths.
 *
 * <p>What is asked of each read of a version is that certain later writers of the key don't reach the reader. A writer that
 * stands behind the reader in the order can't; so in an order that is nearly serial few reads are left, the <em>stale</em>
 * ones. The ancestors of their readers are looked through, as far back as the first writer in question; for readers that have
 * too many, reachability is computed chain by chain.
 */
final class ReachabilityChecks {
    private final Readings readings;
    private final History history;
    private final int[] order;
    private final int[] place;
    private final VersionsByOrder versions;

    /** Stale reads (-1: by a predicate), the places of their readers, and the writers of the versions that they miss. */
    private int[] staleRead = new int[16];

    private int[] staleReader = new int[16];
    private int[] staleWriter = new int[16];
    private int staleCount;

    /** Predicate reads, if they count; else null. */
    private PredicateChecks predicates;

    ReachabilityChecks(Readings readings, int[] order, int[] place) {
        this.readings = readings;
        this.history = readings.history;
        this.order = order;
        this.place = place;
        this.versions = new VersionsByOrder(readings, order);
    }

    /** Predicate reads count too: a path may go by what they saw, and none may close what they missed. */
    void withPredicates(PredicateChecks counted) {
        this.predicates = counted;
    }

    /**
     * cv and psi: no rw(t, b) with a path of wr, ww (and so) from b to t. The writer of the next version reaches those of
     * all later ones, so it is enough to ask for that one.
     */
    void consistentView(boolean sessionOrder) throws Refusal {
        collectStaleReads();
        if (staleCount == 0) {
            return;
        }
        ForwardGraph graph = graph(sessionOrder, true);
        int[] missedBy = new int[order.length];
        searchAncestors(graph, new Missed() {
            @Override
            public void enter(int stale) {
                missedBy[place[staleWriter[stale]]] = staleReader[stale];
            }

            @Override
            public boolean has(int reader, int writer) {
                return missedBy[writer] == reader;
            }
        });
        if (staleCount == 0) {
            return;
        }
        BitSet wanted = new BitSet();
        for (int i = 0; i < staleCount; i++) {
            wanted.set(graph.chain(place[staleWriter[i]]));
        }
        ChainVectors vectors = new ChainVectors(graph);
        int chain = vectors.computeFrom(0, wanted);
        while (chain >= 0) {
            for (int i = 0; i < staleCount; i++) {
                int writer = place[staleWriter[i]];
                if (vectors.isComputed(writer) && vectors.reaches(writer, staleReader[i])) {
                    throw refusal(staleReader[i], writer);
                }
            }
            chain = vectors.computeFrom(vectors.computedEnd(), wanted);
        }
    }

    /** cc: no writer of the key behind the source of a read reaches the reader by so and wr. */
    void causal(boolean sessionOrder) throws Refusal {
        collectStaleReads();
        if (staleCount == 0) {
            return;
        }
        ForwardGraph graph = graph(sessionOrder, false);
        int[] readBy = new int[history.keys()];
        int[] seen = new int[history.keys()];
        searchAncestors(graph, new Missed() {
            @Override
            public void enter(int stale) {
                int key = readings.key(staleRead[stale]);
                int source = place[readings.source(staleRead[stale])];
                seen[key] = readBy[key] == staleReader[stale] ? Math.min(seen[key], source) : source;
                readBy[key] = staleReader[stale];
            }

            @Override
            public boolean has(int reader, int writer) {
                int t = order[writer];
                for (int entry = readings.firstWrite(t); entry < readings.firstWrite(t + 1); entry++) {
                    int key = readings.writtenKey(entry);
                    if (readBy[key] == reader && writer > seen[key]) {
                        return true;
                    }
                }
                return false;
            }
        });
        if (staleCount == 0) {
            return;
        }
        ChainVectors vectors = new ChainVectors(graph);
        WritersByChain writers = new WritersByChain(graph, vectors);
        BitSet wanted = writers.chainsOfStaleReads();
        int chain = vectors.computeFrom(0, wanted);
        while (chain >= 0) {
            for (int i = 0; i < staleCount; i++) {
                int writer = writers.reaching(i, chain, vectors.computedEnd());
                if (writer >= 0) {
                    throw refusal(staleReader[i], writer);
                }
            }
            chain = vectors.computeFrom(vectors.computedEnd(), wanted);
        }
    }

    /** The writers that must not reach a reader, for one reader after the other. */
    private interface Missed {
        /** One more stale read of the reader at hand. */
        void enter(int stale);

        /** Whether the transaction at a place must not reach the reader at another, which is the one at hand. */
        boolean has(int reader, int writer);
    }

    /** Looks at the ancestors of each reader; the stale reads of those that have too many remain. */
    private void searchAncestors(ForwardGraph graph, Missed missed) throws Refusal {
        AncestorSearch search = new AncestorSearch(graph);
        int left = 0;
        int i = 0;
        while (i < staleCount) {
            int reader = staleReader[i];
            int first = i;
            int earliest = reader;
            for (; i < staleCount && staleReader[i] == reader; i++) {
                missed.enter(i);
                earliest = Math.min(earliest, place[staleWriter[i]]);
            }
            int found = search.find(reader, earliest, writer -> missed.has(reader, writer));
            if (found >= 0) {
                throw refusal(reader, found);
            }
            for (int k = first; found == AncestorSearch.GIVEN_UP && k < i; k++) {
                staleRead[left] = staleRead[k];
                staleWriter[left] = staleWriter[k];
                staleReader[left++] = reader;
            }
        }
        staleCount = left;
    }

    /** The reads whose version was overwritten by another one that stands before the reader in the order. */
    private void collectStaleReads() {
        PredicateChecks.Dependencies missed = predicates == null ? null : predicates.missed(order, place);
        for (int p = 0; p < order.length; p++) {
            for (int read = readings.firstRead(order[p]); read < readings.firstRead(order[p] + 1); read++) {
                if (readings.source(read) >= 0) {
                    int next = versions.next(readings.source(read), readings.key(read));
                    if (next >= 0 && place[next] < p) {
                        addStale(read, p, next);
                    }
                }
            }
            for (int i = missed == null ? 0 : missed.first[p]; missed != null && i < missed.first[p + 1]; i++) {
                addStale(-1, p, missed.transaction[i]);
            }
        }
    }

    private void addStale(int read, int reader, int writer) {
        if (staleCount == staleRead.length) {
            staleRead = Arrays.copyOf(staleRead, staleCount * 2);
            staleReader = Arrays.copyOf(staleReader, staleCount * 2);
            staleWriter = Arrays.copyOf(staleWriter, staleCount * 2);
        }
        staleRead[staleCount] = read;
        staleWriter[staleCount] = writer;
        staleReader[staleCount++] = reader;
    }

    private Refusal refusal(int reader, int writer) {
        return new Refusal(history.transactionName(order[reader]) + " does not see a version by "
                + history.transactionName(order[writer])
                + ", from which a path leads to it that the level asks it to heed");
    }

    /** Edges from direct predecessors: session order, reads, and the version before where versions count. */
    private ForwardGraph graph(boolean sessionOrder, boolean versionOrder) {
        ForwardGraph graph = new ForwardGraph(order.length);
        PredicateChecks.Dependencies seen = predicates == null ? null : predicates.seen(order);
        int[] sessionBefore = sessionOrder ? sessionPredecessors() : null;
        int[] seenBy = new int[place.length];
        BitSet continued = new BitSet();
        for (int t = 1; sessionOrder && t < place.length; t++) {
            if (sessionBefore[t] > 0) {
                continued.set(place[sessionBefore[t]]);
            }
        }
        for (int p = 0; p < order.length; p++) {
            int t = order[p];
            graph.next();
            if (sessionOrder && sessionBefore[t] > 0) {
                seenBy[sessionBefore[t]] = t;
                graph.predecessor(place[sessionBefore[t]], true);
            }
            for (int read = readings.firstRead(t); read < readings.firstRead(t + 1); read++) {
                enter(graph, readings.source(read), t, seenBy, continued);
            }
            for (int i = seen == null ? 0 : seen.first[p]; seen != null && i < seen.first[p + 1]; i++) {
                enter(graph, seen.transaction[i], t, seenBy, continued);
            }
            for (int entry = readings.firstWrite(t); versionOrder && entry < readings.firstWrite(t + 1); entry++) {
                enter(graph, versions.previous(entry), t, seenBy, continued);
            }
        }
        graph.finish();
        return graph;
    }

    /** A session's chain is left to the session. */
    private void enter(ForwardGraph graph, int from, int to, int[] seenBy, BitSet continued) {
        if (from > 0 && seenBy[from] != to) {
            seenBy[from] = to;
            graph.predecessor(place[from], !continued.get(place[from]));
        }
    }

    private int[] sessionPredecessors() {
        int[] before = new int[place.length];
        for (int session = 0; session < history.sessions(); session++) {
            int latest = History.INITIAL;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                if (readings.isCounted(t)) {
                    before[t] = latest;
                    latest = history.status(t) == Status.UNKNOWN ? latest : t;
                }
            }
        }
        return before;
    }

    /**
     * The places of the writers of each key, by chain and then by place. Invariant: those of key x are {@code first[x] ..
     * first[x + 1] - 1}, ascending, a chain being the upper half of the number.
     */
    private final class WritersByChain {
        private final ChainVectors vectors;
        private final int[] first = new int[history.keys() + 1];
        private final long[] writers = new long[readings.writeEntries()];

        WritersByChain(ForwardGraph graph, ChainVectors vectors) {
            this.vectors = vectors;
            for (int entry = 0; entry < writers.length; entry++) {
                first[readings.writtenKey(entry) + 1]++;
            }
            for (int key = 0; key < history.keys(); key++) {
                first[key + 1] += first[key];
            }
            int[] next = Arrays.copyOf(first, history.keys());
            for (int p = 0; p < order.length; p++) {
                for (int entry = readings.firstWrite(order[p]); entry < readings.firstWrite(order[p] + 1); entry++) {
                    writers[next[readings.writtenKey(entry)]++] = (long) graph.chain(p) << 32 | p;
                }
            }
            for (int key = 0; key < history.keys(); key++) {
                Arrays.sort(writers, first[key], first[key + 1]);
            }
        }

        /** The chains of all writers that stand between the source and the reader of a stale read of their key. */
        BitSet chainsOfStaleReads() {
            int[] from = new int[history.keys()];
            int[] to = new int[history.keys()];
            Arrays.fill(from, Integer.MAX_VALUE);
            for (int i = 0; i < staleCount; i++) {
                int key = readings.key(staleRead[i]);
                from[key] = Math.min(from[key], place[readings.source(staleRead[i])]);
                to[key] = Math.max(to[key], staleReader[i]);
            }
            BitSet chains = new BitSet();
            for (int key = 0; key < from.length; key++) {
                for (int i = first[key]; i < first[key + 1]; i++) {
                    if ((int) writers[i] > from[key] && (int) writers[i] < to[key]) {
                        chains.set((int) (writers[i] >>> 32));
                    }
                }
            }
            return chains;
        }

        /** The place of a writer on one of the chains that is behind the source of a stale read and reaches it, or -1. */
        int reaching(int stale, int firstChain, int endChain) {
            int key = readings.key(staleRead[stale]);
            int after = place[readings.source(staleRead[stale])] + 1;
            int i = find(key, (long) firstChain << 32);
            while (i < first[key + 1] && writers[i] >>> 32 < endChain) {
                long chain = writers[i] >>> 32;
                i = find(key, chain << 32 | after);
                if (i < first[key + 1] && writers[i] >>> 32 == chain) {
                    int writer = (int) writers[i];
                    if (vectors.isComputed(writer) && vectors.reaches(writer, staleReader[stale])) {
                        return writer;
                    }
                    i = find(key, (chain + 1) << 32);
                }
            }
            return -1;
        }

        private int find(int key, long wanted) {
            int found = Arrays.binarySearch(writers, first[key], first[key + 1], wanted);
            return found < 0 ? -found - 1 : found;
        }
    }
}
