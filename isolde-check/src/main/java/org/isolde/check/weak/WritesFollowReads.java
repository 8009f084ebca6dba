package org.isolde.check.weak;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.isolde.check.Edge.Premise;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.ExternalReads;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lanes;
import org.isolde.check.facts.Ranges;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;
import org.isolde.history.Workers;

/**
 * Writes follow reads: whoever reads from a transaction u also sees what u's session had read up to and including u.
 *
 * <p>Each session is swept in order, keeping for every key and every lane the last transaction of the lane that writes
 * the key and that the session has read from. The readers of u are then answered from that state: the last one of a lane
 * speaks for all before it. An unknown transaction's own reads are seen by its readers, but not kept for the rest of its
 * session.
 */
final class WritesFollowReads implements Saturation {
    private final Facts facts;
    private final History history;
    private final CausalOrder order;
    private final Lanes lanes;
    private final WriterIndex index;
    private final WriteSets writeSets;
    /** The readers of transaction u: {@code reader[readerFirst[u]] .. reader[readerFirst[u + 1] - 1]}. */
    private final int[] readerFirst;

    private final int[] reader;

    WritesFollowReads(Facts facts, CausalOrder order, Lanes lanes, WriterIndex index, WriteSets writeSets) {
        this.facts = facts;
        this.history = facts.history;
        this.order = order;
        this.lanes = lanes;
        this.index = index;
        this.writeSets = writeSets;
        readerFirst = new int[history.transactions() + 2];
        ExternalReads reads = new ExternalReads(facts);
        for (int t = 1; t <= history.transactions(); t++) {
            if (facts.counts(t)) {
                reads.of(t);
                reads.markFirst();
                for (int i = 0; i < reads.count; i++) {
                    readerFirst[reads.source[i] + 1] += reads.first[i] ? 1 : 0;
                }
            }
        }
        Offsets.sum(readerFirst);
        reader = new int[readerFirst[readerFirst.length - 1]];
        int[] next = readerFirst.clone();
        for (int t = 1; t <= history.transactions(); t++) {
            if (facts.counts(t)) {
                reads.of(t);
                reads.markFirst();
                for (int i = 0; i < reads.count; i++) {
                    if (reads.first[i]) {
                        reader[next[reads.source[i]]++] = t;
                    }
                }
            }
        }
    }

    @Override
    public void saturate(IntFunction<EdgeSink> sinks) {
        AtomicInteger nextSession = new AtomicInteger();
        Workers.compute(Ranges.workers(history), worker -> {
            Sweep sweep = new Sweep(sinks.apply(worker));
            int session;
            while ((session = nextSession.getAndIncrement()) < history.sessions()) {
                sweep.session(session);
            }
        });
    }

    private final class Sweep {
        private final EdgeSink sink;
        private final ExternalReads observed = new ExternalReads(facts);
        private final ExternalReads reads = new ExternalReads(facts);
        /** The last observed writer of a cell, as a place; holds for the sweep that the stamp names. */
        private final int[] latest = new int[index.cells()];

        private final int[] cellSweep = new int[index.cells()];
        /** The observed cells of a key as a list: head by key, next by cell (plus one; 0 ends). */
        private final int[] head = new int[history.keys()];

        private final int[] keySweep = new int[history.keys()];
        private final int[] nextCell = new int[index.cells()];
        private final int[] observedIn = new int[history.transactions() + 1];
        private int sweep;

        Sweep(EdgeSink sink) {
            this.sink = sink;
        }

        void session(int session) {
            sweep++;
            for (int u = history.firstTransaction(session); u < history.firstTransaction(session + 1); u++) {
                if (!facts.counts(u)) {
                    continue;
                }
                if (!facts.sessionOrder) {
                    sweep++;
                }
                observed.of(u);
                boolean kept = facts.precedes(u);
                if (kept) {
                    for (int i = 0; i < observed.count; i++) {
                        observe(observed.source[i]);
                    }
                }
                for (int r = readerFirst[u]; r < readerFirst[u + 1]; r++) {
                    answer(u, reader[r], kept);
                }
            }
        }

        private void observe(int t2) {
            if (t2 == History.INITIAL || observedIn[t2] == sweep) {
                return;
            }
            observedIn[t2] = sweep;
            int place = order.rank[t2];
            int lane = lanes.laneOf[t2];
            for (int op = history.firstOp(t2); op < history.firstOp(t2 + 1); op++) {
                if (!history.isWrite(op)) {
                    continue;
                }
                int key = history.key(op);
                int cell = index.cell(key, lane);
                if (cellSweep[cell] != sweep) {
                    cellSweep[cell] = sweep;
                    latest[cell] = place;
                    nextCell[cell] = keySweep[key] == sweep ? head[key] : 0;
                    keySweep[key] = sweep;
                    head[key] = cell + 1;
                } else {
                    latest[cell] = Math.max(latest[cell], place);
                }
            }
        }

        private void answer(int u, int t3, boolean kept) {
            reads.of(t3);
            if (kept && facts.sessionOrder && readsLaterOfSession(u)) {
                return;
            }
            for (int i = 0; i < reads.count; i++) {
                int key = reads.key[i];
                int t1 = reads.source[i];
                for (int cell = keySweep[key] == sweep ? head[key] : 0; cell != 0; cell = nextCell[cell - 1]) {
                    infer(order.transaction(latest[cell - 1]), t1, t3, key);
                }
                if (!kept) {
                    ownReads(t1, t3, key);
                }
            }
        }

        /** What the unknown transaction itself read from. */
        private void ownReads(int t1, int t3, int key) {
            for (int i = 0; i < observed.count; i++) {
                int t2 = observed.source[i];
                if (t2 != History.INITIAL && writeSets.writes(t2, key)) {
                    infer(t2, t1, t3, key);
                }
            }
        }

        /** Whether the reader also reads from a later transaction of u's session, whose state includes u's. */
        private boolean readsLaterOfSession(int u) {
            int session = history.session(u);
            for (int i = 0; i < reads.count; i++) {
                int other = reads.source[i];
                if (other > u && history.session(other) == session && facts.precedes(other)) {
                    return true;
                }
            }
            return false;
        }

        private void infer(int t2, int t1, int t3, int key) {
            if (t2 != t1 && t2 != t3) {
                sink.edge(t2, t1, t3, key, Premise.READ_THEN_WRITTEN);
            }
        }
    }
}
