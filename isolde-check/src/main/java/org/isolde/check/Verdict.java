package org.isolde.check;

import java.util.List;

/** What was found about one level of one history. */
public sealed interface Verdict {
    /** {@code satisfied}, {@code violated}, {@code undecided} or {@code inapplicable}. */
    String text();

    /** The algorithm that decided it. */
    String algorithm();

    /**
     * The history satisfies the level.
     *
     * @param commitOrder the counted transactions in an order that explains the history; empty where the level needs none
     */
    record Satisfied(String algorithm, CommitOrder commitOrder) implements Verdict {
        @Override
        public String text() {
            return "satisfied";
        }
    }

    /** The history violates the level; at least one anomaly shows it. */
    record Violated(String algorithm, List<Anomaly> anomalies) implements Verdict {
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
