package org.isolde.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class KeySamplerTest {
    private static final int DRAWS = 400_000;

    /** The share of each key among many draws. */
    private static double[] shares(KeyDistribution distribution, int keys, double theta) {
        KeySampler sampler = new KeySampler(distribution, keys, theta, new RandomSource(7));
        double[] shares = new double[keys];
        for (int i = 0; i < DRAWS; i++) {
            shares[sampler.next()] += 1.0 / DRAWS;
        }
        return shares;
    }

    private static double sum(double[] shares, int from, int to) {
        double sum = 0;
        for (int key = from; key < to; key++) {
            sum += shares[key];
        }
        return sum;
    }

    @Test
    void uniformUsesAllKeysAlike() {
        for (double share : shares(KeyDistribution.UNIFORM, 10, 0)) {
            assertEquals(0.1, share, 0.003);
        }
    }

    @Test
    void zipfianFallsByThePower() {
        for (double theta : new double[] {0.5, 0.99, 1.5}) {
            double[] shares = shares(KeyDistribution.ZIPFIAN, 100, theta);
            double zeta = 0;
            for (int key = 0; key < 100; key++) {
                zeta += StrictMath.pow(key + 1.0, -theta);
            }
            for (int key = 0; key < 100; key++) {
                assertEquals(StrictMath.pow(key + 1.0, -theta) / zeta, shares[key], 0.003, "key " + key);
            }
        }
    }

    @Test
    void hotspotHasFourFifthsOnAFifth() {
        double[] shares = shares(KeyDistribution.HOTSPOT, 50, 0);
        assertEquals(0.8, sum(shares, 0, 10), 0.005);
        assertEquals(0.08, shares[3], 0.003);
        assertEquals(0.005, shares[30], 0.002);
    }

    @Test
    void exponentialHasItsPercentile() {
        double[] shares = shares(KeyDistribution.EXPONENTIAL, 700, 0);
        // the tail beyond the last key is cut off, and what is left makes up for it
        double whole = 1 - StrictMath.pow(0.05, 1 / 0.8571428571);
        assertEquals(0.95 / whole, sum(shares, 0, 600), 0.005);
        assertEquals(shares[0] * StrictMath.pow(0.05, 100 / 600.0), shares[100], 0.002);
    }

    @Test
    void oneKeyIsAlwaysThatKey() {
        for (KeyDistribution distribution : KeyDistribution.values()) {
            assertEquals(1, shares(distribution, 1, 0.99)[0], 1e-6);
        }
    }
}
