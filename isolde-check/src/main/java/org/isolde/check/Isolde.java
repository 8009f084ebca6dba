package org.isolde.check;

import org.isolde.check.budget.Budget;
import org.isolde.check.facts.ReadFindings;
import org.isolde.check.facts.Subject;
import org.isolde.check.lin.Linearizability;
import org.isolde.check.plan.PlanLog;
import org.isolde.check.plan.StrongLevels;
import org.isolde.check.replay.SerialOrder;
import org.isolde.check.timestamps.TimestampLevels;
import org.isolde.check.weak.WeakLevels;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;

/**
 * Decides which isolation levels a history satisfies.
 *
 * <pre>{@code
 * History history = History.read(Path.of("run.edn"));
 * Verdict verdict = Isolde.check(history, Level.CC);
 * }</pre>
 */
public final class Isolde {
    private Isolde() {}

    /**
     * Decides one level, using all evidence.
     *
     * @throws BadHistoryException if it can't be known which write a read saw
     */
    public static Verdict check(History history, Level level) throws BadHistoryException {
        return check(history, CheckOptions.of(EnumSet.of(level))).verdicts().get(level);
    }

    /**
     * Decides the levels of the options.
     *
     * @throws BadHistoryException if it can't be known which write a read saw
     */
    public static CheckResult check(History history, CheckOptions options) throws BadHistoryException {
        Set<Evidence> evidence = EnumSet.noneOf(Evidence.class);
        // what the algorithms of these levels make use of; expected orders have none yet
        evidence.add(Evidence.VERSIONS);
        if (options.levels().stream().anyMatch(Level::isAboutRealTime)) {
            evidence.add(Evidence.REAL_TIME);
        }
        evidence.retainAll(history.evidence());
        evidence.retainAll(options.evidence());
        PlanLog plan = new PlanLog();
        Budget budget = options.budget();
        Map<Level, Verdict> verdicts = new EnumMap<>(Level.class);
        Set<Level> open = EnumSet.noneOf(Level.class);
        open.addAll(options.levels());
        if (open.remove(Level.LIN)) {
            verdicts.put(Level.LIN, linearizability(history, options, evidence, budget, plan));
            plan.lap("lin");
        }
        Map<Level, TimestampFindings> timestamps = TimestampLevels.decide(history, options, open, verdicts, plan);
        if (!timestamps.isEmpty()) {
            evidence.add(Evidence.TIMESTAMPS);
            followTimestamps(history, evidence, open, verdicts, plan);
        }
        if (!open.isEmpty()) {
            try {
                // apart from what timestamps decided, from which not everything follows
                Map<Level, Verdict> decided = new EnumMap<>(Level.class);
                transactions(history, options, evidence, open, decided, new Limits(budget, plan));
                verdicts.putAll(decided);
            } catch (BadHistoryException e) {
                if (verdicts.values().stream().allMatch(Verdict.Inapplicable.class::isInstance)) {
                    throw e;
                }
                // lin, and whatever timestamps decide, may repeat values; what the other levels ask for is then not
                // there
                for (Level level : open) {
                    verdicts.put(level, new Verdict.Inapplicable(e.getMessage()));
                }
            }
        }
        return new CheckResult(
                history, verdicts, evidence, options.sessionOrder(), plan.reasons(), plan.seconds(), timestamps);
    }

    /** What the strongest levels are that a history satisfies, and the weakest that it violates, with all evidence. */
    public static CheckResult classify(History history) throws BadHistoryException {
        return check(history, CheckOptions.of(EnumSet.allOf(Level.class)));
    }

    private record Limits(Budget budget, PlanLog plan) {}

    private static void transactions(
            History history,
            CheckOptions options,
            Set<Evidence> evidence,
            Set<Level> open,
            Map<Level, Verdict> verdicts,
            Limits limits)
            throws BadHistoryException {
        PlanLog plan = limits.plan;
        Subject subject = new Subject(history, options.sessionOrder(), evidence.contains(Evidence.VERSIONS));
        if (options.algorithm().guesses()) {
            new SerialOrder(subject, evidence).decide(open, verdicts);
            verdicts.keySet()
                    .forEach(level -> plan.because(level, "the order of the input explains it, and was tried first"));
            plan.lap("replay");
        }
        if (open.isEmpty()) {
            return;
        }
        ReadFindings findings = ReadFindings.of(subject);
        plan.lap("reads");
        Set<Level> strong = EnumSet.copyOf(open);
        strong.removeIf(Level::isWeak);
        if (!strong.isEmpty()) {
            verdicts.putAll(new StrongLevels(subject, findings, options, evidence, limits.budget, plan).check(strong));
            plan.lap("strong levels");
        }
        Set<Level> weak = EnumSet.copyOf(open);
        weak.removeIf(level -> !level.isWeak());
        weak.removeIf(level -> follows(level, verdicts, plan));
        if (options.algorithm() == Algorithm.REPLAY) {
            for (Level level : weak) {
                verdicts.put(level, StrongLevels.notReplayed());
            }
            return;
        }
        if (!weak.isEmpty()) {
            verdicts.putAll(new WeakLevels(subject, findings, findings.versionOrder(), options).check(weak));
            plan.lap("weak levels");
        }
    }

    /**
     * Levels that hold without timestamps because a stronger one holds with them. Timestamps don't ask whether version orders
     * are as given. Nor do they order readers of one timestamp by real time, so that their order is no witness for that.
     */
    private static void followTimestamps(
            History history, Set<Evidence> evidence, Set<Level> open, Map<Level, Verdict> verdicts, PlanLog plan) {
        boolean givenVersions = evidence.contains(Evidence.VERSIONS) && history.versionChains() > 0;
        if (!history.hasRepeatedWrites() && !givenVersions) {
            open.removeIf(level -> !level.isAboutRealTime() && follows(level, verdicts, plan));
        }
    }

    /** Whether a level holds because a stronger one does. */
    private static boolean follows(Level level, Map<Level, Verdict> verdicts, PlanLog plan) {
        for (Level above : Level.strongestFirst()) {
            if (above != Level.LIN
                    && above.implies(level)
                    && verdicts.get(above) instanceof Verdict.Satisfied satisfied) {
                verdicts.put(level, satisfied);
                plan.because(level, "it follows from " + above.text());
                return true;
            }
        }
        return false;
    }

    private static Verdict linearizability(
            History history, CheckOptions options, Set<Evidence> evidence, Budget budget, PlanLog plan) {
        if (!evidence.contains(Evidence.REAL_TIME)) {
            return new Verdict.Inapplicable(noRealTime(Level.LIN));
        }
        plan.because(
                Level.LIN, "each key on its own; searched only where values repeat or a failed compare-and-set asks");
        return Linearizability.check(
                        history,
                        evidence.contains(Evidence.VERSIONS),
                        budget,
                        options.violations(),
                        options.algorithm() == Algorithm.SEARCH)
                .verdict();
    }

    public static String noRealTime(Level level) {
        return level.text()
                + " is about real time, and the history has no begin and end of transactions (or they were not to be"
                + " used)";
    }
}
