package org.isolde.generate;

import java.util.Locale;

/**
 * How often each key is used. Key 0 is the most popular one, and popularity never grows with the number.
 *
 * <p>Weights are computed by {@link StrictMath}, so that they are the same everywhere.
 */
public enum KeyDistribution {
    /** All keys alike. */
    UNIFORM,
    /** Key {@code i} in proportion to {@code 1 / (i + 1)^theta}. */
    ZIPFIAN,
    /** 80 percent of the operations on the first 20 percent of the keys, alike within both parts. */
    HOTSPOT,
    /** Popularity falls exponentially: 95 percent of the operations on the first 86 percent of the keys (as in YCSB). */
    EXPONENTIAL;

    private static final double HOT_KEYS = 0.2;
    private static final double HOT_OPERATIONS = 0.8;
    private static final double EXPONENTIAL_PERCENTILE = 0.95;
    private static final double EXPONENTIAL_FRACTION = 0.8571428571;

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The weight of each key, not normalised. */
    double[] weights(int keys, double theta) {
        double[] weights = new double[keys];
        int hot = Math.max(1, (int) (keys * HOT_KEYS));
        double decay = -StrictMath.log(1 - EXPONENTIAL_PERCENTILE) / (keys * EXPONENTIAL_FRACTION);
        for (int key = 0; key < keys; key++) {
            weights[key] = switch (this) {
                case UNIFORM -> 1;
                case ZIPFIAN -> StrictMath.pow(key + 1.0, -theta);
                case HOTSPOT -> key < hot ? HOT_OPERATIONS / hot : (1 - HOT_OPERATIONS) / (keys - hot);
                case EXPONENTIAL -> StrictMath.exp(-decay * key);
            };
        }
        return weights;
    }
}
