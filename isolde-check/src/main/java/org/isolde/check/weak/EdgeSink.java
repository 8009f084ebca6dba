package org.isolde.check.weak;

import org.isolde.check.Edge.Premise;

/** Takes the orderings that a level forces. */
@FunctionalInterface
interface EdgeSink {
    /**
     * {@code before} must be committed before {@code after}, for {@code reader} read {@code key} from {@code after}, and
     * {@code before}, which also wrote it, stands to {@code reader} as the premise says. {@code after} may be the initial
     * transaction, which is a violation at once.
     */
    void edge(int before, int after, int reader, int key, Premise premise);

    /**
     * Whether an ordering is of interest that goes forward over so many places of the causal order (none, or backward if it is not
     * above 0): for who knows that anyway, and need not look up the rest.
     */
    default boolean wants(int distance) {
        return true;
    }
}
