package org.isolde.generate;

import java.time.Duration;
import java.util.Locale;

/**
 * How long a transaction is on its way to a collector, at random: evenly from nothing to a longest time, or normally
 * about a mean.
 *
 * <p>The generator's clock counts ticks, and a tick is taken for {@link #NANOSECONDS_PER_TICK}. A transaction takes four
 * ticks (begin, start, commit, end), so that a generated stream is one of {@link #TRANSACTIONS_PER_SECOND}; who writes or
 * reads it faster sees the delays shortened, and who is slower sees them stretched.
 *
 * <p>Invariant: a drawn delay is never negative, and depends on the source of numbers alone.
 *
 * @param distribution how delays are spread
 * @param first the longest delay, or the mean
 * @param deviation the standard deviation of a normal distribution; else zero
 */
public record Delays(Distribution distribution, Duration first, Duration deviation) {
    /** What a tick of a generated history is taken for. */
    public static final int NANOSECONDS_PER_TICK = 2_500;

    /** How fast a generated history goes by, if that is what a tick takes. */
    public static final int TRANSACTIONS_PER_SECOND = 1_000_000_000 / (4 * NANOSECONDS_PER_TICK);

    private static final Duration LONGEST = Duration.ofHours(1);

    /** How delays are spread. */
    public enum Distribution {
        UNIFORM,
        NORMAL
    }

    public Delays {
        if (first.isNegative() || deviation.isNegative()) {
            throw new IllegalArgumentException("a delay can't be negative");
        }
        if (first.compareTo(LONGEST) > 0 || deviation.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("delays are at most an hour");
        }
    }

    /** Evenly from nothing to this. */
    public static Delays upTo(Duration longest) {
        return new Delays(Distribution.UNIFORM, longest, Duration.ZERO);
    }

    /** Normally distributed; what would be negative is none. */
    public static Delays normal(Duration mean, Duration deviation) {
        return new Delays(Distribution.NORMAL, mean, deviation);
    }

    /** A delay in ticks. */
    long draw(RandomSource random) {
        double uniform = fraction(random);
        if (distribution == Distribution.UNIFORM) {
            return (long) (uniform * (ticks(first) + 1));
        }
        // Box and Muller; StrictMath, so that every machine draws the same
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniform));
        double normal = radius * StrictMath.cos(2 * StrictMath.PI * fraction(random));
        return Math.max(0, Math.round(ticks(first) + normal * ticks(deviation)));
    }

    /** From 0 to less than 1. */
    private static double fraction(RandomSource random) {
        return (random.next() >>> 11) * 0x1p-53;
    }

    private static long ticks(Duration time) {
        return time.toNanos() / NANOSECONDS_PER_TICK;
    }

    /** As on the command line. */
    public String text() {
        return distribution == Distribution.UNIFORM
                ? milliseconds(first)
                : "normal(" + milliseconds(first) + "," + milliseconds(deviation) + ")";
    }

    private static String milliseconds(Duration time) {
        long nanoseconds = time.toNanos();
        return nanoseconds % 1_000_000 == 0
                ? nanoseconds / 1_000_000 + "ms"
                : String.format(Locale.ROOT, "%sms", nanoseconds / 1e6);
    }
}
