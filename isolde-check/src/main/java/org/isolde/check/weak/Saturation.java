package org.isolde.check.weak;

import java.util.function.IntFunction;

/**
 * The forced orderings of one level: with session order and reads-from they are acyclic iff the level is satisfied.
 *
 * <p>Not every forced pair is named: it is enough that each follows from the named ones, session order and reads-from
 * (AWDIT, definition 3.1: saturated and minimal).
 */
interface Saturation {
    /** Names all forced orderings, worker {@code w} into the sink {@code sinks.apply(w)}. */
    void saturate(IntFunction<EdgeSink> sinks);

    /**
     * Whether workers share the keys, so that what they name of one reader comes from several: then it has to be sorted before
     * anything is chosen of it, for the result must not depend on how the work was split.
     */
    default boolean isSplitByKey() {
        return false;
    }
}
