package org.isolde.check.weak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.ExternalReads;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lanes;
import org.isolde.check.facts.Ranges;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;

/**
 * For each counted transaction and each lane the first member of the lane that does not happen before it: the vectors of
 * AWDIT's algorithm 3, as places in {@link CausalOrder}, the greatest int if all members do. So a member of a lane happens
 * before a transaction iff its place is below the lane's number in the transaction's vector.
 *
 * <p>They are made along the causal order, block by block. A vector is kept only until the last transaction has come that
 * follows it in its session or reads from it; so those that are kept are few, and lie in the cache.
 */
final class HappensBefore {
    /** Ints in a block's vectors, about: so that a block lies in the cache of a core. */
    private static final int BLOCK_INTS = 1 << 15;

    private static final int KEPT_AT_ONCE = 1 << 10;

    private final Facts facts;
    private final CausalOrder order;
    private final Lanes lanes;
    /** See {@link #lastUses}. */
    private final int[] lastUse;
    /** Where the vector of a transaction is kept, plus one; 0 if it isn't. */
    private final int[] slotOf;
    /** The place of the first member of each lane, the greatest int if it has none. */
    private final int[] firstPlace;
    /** The place of the next member of a transaction's lane, the greatest int if it is the last. */
    private final int[] nextPlace;

    private final List<int[]> slots = new ArrayList<>();
    private final IntList free = new IntList();
    private int next;

    HappensBefore(Facts facts, CausalOrder order, Lanes lanes, int[] lastUse) {
        this.facts = facts;
        this.order = order;
        this.lanes = lanes;
        this.lastUse = lastUse;
        this.slotOf = new int[facts.history.transactions() + 1];
        this.firstPlace = new int[lanes.count];
        Arrays.setAll(
                firstPlace,
                lane -> lanes.first[lane] < lanes.first[lane + 1]
                        ? order.rank[lanes.member[lanes.first[lane]]]
                        : Integer.MAX_VALUE);
        this.nextPlace = new int[facts.history.transactions() + 1];
        for (int lane = 0; lane < lanes.count; lane++) {
            int next = Integer.MAX_VALUE;
            for (int i = lanes.first[lane + 1] - 1; i >= lanes.first[lane]; i--) {
                nextPlace[lanes.member[i]] = next;
                next = order.rank[lanes.member[i]];
            }
        }
    }

    /** For each transaction the place of the last one that follows it in its session or reads from it; 0 if none does. */
    static int[] lastUses(Facts facts, CausalOrder order) {
        History history = facts.history;
        int[][] last = new int[Ranges.workers(history)][];
        Ranges.transactions(history, (worker, from, to) -> {
            last[worker] = new int[history.transactions() + 1];
            lastUses(facts, order, from, to, last[worker]);
        });
        for (int w = 1; w < last.length; w++) {
            for (int t = 1; t < last[w].length; t++) {
                last[0][t] = Math.max(last[0][t], last[w][t]);
            }
        }
        return last[0];
    }

    private static void lastUses(Facts facts, CausalOrder order, int from, int to, int[] last) {
        History history = facts.history;
        for (int t = from; t < to; t++) {
            if (!facts.counts(t)) {
                continue;
            }
            int place = order.rank[t];
            int before = facts.predecessor(t);
            last[before] = Math.max(last[before], place);
            int end = history.firstOp(t + 1);
            for (int op = history.firstOp(t); op < end; op++) {
                int source = Math.max(0, facts.source(op, t));
                last[source] = Math.max(last[source], place);
            }
        }
    }

    /** Transactions in a row of the causal order, what they read, and their vectors. */
    static final class Block {
        /** The place of the first one. */
        int first;

        final ExternalReads reads;
        /** The place of whom each read saw, -1 for the initial transaction. */
        int[] sourcePlace = new int[0];

        final int[] vectors;

        private Block(Facts facts, int ints) {
            reads = new ExternalReads(facts);
            vectors = new int[ints];
        }
    }

    Block newBlock() {
        int transactions = Math.min(order.size(), BLOCK_INTS / Math.max(1, lanes.count));
        return new Block(facts, Math.max(1, transactions) * lanes.count);
    }

    /** Whether all blocks have been made. */
    boolean isDone() {
        return next == order.size();
    }

    /** Fills a block with the next transactions. */
    void fill(Block block) {
        ExternalReads reads = block.reads;
        int from = next;
        block.first = from;
        next = Math.min(order.size(), from + Math.max(1, block.vectors.length / Math.max(1, lanes.count)));
        reads.clear();
        for (int place = from; place < next; place++) {
            reads.add(order.transaction(place));
        }
        if (block.sourcePlace.length < reads.count) {
            block.sourcePlace = new int[reads.key.length];
        }
        for (int i = 0; i < reads.count; i++) {
            block.sourcePlace[i] = order.rank[reads.source[i]];
        }
        for (int place = from; place < next; place++) {
            vector(block, place, place - from);
        }
    }

    private void vector(Block block, int place, int i) {
        ExternalReads reads = block.reads;
        int[] row = block.vectors;
        int at = i * lanes.count;
        int t = reads.transaction(i);
        int predecessor = facts.predecessor(t);
        if (predecessor == 0) {
            System.arraycopy(firstPlace, 0, row, at, lanes.count);
        } else {
            int slot = slotOf[predecessor] - 1;
            System.arraycopy(slots.get(slot / KEPT_AT_ONCE), slot % KEPT_AT_ONCE * lanes.count, row, at, lanes.count);
            pass(row, at, predecessor);
        }
        for (int read = reads.begin[i]; read < reads.begin[i + 1]; read++) {
            join(row, at, reads.source[read], block.sourcePlace[read]);
        }
        release(predecessor, place);
        for (int read = reads.begin[i]; read < reads.begin[i + 1]; read++) {
            release(reads.source[read], place);
        }
        if (lastUse[t] > place) {
            keep(row, at, t);
        }
    }

    private void join(int[] row, int at, int before, int place) {
        if (place < 0 || place < row[at + lanes.laneOf[before]]) {
            return;
        }
        int slot = slotOf[before] - 1;
        int[] other = slots.get(slot / KEPT_AT_ONCE);
        int from = slot % KEPT_AT_ONCE * lanes.count;
        int count = lanes.count;
        for (int c = 0; c < count; c++) {
            row[at + c] = Math.max(row[at + c], other[from + c]);
        }
        pass(row, at, before);
    }

    /** A transaction, and so all of its lane up to it, happens before the one with a vector. */
    private void pass(int[] row, int at, int before) {
        int lane = lanes.laneOf[before];
        row[at + lane] = Math.max(row[at + lane], nextPlace[before]);
    }

    private void keep(int[] row, int at, int t) {
        if (free.size() == 0) {
            int known = slots.size() * KEPT_AT_ONCE;
            slots.add(new int[KEPT_AT_ONCE * lanes.count]);
            for (int slot = known + KEPT_AT_ONCE; slot > known; slot--) {
                free.add(slot);
            }
        }
        int slot = free.removeLast();
        slotOf[t] = slot;
        System.arraycopy(
                row, at, slots.get((slot - 1) / KEPT_AT_ONCE), (slot - 1) % KEPT_AT_ONCE * lanes.count, lanes.count);
    }

    private void release(int before, int place) {
        if (before != 0 && lastUse[before] == place && slotOf[before] != 0) {
            free.add(slotOf[before]);
            slotOf[before] = 0;
        }
    }
}
