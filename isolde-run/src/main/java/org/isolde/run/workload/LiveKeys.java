package org.isolde.run.workload;

import static org.isolde.run.workload.WorkloadOptions.DISTRIBUTION;
import static org.isolde.run.workload.WorkloadOptions.KEYS;
import static org.isolde.run.workload.WorkloadOptions.SEED;
import static org.isolde.run.workload.WorkloadOptions.THETA;
import static org.isolde.run.workload.WorkloadOptions.WRITES_PER_KEY;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.isolde.generate.KeySampler;
import org.isolde.generate.RandomSource;
import org.isolde.run.option.Options;

/**
 * The keys that a run uses at the moment: a few slots, each with a key that is replaced by a fresh one after some
 * writes. Bugs hide where rows are new, so keys don't live long. Shared by all sessions, without locks.
 *
 * <p>Invariant: a slot is {@code key << 16 | writes left}, and a live key has at least one write left; keys are handed
 * out once each, from 0 up. How many writes a key gets depends on the seed and the key alone, so that it doesn't matter
 * which session opens it.
 */
final class LiveKeys {
    private static final int LEFT_BITS = 16;
    private static final long LEFT_MASK = (1L << LEFT_BITS) - 1;
    private static final int TRIES_FOR_ANOTHER_SLOT = 8;

    private final long seed;
    private final int fewestWrites;
    private final int mostWrites;
    private final KeySampler sampler;
    private final AtomicLongArray slots;
    private final AtomicLong nextKey = new AtomicLong();

    LiveKeys(Options options) {
        this(options, options.get(WRITES_PER_KEY).most());
    }

    private LiveKeys(Options options, int mostWrites) {
        this.seed = options.get(SEED);
        this.fewestWrites = options.get(WRITES_PER_KEY).fewest();
        this.mostWrites = mostWrites;
        // the stream inside is never used: each session brings its own
        this.sampler = new KeySampler(
                options.get(DISTRIBUTION), options.get(KEYS), options.get(THETA), new RandomSource(options.get(SEED)));
        this.slots = new AtomicLongArray(options.get(KEYS));
        for (int slot = 0; slot < slots.length(); slot++) {
            slots.set(slot, freshSlot());
        }
    }

    /** Keys that no number of writes retires, but only {@link #replace}, whatever the options say. */
    static LiveKeys forEver(Options options) {
        return new LiveKeys(options, 0);
    }

    int size() {
        return slots.length();
    }

    /** A slot by the distribution asked for. */
    int draw(RandomSource random) {
        return sampler.next(random);
    }

    /** A slot other than this one, by the distribution; the same if there is no other. */
    int drawOther(int slot, RandomSource random) {
        for (int attempt = 0; attempt < TRIES_FOR_ANOTHER_SLOT; attempt++) {
            int other = draw(random);
            if (other != slot) {
                return other;
            }
        }
        return (slot + 1) % size();
    }

    /** The key of a slot, to read it. */
    long key(int slot) {
        return slots.get(slot) >>> LEFT_BITS;
    }

    /**
     * The key of a slot, to write it this many times. If that uses it up, the slot has a fresh one from now on. A
     * transaction that asks for two writes where one is left gets both: they belong to the same key.
     */
    long keyToWrite(int slot, int writes) {
        if (mostWrites == 0 || writes == 0) {
            return key(slot);
        }
        while (true) {
            long now = slots.get(slot);
            if (slots.compareAndSet(slot, now, after(now, writes))) {
                return now >>> LEFT_BITS;
            }
        }
    }

    /** Counts a write that was found out only afterwards; of no effect if the slot has another key by now. */
    void wrote(int slot, long key) {
        if (mostWrites == 0) {
            return;
        }
        long now = slots.get(slot);
        while (now >>> LEFT_BITS == key && !slots.compareAndSet(slot, now, after(now, 1))) {
            now = slots.get(slot);
        }
    }

    /** Puts a fresh key into a slot at once, and returns it. */
    long replace(int slot) {
        long fresh = freshSlot();
        slots.set(slot, fresh);
        return fresh >>> LEFT_BITS;
    }

    private long after(long now, int writes) {
        return (now & LEFT_MASK) > writes ? now - writes : freshSlot();
    }

    private long freshSlot() {
        long key = nextKey.getAndIncrement();
        if (mostWrites == 0) {
            return key << LEFT_BITS | 1;
        }
        int spread = new RandomSource(seed ^ ~key).below(mostWrites - fewestWrites + 1);
        return key << LEFT_BITS | (fewestWrites + spread);
    }
}
