package org.isolde.report;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Edge;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;

/**
 * Finds the smallest part of a history that still breaks the same level in the same way: with an anomaly of the same two
 * names, and by a single cycle if it was one.
 *
 * <p>It starts from the transactions that the anomaly names, and looks further only if they alone don't show it, so its
 * cost does not depend on the size of the history. Leaving out follows the rules of {@link Selection}: whatever a part
 * violates, the whole violates too. For anomalies of timestamps, which say themselves what they rest on, that is what a
 * {@link TimestampPart} sees to; those of predicate reads have a {@link RowPart}, which is taken if it shows the same one.
 */
public final class Minimizer {
    /** How much work one anomaly may take; what is there then is shown, and said to be perhaps not minimal. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final CheckResult result;
    private final Duration patience;

    public Minimizer(CheckResult result) {
        this(result, PATIENCE);
    }

    public Minimizer(CheckResult result, Duration patience) {
        this.result = result;
        this.patience = patience;
    }

    /** The smallest history that shows an anomaly of the result. */
    public MinimalCase minimize(Anomaly anomaly) {
        if (anomaly.kind().isByTimestamps()) {
            return byTimestamps(anomaly);
        }
        if (anomaly.isAboutPredicates() || anomaly.kind() == AnomalyKind.OUTSIDE_SNAPSHOT) {
            return ofRows(anomaly);
        }
        long deadline = CpuClock.nanos() + patience.toNanos();
        Neighbourhood neighbourhood = new Neighbourhood(result, anomaly);
        for (Excerpt part = neighbourhood.next();
                part != null && CpuClock.nanos() < deadline;
                part = neighbourhood.next()) {
            if (find(part.history(), anomaly) != null) {
                return smallest(part, Selection.all(part.history()), anomaly, deadline);
            }
        }
        return whole(anomaly);
    }

    private MinimalCase whole(Anomaly anomaly) {
        int[] originals = new int[result.history().transactions() + 1];
        java.util.Arrays.setAll(originals, t -> t);
        return new MinimalCase(result.history(), result.history(), anomaly, originals, false);
    }

    private MinimalCase byTimestamps(Anomaly wanted) {
        Excerpt part = TimestampPart.of(result, wanted);
        if (part == null) {
            return whole(wanted);
        }
        int[] originals = originals(part);
        for (Anomaly found : anomalies(part.history(), wanted.level(), ViolationLimit.ALL)) {
            if (isSame(wanted, part.history(), found, originals)) {
                return new MinimalCase(result.history(), part.history(), found, originals, true);
            }
        }
        return whole(wanted);
    }

    private MinimalCase ofRows(Anomaly wanted) {
        long deadline = CpuClock.nanos() + patience.toNanos();
        boolean namesNoPredicate = !wanted.isAboutPredicates();
        for (boolean all : namesNoPredicate ? new boolean[] {false, true} : new boolean[] {false}) {
            RowPart part = RowPart.of(result, wanted, all);
            if (part != null && findSame(part.excerpt(), wanted) != null) {
                boolean complete =
                        part.reduce(excerpt -> findSame(excerpt, wanted) != null, () -> CpuClock.nanos() < deadline);
                Excerpt small = part.excerpt();
                return new MinimalCase(
                        result.history(), small.history(), findSame(small, wanted), originals(small), complete);
            }
        }
        return whole(wanted);
    }

    private static int[] originals(Excerpt part) {
        int[] originals = new int[part.history().transactions() + 1];
        for (int t = 1; t < originals.length; t++) {
            originals[t] = part.original(t);
        }
        return originals;
    }

    /** The same anomaly in a part: of the same name, by the same edges, or about the same row of the same transaction. */
    private Anomaly findSame(Excerpt part, Anomaly wanted) {
        for (Anomaly found : anomalies(part.history(), wanted.level(), ViolationLimit.ALL)) {
            if (found.kind() == wanted.kind()
                    && found.alias().equals(wanted.alias())
                    && (wanted.cycle().isEmpty()
                            ? isSameFault(part, found, wanted)
                            : edges(found, part.history(), part::original)
                                    .equals(edges(wanted, result.history(), t -> t)))) {
                return found;
            }
        }
        return null;
    }

    private boolean isSameFault(Excerpt part, Anomaly found, Anomaly wanted) {
        return part.original(found.transactions().get(0))
                        == wanted.transactions().get(0)
                // an aggregate that must be another number in the part says nothing of the whole
                && (!RowPart.isOfAggregate(wanted) || found.story().equals(wanted.story()))
                && name(part.history(), found.key()).equals(name(result.history(), wanted.key()));
    }

    private static Set<List<Object>> edges(Anomaly anomaly, History history, IntUnaryOperator original) {
        Set<List<Object>> edges = new HashSet<>();
        for (Edge edge : anomaly.cycle()) {
            edges.add(List.of(
                    original.applyAsInt(edge.from()),
                    original.applyAsInt(edge.to()),
                    edge.kind(),
                    name(history, edge.key())));
        }
        return edges;
    }

    /** Whether an anomaly of a part is the one of the whole: about the same transaction, key and read, or the same two. */
    private boolean isSame(Anomaly wanted, History part, Anomaly found, int[] originals) {
        boolean isPair = wanted.operation() < 0 || wanted.expectation() == null;
        List<Integer> transactions =
                found.transactions().stream().map(t -> originals[t]).toList();
        return found.kind() == wanted.kind()
                && (isPair
                        ? new HashSet<>(transactions).equals(new HashSet<>(wanted.transactions()))
                        : transactions.get(0).equals(wanted.transactions().get(0)))
                && name(part, found.key()).equals(name(result.history(), wanted.key()))
                && (isPair || value(part, found).equals(value(result.history(), wanted)));
    }

    private static String name(History history, int key) {
        return key < 0 ? "" : history.keyName(key);
    }

    /** What was seen and what should have been, by name. */
    private static List<String> value(History history, Anomaly anomaly) {
        int expected = anomaly.expectation().value();
        return List.of(
                anomaly.value() < 0 ? "nothing" : "value " + history.valueName(anomaly.value()),
                expected < 0 ? "nothing" : "value " + history.valueName(expected));
    }

    private MinimalCase smallest(Excerpt pool, Selection start, Anomaly wanted, long deadline) {
        Reduction forwards = reduction(start, wanted, deadline, false);
        Reduction backwards = reduction(start, wanted, deadline, true);
        boolean sooner = forwards.smallest().isSmallerThan(backwards.smallest());
        Reduction best = sooner || !backwards.isComplete() ? forwards : backwards;
        Excerpt small = best.smallest().excerpt();
        int[] originals = new int[small.history().transactions() + 1];
        for (int t = 1; t < originals.length; t++) {
            originals[t] = pool.original(small.original(t));
        }
        return new MinimalCase(
                result.history(), small.history(), find(small.history(), wanted), originals, best.isComplete());
    }

    private Reduction reduction(Selection start, Anomaly wanted, long deadline, boolean backwards) {
        Reduction reduction = new Reduction(
                start, part -> find(part.history(), wanted) != null, () -> CpuClock.nanos() < deadline, backwards);
        reduction.run();
        return reduction;
    }

    /** The anomaly of the same level and names in another history, as a part of this one, or null. */
    public Anomaly find(History part, Anomaly wanted) {
        for (Anomaly anomaly : anomalies(part, wanted.level(), ViolationLimit.EACH)) {
            if (anomaly.kind() == wanted.kind()
                    && anomaly.alias().equals(wanted.alias())
                    // a single cycle is easier to follow than cases, even if these took an operation less
                    && (anomaly.cases().isEmpty() || !wanted.cases().isEmpty())) {
                return anomaly;
            }
        }
        return null;
    }

    private List<Anomaly> anomalies(History part, Level level, ViolationLimit violations) {
        CheckOptions options = CheckOptions.of(EnumSet.of(level))
                .withEvidence(result.evidence(level))
                .withSessionOrder(result.sessionOrder())
                .withViolations(violations)
                .withLimits(patience, 0);
        try {
            return Isolde.check(part, options).verdicts().get(level) instanceof Verdict.Violated violated
                    ? violated.anomalies()
                    : List.of();
        } catch (BadHistoryException e) {
            // the part repeats values and reads them: nothing can be said about it
            return List.of();
        }
    }
}
