package org.isolde.proof;

import java.util.Set;
import org.isolde.history.Evidence;
import org.isolde.history.Level;

/**
 * Why a history satisfies a level, or why it can't.
 *
 * @param level the level
 * @param sessionOrder whether session order counts
 * @param evidence the evidence that counts; what the history has besides is ignored
 * @param body a {@link Witness} that it holds, or a {@link Refutation}
 */
public record Proof(Level level, boolean sessionOrder, Set<Evidence> evidence, Body body) {
    public Proof {
        evidence = Set.copyOf(evidence);
    }

    /** A witness or a refutation. */
    public sealed interface Body permits Witness, Refutation {}

    /** Whether the proof says that the level is satisfied. */
    public boolean claimsSatisfied() {
        return body instanceof Witness;
    }
}
