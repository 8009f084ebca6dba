package org.isolde.proof;

import java.util.List;

/**
 * Steps that lead to a contradiction. Every step adds a clause, a set of orderings of which at least one must hold; one
 * of them, mostly the last, adds the empty clause. A clause of one ordering establishes it for all later steps.
 */
public record Refutation(List<Step> steps) implements Proof.Body {
    public Refutation {
        steps = List.copyOf(steps);
    }

    /** One step of a refutation. */
    public sealed interface Step permits BadRead, IncompatibleReads, UnknownVersion, Cycle, Clause, TimestampStep {}

    /** An operation that breaks read consistency whatever the order of versions is: the empty clause. */
    public record BadRead(int operation) implements Step {}

    /** Two list reads of one key of which neither is a beginning of the other: the empty clause. */
    public record IncompatibleReads(int operation, int other) implements Step {}

    /** A given version order names a value that no counted transaction wrote: the empty clause. */
    public record UnknownVersion(int key, int value) implements Step {}

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
}
