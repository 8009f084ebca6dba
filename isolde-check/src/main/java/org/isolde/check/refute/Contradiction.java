package org.isolde.check.refute;

import java.util.List;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge.Premise;
import org.isolde.check.TimestampFindings.Finding;
import org.isolde.proof.ProofEdge;
import org.isolde.proof.Refutation;
import org.isolde.proof.Refutation.TimestampStep;

/** Every way in which a level can be shown to be violated, with the data that shows it. */
public sealed interface Contradiction
        permits Contradiction.BadRead,
                Contradiction.IncompatibleLists,
                Contradiction.UnknownVersion,
                Contradiction.VersionCycle,
                Contradiction.ForcedCycle,
                Contradiction.DependencyCycle,
                Contradiction.Divergence,
                Contradiction.Cases,
                Contradiction.Timestamps,
                Contradiction.ImpossibleVersion,
                Contradiction.ResultMismatch,
                Contradiction.OutsideSnapshot,
                Contradiction.OutOfOrder,
                Contradiction.UnexpectedRead,
                Contradiction.DeadRow,
                Contradiction.UnexpectedResult,
                RegisterContradiction {
    /** The proof; null where proofs have no words for it. */
    Refutation refutation();

    /**
     * A read that no order of versions explains.
     *
     * @param kind what is wrong with it
     * @param value the value at fault, of a list its element
     */
    record BadRead(int operation, AnomalyKind kind, int value) implements Contradiction {
        @Override
        public Refutation refutation() {
            return new Refutation(List.of(new Refutation.BadRead(operation)));
        }
    }

    /**
     * Two list reads of which neither is a beginning of the other.
     *
     * @param value the element of the first where they part
     */
    record IncompatibleLists(int operation, int other, int value) implements Contradiction {
        @Override
        public Refutation refutation() {
            return new Refutation(List.of(new Refutation.IncompatibleReads(operation, other)));
        }
    }

    /** A given version order names a value that no counted transaction wrote. */
    record UnknownVersion(int key, int value) implements Contradiction {
        @Override
        public Refutation refutation() {
            return new Refutation(List.of(new Refutation.UnknownVersion(key, value)));
        }
    }

    /**
     * Versions of a key of which each must come before the next, and the last before the first, by version orders, lists, and
     * the order in which a transaction wrote: no order of versions has all that.
     *
     * @param versions value numbers; 0 for the initial version
     */
    record VersionCycle(int key, List<Integer> versions) implements Contradiction {
        public VersionCycle {
            versions = List.copyOf(versions);
        }

        @Override
        public Refutation refutation() {
            return new Refutation(List.of(new Refutation.VersionCycle(key, versions)));
        }
    }

    /** A cycle of session order, reads, given version orders, and orderings that a level forces (rc to cc). */
    record ForcedCycle(List<Forced> edges) implements Contradiction {
        public ForcedCycle {
            edges = List.copyOf(edges);
        }

        @Override
        public Refutation refutation() {
            return new Refutation(List.of(
                    new Refutation.Cycle(edges.stream().map(Forced::edge).toList())));
        }
    }

    /**
     * An edge of such a cycle.
     *
     * @param premise of an ordering that is forced why it is; else null
     */
    record Forced(ProofEdge edge, Premise premise) {}

    /**
     * A cycle of dependencies.
     *
     * @param edges the cycle as it is told
     * @param refutation the same with what has to be established before it
     */
    record DependencyCycle(List<ProofEdge> edges, Refutation refutation) implements Contradiction {
        public DependencyCycle {
            edges = List.copyOf(edges);
        }
    }

    /**
     * Two transactions read the same version and overwrote it (MTC, definition 10: DIVERGENCE).
     *
     * @param operation with which the second one read the version
     */
    record Divergence(int first, int second, int operation, Refutation refutation) implements Contradiction {}

    /** No single cycle shows it: orderings of versions follow, each because its opposite closes a cycle. */
    record Cases(Refutation refutation) implements Contradiction {}

    /**
     * The version set of a predicate read has a version that can't be in it.
     *
     * @param predicate the predicate read
     * @param key the row
     * @param value the value number of that version; 0 if the row is missing, though the transaction had written it
     * @param why what is wrong with it
     */
    record ImpossibleVersion(int predicate, int key, int value, Why why) implements Contradiction {
        public enum Why {
            /** Nobody wrote it. */
            GARBAGE,
            /** Its writer did not take effect. */
            ABORTED,
            /** The transaction itself wrote it later, or one before it. */
            FUTURE,
            /** Its writer overwrote it itself. */
            INTERMEDIATE,
            /** It is not what the transaction itself had written last. */
            INTERNAL
        }

        @Override
        public Refutation refutation() {
            return new Refutation(List.of(new Refutation.BadVersionSet(predicate, key)));
        }
    }

    /** What a predicate read gave back is not what its condition gives on its version set. */
    record ResultMismatch(int predicate) implements Contradiction {
        @Override
        public Refutation refutation() {
            return new Refutation(List.of(new Refutation.ResultMismatch(predicate)));
        }
    }

    /** {@code other}, from which a transaction read a row or whose version it overwrote, is not in its snapshot (G-SIa). */
    record OutsideSnapshot(int transaction, int other, int key) implements Contradiction {
        @Override
        public Refutation refutation() {
            return new Refutation(List.of(new Refutation.OutsideSnapshot(transaction, other, key)));
        }
    }

    /** Something that the database's own timestamps forbid. */
    record Timestamps(Finding finding) implements Contradiction {
        @Override
        public Refutation refutation() {
            return new Refutation(List.of(TimestampStep.of(
                    finding.axiom().proof(),
                    finding.transaction(),
                    finding.other(),
                    finding.key(),
                    finding.operation())));
        }
    }

    /**
     * Session order or real time has the first before the second, and the expected serial order has not.
     *
     * @param isTime whether it is real time
     */
    record OutOfOrder(int first, int second, boolean isTime) implements Contradiction {
        @Override
        public Refutation refutation() {
            return new Refutation(List.of(new Refutation.OutOfOrder(first, second)));
        }
    }

    /**
     * Replayed in the expected serial order, a read did not see what was there, or a compare-and-set failed that should not have.
     *
     * @param present the value that was there; of a list the element at the place where they part, -1 if it had ended
     * @param place of a list that place, from 0; else -1
     */
    record UnexpectedRead(int operation, int present, int place) implements Contradiction {
        @Override
        public Refutation refutation() {
            return new Refutation(List.of(new Refutation.Unexplained(operation)));
        }
    }

    /**
     * Replayed in the expected serial order, a write found that the row had been deleted.
     *
     * @param present the row's dead version
     */
    record DeadRow(int operation, int present) implements Contradiction {
        @Override
        public Refutation refutation() {
            return new Refutation(List.of(new Refutation.Unexplained(operation)));
        }
    }

    /**
     * Replayed in the expected serial order, a condition or an aggregate gave something else than what came back.
     *
     * @param missing the writes of the versions that matched and did not come back
     * @param surplus what came back and should not have
     * @param expected what the aggregate should have been; null if rows came back
     */
    record UnexpectedResult(int predicate, List<Integer> missing, List<Surplus> surplus, String expected)
            implements Contradiction {
        /**
         * A row that came back.
         *
         * @param operation the item read that it is
         * @param present the value that was there: the same one, if it did not match
         * @param twice whether it had come back before
         * @param isStale whether the version that was there is another one: then the item read alone shows it
         */
        public record Surplus(int operation, int present, boolean twice, boolean isStale) {}

        public UnexpectedResult {
            missing = List.copyOf(missing);
            surplus = List.copyOf(surplus);
        }

        @Override
        public Refutation refutation() {
            for (Surplus each : surplus) {
                if (each.isStale()) {
                    return new Refutation(List.of(new Refutation.Unexplained(each.operation())));
                }
            }
            return new Refutation(List.of(new Refutation.UnexplainedPredicate(predicate)));
        }
    }
}
