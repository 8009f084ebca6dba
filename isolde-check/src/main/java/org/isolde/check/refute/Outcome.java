package org.isolde.check.refute;

import java.util.List;
import org.isolde.check.CommitOrder;

/** What an engine says of a level: an order that explains the history, or why there is none. */
public sealed interface Outcome {
    /** The level is satisfied. */
    record Explained(CommitOrder order) implements Outcome {}

    /** The level is violated: each of these shows it. */
    record Contradicted(List<Contradiction> contradictions) implements Outcome {
        public Contradicted {
            contradictions = List.copyOf(contradictions);
            if (contradictions.isEmpty()) {
                throw new IllegalArgumentException("violated, and nothing shows it");
            }
        }
    }

    static Outcome of(CommitOrder order) {
        return new Explained(order);
    }

    static Outcome of(Contradiction contradiction) {
        return new Contradicted(List.of(contradiction));
    }

    static Outcome of(List<Contradiction> contradictions) {
        return new Contradicted(contradictions);
    }
}
