package org.isolde.check;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The commit graph of causal consistency: for each transaction and each chain only the last member of the chain that is
 * forced before it, since a chain is ordered anyhow. So n * k ints hold what would be reads * k edges.
 *
 * <p>A topological order is found by walking along all chains at once: the next member of a chain is placed as soon as, of
 * every chain, what must come before it is placed.
 */
final class ChainGraph {
    /** A power of two. */
    private static final int LOCKS = 1 << 12;

    private static final int BLOCK_BITS = 24;

    private final CausalOrder order;
    private final Chains chains;
    private final HappensBefore happensBefore;
    private final int rowsPerBlock;
    /** Place plus one of the last member forced before a transaction; rows by place. */
    private final int[][] forced;
    /** One for every so many rows, held while a row is changed. */
    private final AtomicIntegerArray locks = new AtomicIntegerArray(LOCKS);

    ChainGraph(CausalOrder order, Chains chains, HappensBefore happensBefore) {
        this.order = order;
        this.chains = chains;
        this.happensBefore = happensBefore;
        rowsPerBlock = Math.max(1, (1 << BLOCK_BITS) / Math.max(1, chains.count));
        forced = new int[order.size() / rowsPerBlock + 1][];
        for (int b = 0; b < forced.length; b++) {
            forced[b] = new int[Math.min(rowsPerBlock, order.size() - b * rowsPerBlock) * chains.count];
        }
    }

    /**
     * For each of some chains the member at a place (plus one, 0 for none) comes before a transaction; that transaction
     * itself is passed over. Safe to call from several threads.
     */
    void addAll(int after, int[] chain, int[] places, int count) {
        int place = order.rank[after];
        int[] block = forced[place / rowsPerBlock];
        int row = place % rowsPerBlock * chains.count;
        int lock = place & LOCKS - 1;
        while (!locks.compareAndSet(lock, 0, 1)) {
            Thread.onSpinWait();
        }
        for (int c = 0; c < count; c++) {
            int at = row + chain[c];
            if (block[at] < places[c] && places[c] != place + 1) {
                block[at] = places[c];
            }
        }
        locks.set(lock, 0);
    }

    /** Adds an ordering. */
    void add(int before, int after) {
        int place = order.rank[after];
        int[] block = forced[place / rowsPerBlock];
        int at = place % rowsPerBlock * chains.count + chains.chainOf[before];
        int wanted = order.rank[before] + 1;
        block[at] = Math.max(block[at], wanted);
    }

    /** All transactions in a commit order; shorter if there is a cycle, and then what is missing is on or behind one. */
    int[] topologicalOrder() {
        int count = chains.count;
        int[] placed = new int[order.size()];
        int size = 0;
        int[] next = Arrays.copyOf(chains.first, count);
        // place plus one of the last placed member of each chain
        int[] reached = new int[count];
        int[] checked = new int[count];
        int[] waiter = new int[count];
        int[] nextWaiter = new int[count];
        Arrays.fill(waiter, -1);
        int[] work = new int[count];
        int workSize = 0;
        for (int c = count - 1; c >= 0; c--) {
            work[workSize++] = c;
        }
        while (workSize > 0) {
            int c = work[--workSize];
            while (next[c] < chains.first[c + 1]) {
                int t = chains.member[next[c]];
                int place = order.rank[t];
                int[] row = happensBefore.block(place);
                int at = happensBefore.offset(place);
                int[] more = forced[place / rowsPerBlock];
                int moreAt = place % rowsPerBlock * count;
                int other = checked[c];
                while (other < count && Math.max(row[at + other], more[moreAt + other]) <= reached[other]) {
                    other++;
                }
                if (other < count) {
                    checked[c] = other;
                    nextWaiter[c] = waiter[other];
                    waiter[other] = c;
                    break;
                }
                checked[c] = 0;
                placed[size++] = t;
                reached[c] = place + 1;
                next[c]++;
                // whoever waited for this chain looks again; those who need more of it come back
                for (int w = waiter[c]; w >= 0; w = nextWaiter[w]) {
                    work[workSize++] = w;
                }
                waiter[c] = -1;
            }
        }
        return Arrays.copyOf(placed, size);
    }

    /** The forced edges into some transactions, as a list. */
    EdgeList edgesInto(boolean[] wanted) {
        EdgeList edges = new EdgeList(64);
        for (int place = 0; place < order.size(); place++) {
            int t = order.transaction(place);
            if (wanted[t]) {
                int[] block = forced[place / rowsPerBlock];
                int at = place % rowsPerBlock * chains.count;
                for (int c = 0; c < chains.count; c++) {
                    if (block[at + c] != 0) {
                        edges.add(order.transaction(block[at + c] - 1), t);
                    }
                }
            }
        }
        return edges;
    }
}
