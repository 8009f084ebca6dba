package org.isolde.generate;

import java.util.Locale;
import org.isolde.history.Level;

/** The stores that the generator can simulate, each with the strongest level that all its histories satisfy, if any. */
public enum SimulatedStore {
    /** One transaction after the other, never two at a time. */
    SERIAL(Level.SSER),
    /** Transactions overlap, and each takes effect at one point between its begin and its end. */
    STRICT(Level.SSER),
    /** Reads from the state at begin; of two overlapping writers of a key the first to commit wins, the other aborts. */
    SI(Level.STRONG_SI),
    /** Replicas that see each other's transactions late, in causal order, the last writer winning on each key. */
    CAUSAL(Level.CC),
    /** Each read sees the latest committed value, and writes are installed at commit. */
    READ_COMMITTED(Level.RC),
    /** No isolation at all: reads see uncommitted, intermediate, aborted and stale values. */
    NONE(null);

    private final Level level;

    SimulatedStore(Level level) {
        this.level = level;
    }

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether each transaction takes effect as a whole when it commits, so that commits are an order of all versions. */
    boolean hasCommitOrder() {
        return this == SERIAL || this == STRICT || this == SI;
    }

    /** The strongest level that is always satisfied (real time being recorded), or null. */
    public Level level() {
        return level;
    }
}
