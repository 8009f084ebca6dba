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
}
