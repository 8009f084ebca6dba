package org.isolde.check.weak;

import org.isolde.check.Premise;

/** Takes the orderings that a level forces. */
@FunctionalInterface
interface EdgeSink {
    /**
     * {@code before} must be committed before {@code after}, for {@code reader} read {@code key} from {@code after}, and
     * {@code before}, which also wrote it, stands to {@code reader} as the premise says. {@code after} may be the initial
     * transaction, which is a violation at once.
     */
    void edge(int before, int after, int reader, int key, Premise premise);
}
