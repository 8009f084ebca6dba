package org.isolde.check.weak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isolde.check.facts.CausalOrder;
import org.isolde.check.facts.ExternalReads;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lanes;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;

/**
 * For each counted transaction and each lane the last member of the lane that happens before it: the vectors of AWDIT's
 * algorithm 3, as places in {@link CausalOrder} plus one, 0 for none. A direct predecessor is in the vector itself.
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
    /** The place of the last transaction that needs the vector of one, by its place; 0 if none does. */
    private final int[] lastUse;
    /** Where the vector of a transaction is kept, by its place, plus one; 0 if it isn't. */
    private final int[] slotOf;

    private final List<int[]> slots = new ArrayList<>();
    private final IntList free = new IntList();
    private int next;

    HappensBefore(Facts facts, CausalOrder order, Lanes lanes, int[] lastUse) {
        this.facts = facts;
        this.order = order;
        this.lanes = lanes;
        this.lastUse = lastUse;
        this.slotOf = new int[order.size()];
    }

    /** The place of the last transaction that follows one in its session or reads from it, by its place; 0 if none does. */
    static int[] lastUses(Facts facts, CausalOrder order) {
        History history = facts.history;
        int[] last = new int[order.size()];
        for (int place = 0; place < last.length; place++) {
            int t = order.transaction(place);
            int before = facts.predecessor(t);
            if (before != 0) {
                last[order.rank[before]] = place;
            }
            int end = history.firstOp(t + 1);
            for (int op = history.firstOp(t); op < end; op++) {
                int source = facts.source(op, t);
                if (source > 0) {
                    last[order.rank[source]] = place;
                }
            }
        }
        return last;
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
        int[] row = block.vectors;
        int at = i * lanes.count;
        Arrays.fill(row, at, at + lanes.count, 0);
        int predecessor = facts.predecessor(block.reads.transaction(i));
        int before = predecessor == 0 ? -1 : order.rank[predecessor];
        join(row, at, before);
        for (int read = block.reads.begin[i]; read < block.reads.begin[i + 1]; read++) {
            join(row, at, block.sourcePlace[read]);
        }
        release(before, place);
        for (int read = block.reads.begin[i]; read < block.reads.begin[i + 1]; read++) {
            release(block.sourcePlace[read], place);
        }
        if (lastUse[place] > place) {
            keep(row, at, place);
        }
    }

    private void join(int[] row, int at, int before) {
        if (before < 0) {
            return;
        }
        int lane = lanes.laneOf[order.transaction(before)];
        if (row[at + lane] > before) {
            return;
        }
        int slot = slotOf[before] - 1;
        int[] other = slots.get(slot / KEPT_AT_ONCE);
        int from = slot % KEPT_AT_ONCE * lanes.count;
        int count = lanes.count;
        for (int c = 0; c < count; c++) {
            row[at + c] = Math.max(row[at + c], other[from + c]);
        }
        row[at + lane] = before + 1;
    }

    private void keep(int[] row, int at, int place) {
        if (free.size() == 0) {
            int known = slots.size() * KEPT_AT_ONCE;
            slots.add(new int[KEPT_AT_ONCE * lanes.count]);
            for (int slot = known + KEPT_AT_ONCE; slot > known; slot--) {
                free.add(slot);
            }
        }
        int slot = free.removeLast();
        slotOf[place] = slot;
        System.arraycopy(
                row, at, slots.get((slot - 1) / KEPT_AT_ONCE), (slot - 1) % KEPT_AT_ONCE * lanes.count, lanes.count);
    }

    private void release(int before, int place) {
        if (before >= 0 && lastUse[before] == place && slotOf[before] != 0) {
            free.add(slotOf[before]);
            slotOf[before] = 0;
        }
    }
}
