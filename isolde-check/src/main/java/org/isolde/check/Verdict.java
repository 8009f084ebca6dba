package org.isolde.check;

import java.util.List;
import org.isolde.proof.Refutation;

/** What was found about one level of one history. */
public sealed interface Verdict {
    /** {@code satisfied}, {@code violated}, {@code undecided} or {@code inapplicable}. */
    String text();

    /** The algorithm that decided it. */
    String algorithm();

    /**
     * The history satisfies the level.
     *
     * @param commitOrder the counted transactions in an order that explains the history
     */
    record Satisfied(String algorithm, CommitOrder commitOrder) implements Verdict {
        @Override
        public String text() {
            return "satisfied";
        }
    }

    /**
     * The history violates the level; at least one anomaly shows it.
     *
     * @param refutation the proof; null where proofs have no words for it: a search was exhausted, or a value was written twice
     */
    record Violated(String algorithm, List<Anomaly> anomalies, Refutation refutation) implements Verdict {
        public Violated {
            anomalies = List.copyOf(anomalies);
            if (anomalies.isEmpty()) {
                throw new IllegalArgumentException("violated, and nothing shows it");
            }
        }

        @Override
        public String text() {
            return "violated";
        }
    }

    /** Not decided, and why: never a guess. */
    record Undecided(String algorithm, String reason) implements Verdict {
        @Override
        public String text() {
            return "undecided";
        }
    }

    /** The level asks for what the history does not have. */
    record Inapplicable(String reason) implements Verdict {
        @Override
        public String text() {
            return "inapplicable";
        }

        @Override
        public String algorithm() {
            return "none";
        }
    }
}
