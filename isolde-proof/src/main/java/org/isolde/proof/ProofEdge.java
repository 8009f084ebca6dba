package org.isolde.proof;

import java.util.List;
import java.util.Locale;

/**
 * One transaction comes before another.
 *
 * @param kind why
 * @param from a transaction
 * @param to another one
 * @param key the key that it is about, with predicates the row; -1 for session order and real time
 * @param third for {@link Kind#RW} the transaction (0: the initial one) whose version of the key {@code from} read; for
 *     {@link Kind#CO} the reader t3; for {@link Kind#PREDICATE_WR} and {@link Kind#PREDICATE_RW} the number of the predicate
 *     read in the history's rows; else -1
 * @param via for {@link Kind#CO} the transactions on the way from t2 to t3 that the premise speaks of, in order
 */
public record ProofEdge(Kind kind, int from, int to, int key, int third, List<Integer> via) {
    public ProofEdge {
        via = List.copyOf(via);
    }

    public static ProofEdge of(Kind kind, int from, int to, int key) {
        return new ProofEdge(kind, from, to, key, -1, List.of());
    }

    /** {@code from} read the version that {@code source} wrote, and {@code to} wrote a later one. */
    public static ProofEdge antiDependency(int from, int to, int key, int source) {
        return new ProofEdge(Kind.RW, from, to, key, source, List.of());
    }

    /** The writer {@code from} made a row match or not, and the predicate read of {@code to} saw that. */
    public static ProofEdge predicateRead(int from, int to, int row, int predicate) {
        return new ProofEdge(Kind.PREDICATE_WR, from, to, row, predicate, List.of());
    }

    /** The writer {@code to} made a row match or not after what the predicate read of {@code from} saw. */
    public static ProofEdge predicateAntiDependency(int from, int to, int row, int predicate) {
        return new ProofEdge(Kind.PREDICATE_RW, from, to, row, predicate, List.of());
    }

    /** The kinds of edges. */
    public enum Kind {
        /** Session order: {@code from} is earlier in the session of {@code to}; not necessarily directly before it. */
        SO,
        /** Real time: {@code from} ended before {@code to} began. */
        RT,
        /** {@code to} read the key from {@code from}. */
        WR,
        /** The ordering (key, from, to). */
        WW,
        /** {@code from} read the key from {@code third}, and the ordering (key, third, to). */
        RW,
        /**
         * For the levels by commit order that are decided by saturation ({@code rc} to {@code cc}): the premise of the level
         * holds for t2 = {@code from}, t1 = {@code to} and t3 = {@code third}, which read the key from t1.
         */
        CO,
        /**
         * {@code from}'s version of the row changes the matches of the predicate read {@code third} of {@code to}, and is the
         * version that it saw or one before that.
         */
        PREDICATE_WR,
        /** {@code to}'s version of the row changes the matches of the predicate read {@code third} of {@code from}, behind the one it saw. */
        PREDICATE_RW;

        /** The name in files. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Whether it is about a key. */
        boolean hasKey() {
            return this != SO && this != RT;
        }

        /** Whether it is about a predicate read, and names it. */
        public boolean hasPredicate() {
            return this == PREDICATE_WR || this == PREDICATE_RW;
        }

        /** Whether it names a third transaction. */
        public boolean hasThird() {
            return this == RW || this == CO;
        }
    }
}
