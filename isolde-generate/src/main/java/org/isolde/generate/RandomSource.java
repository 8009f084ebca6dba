package org.isolde.generate;

/**
 * The generator's own stream of random numbers: xoshiro256++ of Blackman and Vigna, seeded by SplitMix64.
 *
 * <p>Invariant: the stream depends on the seed alone, on every machine and JDK.
 */
public final class RandomSource {
    private long s0;
    private long s1;
    private long s2;
    private long s3;
    private long seeding;

    public RandomSource(long seed) {
        seeding = seed;
        s0 = splitMix();
        s1 = splitMix();
        s2 = splitMix();
        s3 = splitMix();
    }

    private long splitMix() {
        seeding += 0x9E3779B97F4A7C15L;
        long z = seeding;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** The next 64 bits. */
    public long next() {
        long result = Long.rotateLeft(s0 + s3, 23) + s0;
        long shifted = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= shifted;
        s3 = Long.rotateLeft(s3, 45);
        return result;
    }

    /** A number from 0 to {@code bound - 1}; off from uniform by less than {@code bound / 2^32}. */
    public int below(int bound) {
        return (int) (((next() >>> 32) * bound) >>> 32);
    }

    /** True with this probability; 0 is never, 1 always. */
    public boolean chance(double probability) {
        return (next() >>> 11) * 0x1p-53 < probability;
    }
}
