package org.isolde.proof;

import java.util.List;
import java.util.Locale;

/**
 * Steps that lead to a contradiction. Every step adds a clause, a set of orderings of which at least one must hold; one
 * of them, mostly the last, adds the empty clause. A clause of one ordering establishes it for all later steps.
 */
public record Refutation(List<Step> steps) implements Proof.Body {
    public Refutation {
        steps = List.copyOf(steps);
    }

    /** One step of a refutation. */
    public sealed interface Step
            permits BadRead,
                    IncompatibleReads,
                    UnknownVersion,
                    VersionCycle,
                    Cycle,
                    Clause,
                    BadVersionSet,
                    ResultMismatch,
                    OutsideSnapshot,
                    OutOfOrder,
                    Unexplained,
                    UnexplainedPredicate,
                    TimestampStep {}

    /** An operation that breaks read consistency whatever the order of versions is: the empty clause. */
    public record BadRead(int operation) implements Step {}

    /**
     * Two list reads of one key of which neither is a beginning of the other: the empty clause. For {@code ru}, which asks
     * nothing of reads, only the elements that counted transactions appended are compared.
     */
    public record IncompatibleReads(int operation, int other) implements Step {}

    /** A given version order names a value that no counted transaction wrote: the empty clause. */
    public record UnknownVersion(int key, int value) implements Step {}

    /**
     * Evidence of which no order of versions can be made: the empty clause, at every level. Each version comes before the next
     * one, and the last before the first, because a given version order or a list read says so, because one transaction wrote
     * them in this turn, or because the initial version (0) is before all others.
     *
     * @param versions value numbers; a single one if evidence has a version before itself, twice in a list that is
     */
    public record VersionCycle(int key, List<Integer> versions) implements Step {
        public VersionCycle {
            versions = List.copyOf(versions);
        }
    }

    /**
     * A cycle that the level forbids, its edges in order, each beginning where the one before ends. The clause says that
     * not all of the orderings that the edges use (and that are neither given by the history nor established) can hold.
     */
    public record Cycle(List<ProofEdge> edges) implements Step {
        public Cycle {
            edges = List.copyOf(edges);
        }
    }

    /**
     * A clause that follows from earlier ones: suppose that none of its orderings holds; then of each hint in turn all
     * orderings but at most one are refuted, that one therefore holds, and the last hint has none left.
     *
     * @param orderings of which at least one must hold
     * @param hints the numbers of earlier steps, from 0
     */
    public record Clause(List<Ordering> orderings, List<Integer> hints) implements Step {
        public Clause {
            orderings = List.copyOf(orderings);
            hints = List.copyOf(hints);
        }
    }

    /**
     * The version set of a predicate read has of a row a version that it can't have: the empty clause. Nobody wrote it, or a
     * transaction that does not count, or the reader itself only later; or it is not the writer's last one, not the reader's own
     * latest one, or behind one that the reader writes later.
     *
     * @param predicate the number of the predicate read in the history's rows
     */
    public record BadVersionSet(int predicate, int key) implements Step {}

    /** What came back is not what the condition, or the aggregate, gives on the version set: the empty clause. */
    public record ResultMismatch(int predicate) implements Step {}

    /**
     * For {@code si} and {@code strong-si}: the version sets of the transaction are one snapshot, which lacks the other one,
     * although the transaction read its version of the key or overwrote it: the empty clause.
     */
    public record OutsideSnapshot(int transaction, int other, int key) implements Step {}

    /** Session order, or for {@code sser} real time, has the first before the second, and the expected order has not: the empty clause. */
    public record OutOfOrder(int first, int second) implements Step {}

    /**
     * Replayed in the expected order, the operation, an item read or a write of a dead row, does not find what it says: the empty
     * clause.
     */
    public record Unexplained(int operation) implements Step {}

    /** Replayed in the expected order, the condition or the aggregate gives something else than what came back: the empty clause. */
    public record UnexplainedPredicate(int predicate) implements Step {}

    /**
     * Something that the timestamps of a history forbid: the empty clause.
     *
     * @param axiom what is broken
     * @param transaction the transaction that breaks it; -1 for {@link Axiom#INT}, whose operation says it
     * @param other the other transaction, where there is one; else -1
     * @param key the key, where there is one; else -1
     * @param operation for {@link Axiom#INT} the read; else -1
     */
    public record TimestampStep(Axiom axiom, int transaction, int other, int key, int operation) implements Step {
        /** What timestamps ask for, and what has to be named to show that it is not so. */
        public enum Axiom {
            /** The transaction does not see what is before it in its session, or its predecessor is missing. */
            SESSION(true, false, false),
            /** The operation does not see what its transaction read or wrote before. */
            INT(false, false, false),
            /** The transaction does not see the key as it is in its snapshot. */
            EXT(true, false, true),
            /** Both transactions wrote the key, and neither was committed when the other one started. */
            NOCONFLICT(true, true, true),
            /** The transaction starts after its commit. */
            START_AFTER_COMMIT(true, false, false),
            /** Both transactions wrote the key, at the same commit timestamp. */
            SAME_COMMIT(true, true, true),
            /** The other transaction ended before this one began, and was not committed before it. */
            REAL_TIME(true, true, false);

            private final boolean hasTransaction;
            private final boolean hasOther;
            private final boolean hasKey;

            Axiom(boolean hasTransaction, boolean hasOther, boolean hasKey) {
                this.hasTransaction = hasTransaction;
                this.hasOther = hasOther;
                this.hasKey = hasKey;
            }

            /** The name in files. */
            public String text() {
                return name().toLowerCase(Locale.ROOT).replace('_', '-');
            }

            boolean hasTransaction() {
                return hasTransaction;
            }

            boolean hasOther() {
                return hasOther;
            }

            boolean hasKey() {
                return hasKey;
            }
        }

        /** The step with what its axiom has no use for left out. */
        public static TimestampStep of(Axiom axiom, int transaction, int other, int key, int operation) {
            return new TimestampStep(
                    axiom,
                    axiom.hasTransaction ? transaction : -1,
                    axiom.hasOther ? other : -1,
                    axiom.hasKey ? key : -1,
                    axiom.hasTransaction ? -1 : operation);
        }
    }
}
