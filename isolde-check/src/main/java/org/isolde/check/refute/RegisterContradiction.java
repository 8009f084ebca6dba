package org.isolde.check.refute;

import java.util.List;
import org.isolde.check.AnomalyKind;
import org.isolde.proof.Refutation;

/**
 * Why the operations on one register can't be put in an order that respects real time. Operations go by their transactions,
 * and so do versions, by the one that wrote them: 0 is the initial one. A refutation is null where proofs have no words: of
 * keys on which a value was written twice, and of what only a search excluded.
 */
public sealed interface RegisterContradiction extends Contradiction {
    /** {@code reader} saw a value that nobody wrote ({@code writer} -1), that it wrote itself later, or that did not happen. */
    record BadRead(int reader, int writer, AnomalyKind kind, Refutation refutation) implements RegisterContradiction {}

    /** Two compare-and-sets replaced one version. */
    record Replaced(int first, int second, Refutation refutation) implements RegisterContradiction {}

    /** Each of these compare-and-sets found what the one before it wrote, and the first what the last one wrote. */
    record Circle(List<Integer> round, Refutation refutation) implements RegisterContradiction {
        public Circle {
            round = List.copyOf(round);
        }
    }

    /**
     * {@code early}, on the last of the versions, had ended before {@code late}, on the first one, began.
     *
     * @param versions each but the first replaced the one before it; the first may be the late operation's own
     */
    record Backwards(int late, int early, List<Integer> versions, Refutation refutation)
            implements RegisterContradiction {
        public Backwards {
            versions = List.copyOf(versions);
        }
    }

    /** Neither of two chains of versions can come first. */
    record Zones(ChainPair pair, Refutation refutation) implements RegisterContradiction {}

    /**
     * A compare-and-set failed although the value was the expected one from before its begin ({@code before} showed it) until
     * after its end ({@code after} did).
     */
    record FalseFailure(int before, int failed, int after) implements RegisterContradiction {
        @Override
        public Refutation refutation() {
            return null;
        }
    }

    /** Every order came to a dead end in the time of an operation; those that had ended before it have one. */
    record Exhausted(int operation, int explained) implements RegisterContradiction {
        @Override
        public Refutation refutation() {
            return null;
        }
    }
}
