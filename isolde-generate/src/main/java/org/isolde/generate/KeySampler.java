package org.isolde.generate;

/**
 * Draws keys by weight in constant time: Walker's alias method, with Vose's construction.
 *
 * <p>Invariant: cell {@code i} is {@code threshold << 32 | alias}; of the draws that hit cell {@code i}, the share
 * {@code threshold / 2^32} is key {@code i} and the rest is key {@code alias}. Without cells all keys are alike.
 */
public final class KeySampler {
    private static final double SCALE = 0x1p32;
    private static final long COIN = 0xFFFFFFFFL;

    private final RandomSource random;
    private final int keys;
    private final long[] cells;

    /** A sampler with a stream of random numbers of its own, for one thread. */
    public KeySampler(KeyDistribution distribution, int keys, double theta, RandomSource random) {
        this.random = random;
        this.keys = keys;
        this.cells = distribution == KeyDistribution.UNIFORM ? null : cells(distribution.weights(keys, theta));
    }

    /** The next key by the sampler's own stream. */
    public int next() {
        return next(random);
    }

    /** The next key by this stream. Threads that bring one each can share a sampler. */
    public int next(RandomSource stream) {
        long bits = stream.next();
        int key = (int) (((bits >>> 32) * keys) >>> 32);
        if (cells == null) {
            return key;
        }
        long cell = cells[key];
        return (bits & COIN) < cell >>> 32 ? key : (int) cell;
    }

    private static long[] cells(double[] weights) {
        int keys = weights.length;
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        // a stack of cells that are less than full from the left, and one of the others from the right
        int[] stack = new int[keys];
        int small = 0;
        int large = keys;
        double[] share = new double[keys];
        for (int key = 0; key < keys; key++) {
            share[key] = weights[key] * keys / sum;
            if (share[key] < 1) {
                stack[small++] = key;
            } else {
                stack[--large] = key;
            }
        }
        long[] cells = new long[keys];
        while (small > 0 && large < keys) {
            int less = stack[--small];
            int more = stack[large];
            cells[less] = cell(share[less], more);
            share[more] -= 1 - share[less];
            if (share[more] < 1) {
                large++;
                stack[small++] = more;
            }
        }
        // what is left is full but for rounding
        while (small > 0) {
            int key = stack[--small];
            cells[key] = cell(1, key);
        }
        while (large < keys) {
            int key = stack[large++];
            cells[key] = cell(1, key);
        }
        return cells;
    }

    private static long cell(double share, int alias) {
        return Math.min(COIN, (long) (share * SCALE)) << 32 | alias;
    }
}
