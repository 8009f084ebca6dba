package org.isolde.generate;

import org.isolde.history.OpKind;

/**
 * Decides what the clients ask for: how many operations, of which kind, on which keys.
 *
 * <p>Operations come in groups: a read, a blind write, or a read and a write of one key; the probabilities are such that
 * the share of reads among all operations is the read ratio, as far as the reads before writes leave room.
 *
 * <p>Invariant: {@code keyOf} has the key that stands at each rank of the distribution; it changes only in list
 * histories, where a list that has its share of appends makes place for a fresh one.
 */
final class Requests {
    private final GeneratorOptions options;
    private final InFlight running;
    private final RandomSource random;
    private final KeySampler sampler;
    private final double writeGroups;
    private final byte read;
    private final byte write;
    private final int[] keyOf;
    private final int[] appends;
    private int nextKey;

    Requests(GeneratorOptions options, InFlight running, RandomSource random) {
        this.options = options;
        this.running = running;
        this.random = random;
        this.sampler = new KeySampler(options.distribution(), options.keys(), options.theta(), random);
        boolean lists = options.shape() == HistoryShape.LIST_APPEND;
        this.read = lists ? OpKind.LIST_READ : OpKind.READ;
        this.write = lists ? OpKind.APPEND : OpKind.WRITE;
        this.nextKey = options.keys();
        this.appends = lists ? new int[options.keys()] : null;
        this.keyOf = lists ? new int[options.keys()] : null;
        for (int key = 0; lists && key < options.keys(); key++) {
            keyOf[key] = key;
        }
        // with w write groups among all, the share of writes is w / (1 + w * rmw)
        double writes = 1 - options.readRatio();
        double rmw = options.shape() == HistoryShape.CAS ? 0 : options.rmw();
        this.writeGroups = Math.min(1, writes / (1 - writes * rmw + Double.MIN_NORMAL));
    }

    /** How many operations a transaction has at most. */
    static int width(GeneratorOptions options) {
        return options.shape() == HistoryShape.CAS ? 2 : options.maximumOperations();
    }

    /** More than the number of any key that a transaction asks for. */
    static int keys(GeneratorOptions options) {
        if (options.shape() != HistoryShape.LIST_APPEND) {
            return options.keys();
        }
        long appends = (long) options.transactions() * options.maximumOperations();
        return (int) Math.min(Integer.MAX_VALUE - 64, options.keys() + appends / options.appendsPerKey() + 1);
    }

    /** A key that no transaction asks for but those that the caller makes. */
    int freshKey() {
        return nextKey++;
    }

    /** Draws the operations of a transaction. */
    void plan(int slot) {
        running.count[slot] = 0;
        if (options.shape() == HistoryShape.CAS) {
            planSingle(slot);
            return;
        }
        int spread = options.maximumOperations() - options.minimumOperations();
        int operations = options.minimumOperations() + (spread == 0 ? 0 : random.below(spread + 1));
        while (running.count[slot] < operations) {
            int rank = sampler.next();
            int key = keyOf == null ? rank : keyOf[rank];
            if (!random.chance(writeGroups)) {
                add(slot, read, key);
                continue;
            }
            if (random.chance(options.rmw()) && !hasRead(slot, key)) {
                add(slot, read, key);
                if (running.count[slot] == operations) {
                    // no room for a read and a write: the last operation reads
                    break;
                }
            }
            add(slot, write, key);
            if (appends != null && ++appends[rank] == options.appendsPerKey()) {
                appends[rank] = 0;
                keyOf[rank] = nextKey++;
            }
        }
    }

    private void planSingle(int slot) {
        int key = sampler.next();
        if (!random.chance(writeGroups)) {
            add(slot, OpKind.READ, key);
        } else if (!random.chance(options.rmw())) {
            add(slot, OpKind.WRITE, key);
        } else if (random.chance(options.failedCas())) {
            add(slot, OpKind.CAS_FAILED, key);
        } else {
            add(slot, OpKind.CAS_READ, key);
            add(slot, OpKind.CAS_WRITE, key);
        }
    }

    private void add(int slot, byte kind, int key) {
        int op = running.end(slot);
        running.kind[op] = kind;
        running.key[op] = key;
        running.count[slot]++;
    }

    private boolean hasRead(int slot, int key) {
        for (int op = running.first(slot); op < running.end(slot); op++) {
            if (running.key[op] == key && running.kind[op] == read) {
                return true;
            }
        }
        return false;
    }
}
