package org.isolde.check.plan;

import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.isolde.check.Algorithm;
import org.isolde.check.CheckOptions;
import org.isolde.check.TimestampFindings;
import org.isolde.check.Verdict;
import org.isolde.check.budget.BudgetExceededException;
import org.isolde.check.facts.BadConditionException;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;

/**
 * Decides the levels that were asked for: for each the cheapest way that is sound and complete under the evidence.
 *
 * <p>The rules are {@link #stages}, an ordered list. A stage is a list of ways, tried for every open level, the strongest
 * first; a way settles the level or says nothing. That a level follows from one that holds is a way like the others,
 * {@link #implied}, and applied nowhere else. Whatever runs out of budget leaves its level undecided.
 */
public final class Planner {
    private final Question question;
    private final InputWays input;
    private final ExpectedWays expected;
    private final StrongWays strong;
    private final WeakWays weak;
    private final PredicateWays predicates;
    private final Set<Level> open = EnumSet.noneOf(Level.class);
    private final Map<Level, Verdict> verdicts = new EnumMap<>(Level.class);

    private Planner(History history, CheckOptions options) {
        this.question = new Question(history, options);
        this.input = new InputWays(question);
        this.expected = new ExpectedWays(question);
        this.strong = new StrongWays(question);
        this.weak = new WeakWays(question);
        this.predicates = new PredicateWays(question);
        open.addAll(options.levels());
    }

    /** What was decided, and how. */
    public record Decisions(
            Map<Level, Verdict> verdicts,
            Map<Level, String> reasons,
            Map<String, Double> seconds,
            Map<Level, TimestampFindings> timestamps) {
        /** Whether the expected serial order decided a level, or one that it follows from. */
        public boolean isByExpectedOrder(Level level) {
            return verdicts.containsKey(level) && ExpectedWays.isByExpectedOrder(verdicts.get(level));
        }
    }

    /**
     * @throws BadHistoryException if it can't be known which write a read saw, and no level was decided without knowing it
     */
    public static Decisions decide(History history, CheckOptions options) throws BadHistoryException {
        return new Planner(history, options).decide();
    }

    // ---- the rules

    /**
     * A way to decide levels.
     *
     * @param levels which levels it can be tried for
     * @param decide the verdict on a level, or null if it can't say
     * @param name what a level is undecided by if the budget runs out; null if it asks for none
     */
    private record Way(Predicate<Level> levels, Function<Level, Verdict> decide, String name) {
        Way(Predicate<Level> levels, Function<Level, Verdict> decide) {
            this(levels, decide, null);
        }

        Verdict verdict(Level level) {
            try {
                return decide.apply(level);
            } catch (BudgetExceededException e) {
                return new Verdict.Undecided(name, e.getMessage());
            }
        }
    }

    /**
     * Ways that are tried for every open level, one level after the other.
     *
     * @param name what the time is noted down under; null if it isn't
     */
    private record Stage(String name, List<Way> ways) {
        Stage(String name, Way... ways) {
            this(name, List.of(ways));
        }
    }

    /** What needs no more than the history as it is: values may repeat. */
    private List<Stage> firstStages() {
        return List.of(
                new Stage(
                        null,
                        new Way(
                                level -> level == Level.LIN && question.history.predicates() > 0,
                                input::linearizabilityOfRows)),
                new Stage("lin", new Way(level -> level == Level.LIN, input::linearizability)),
                new Stage(null, new Way(input::isDecidedByTimestamps, input::byTimestamps)),
                new Stage(null, new Way(level -> true, this::implied)));
    }

    /** What needs to know who wrote each value. */
    private List<Stage> stages() {
        Predicate<Level> isStrong = level -> !level.isWeak();
        Predicate<Level> replayOnly = level -> question.algorithm == Algorithm.REPLAY;
        Predicate<Level> enneOnly = level -> question.algorithm == Algorithm.ENNE;
        return List.of(
                new Stage("expected order", new Way(expected::isAbout, expected::decide)),
                new Stage("certificate", new Way(predicates::mayDecide, predicates::byCertificate)),
                new Stage(null, new Way(level -> true, this::implied), new Way(enneOnly, expected::notReplayed)),
                new Stage(
                        "weak levels",
                        new Way(predicates::isAboutAggregates, predicates::byAggregatedItems, WeakWays.SATURATION)),
                new Stage("replay", new Way(level -> question.guesses(), input::inSerialOrder)),
                new Stage(
                        "reads",
                        new Way(level -> level.isAboutRealTime() && !question.realTime, input::withoutRealTime),
                        new Way(level -> true, input::examined),
                        new Way(input::isBrokenByEvidence, input::byBrokenEvidence),
                        new Way(input::isBrokenByReads, input::byBadReads)),
                new Stage(
                        "strong levels",
                        new Way(
                                isStrong.and(level -> question.guesses() && Level.STRONG_SI.implies(level)),
                                input::inSnapshots)),
                new Stage(null, new Way(replayOnly, this::implied), new Way(replayOnly, input::notReplayed)),
                new Stage(
                        "strong levels",
                        new Way(isStrong, this::implied),
                        new Way(
                                isStrong.and(level -> strong.isDetermined()),
                                strong::byMiniTransactions,
                                StrongWays.MINI),
                        new Way(isStrong.and(level -> strong.givesNumbers()), strong::byNumbers),
                        new Way(isStrong.and(level -> strong.givesWhatWasSeen()), strong::byGivenVersions),
                        new Way(isStrong.and(strong::mayGuessVersions), strong::atOnce, StrongWays.POLYGRAPH),
                        new Way(isStrong.and(level -> question.algorithm != Algorithm.POLYGRAPH), strong::byKnownCycle),
                        new Way(isStrong.and(level -> question.algorithm == Algorithm.GRAPH), strong::notKnown),
                        new Way(isStrong, strong::byPolygraph, StrongWays.POLYGRAPH)),
                // each by its own graph, also where the levels between them hold
                weakStage(level -> level == Level.RU),
                weakStage(level -> level == Level.G1),
                weakStage(level -> true));
    }

    private Stage weakStage(Predicate<Level> levels) {
        return new Stage(
                "weak levels",
                new Way(levels, this::implied),
                new Way(levels, weak::bySaturation, WeakWays.SATURATION));
    }

    private Decisions decide() throws BadHistoryException {
        try {
            return decideLevels();
        } catch (UncheckedIOException e) {
            // what a way finds wrong with the input
            throw e.getCause() instanceof BadHistoryException bad ? bad : BadHistoryException.of(e.getMessage());
        }
    }

    private Decisions decideLevels() throws BadHistoryException {
        run(firstStages());
        if (!open.isEmpty()) {
            try {
                question.counted().requireUniqueValues();
                run(stages());
            } catch (BadConditionException e) {
                throw BadHistoryException.of(e.getMessage());
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
        verdicts.replaceAll(expected::hold);
        leaveFailuresAside();
        leavePredicatesOpen();
        leaveDeadRowsOpen();
        return new Decisions(verdicts, question.log.reasons(), question.log.seconds(), question.timestamps);
    }

    private void run(List<Stage> stages) {
        for (Stage stage : stages) {
            boolean tried = false;
            for (Level level : Level.strongestFirst()) {
                tried |= open.contains(level) && settle(level, stage);
            }
            if (tried && stage.name != null) {
                question.log.lap(stage.name);
            }
        }
    }

    /** Tries the ways of a stage for a level, until one settles it; whether any was tried. */
    private boolean settle(Level level, Stage stage) {
        boolean tried = false;
        for (Way way : stage.ways) {
            if (way.levels.test(level)) {
                tried = true;
                Verdict verdict = way.verdict(level);
                if (verdict != null) {
                    open.remove(level);
                    verdicts.put(level, verdict);
                    break;
                }
            }
        }
        return tried;
    }

    /** The verdict on a level that holds because a stronger one does; else null. */
    private Verdict implied(Level level) {
        for (Level above : Level.strongestFirst()) {
            if (above == Level.LIN
                    || !above.implies(level)
                    || (predicates.hasDecided(above) && (level.isAboutPredicates() || !predicates.countsAsItems()))
                    || (question.timestamps.containsKey(above) && !mayFollow(level))) {
                continue;
            }
            Verdict.Satisfied satisfied = Question.explainsFailures(level) ? null : question.readsExplained.get(above);
            if (verdicts.get(above) instanceof Verdict.Satisfied holds) {
                satisfied = holds;
            }
            if (satisfied != null) {
                question.log.because(level, "it follows from " + above.text());
                return ExpectedWays.isByExpectedOrder(satisfied) ? expected.witnessOf(level, satisfied) : satisfied;
            }
        }
        return null;
    }

    /**
     * Whether a level may follow from one that holds by question.timestamps. These don't ask whether version orders are as given; nor
     * do they order readers of one timestamp by real time, so that their order is no witness for that.
     */
    private boolean mayFollow(Level level) {
        boolean givenVersions = question.versions && question.history.versionChains() > 0;
        return !question.history.hasRepeatedWrites() && !givenVersions && !level.isAboutRealTime();
    }

    private void leaveFailuresAside() {
        verdicts.forEach((level, verdict) -> {
            boolean aside =
                    !Question.explainsFailures(level) && level != Level.LIN && !question.timestamps.containsKey(level);
            if (aside && !(verdict instanceof Verdict.Inapplicable) && question.failures.get() > 0) {
                boolean one = question.failures.get() == 1;
                question.log.add(
                        level,
                        question.failures.get()
                                + (one ? " compare-and-set that failed is" : " compare-and-sets that failed are")
                                + " left aside");
            }
        });
    }

    /**
     * What items alone violate is violated. What they would satisfy is open where predicate reads have a say, since nothing of
     * them has been looked at but the rows that came back.
     */
    private void leavePredicatesOpen() {
        if (question.predicates.get() == 0) {
            return;
        }
        int count = predicates.open() == 0 ? question.predicates.get() : predicates.open();
        int aggregates = question.history.rows().aggregatesOfKnownRows();
        verdicts.replaceAll((level, verdict) -> {
            if (predicates.hasDecided(level) || ExpectedWays.isByExpectedOrder(verdict)) {
                return verdict;
            }
            if (level.isAboutPredicates()) {
                return open(
                        verdict,
                        "the rows that were read are explained, but what the conditions of " + count
                                + (count == 1 ? " predicate read" : " predicate reads")
                                + " left out is not known: that takes the order of all versions, and a version set of each");
            }
            question.log.add(level, "predicates take no part in it, only the rows that came back do");
            boolean supposed = level != Level.RU
                    && level != Level.LIN
                    && question.counted().areSupposed();
            if (!supposed && (aggregates == 0 || level == Level.RU || predicates.hasDecidedItems(level))) {
                return verdict;
            }
            Verdict certified = certified(level);
            if (certified == null && supposed) {
                return new Verdict.Undecided(
                        "rows",
                        "a transaction of unknown outcome is in the snapshot of an aggregate, and whether a row of it was read"
                                + " can't be told: that takes the order of all versions");
            }
            return certified != null
                    ? certified
                    : open(verdict, "the rows behind aggregates (" + aggregates + ") are not looked at yet");
        });
    }

    /** The verdict of a level that the certificate shows to hold, the rows behind aggregates included, and that implies another. */
    private Verdict certified(Level level) {
        for (Level above : Level.strongestFirst()) {
            if (predicates.hasDecided(above)
                    && predicates.countsAsItems()
                    && above.implies(level)
                    && verdicts.get(above) instanceof Verdict.Satisfied satisfied) {
                return satisfied;
            }
        }
        return null;
    }

    /**
     * A row that was deleted is dead for ever, so the dead version comes last. The engines don't know that: an order in which
     * somebody writes the row behind its deletion explains nothing, and another one may.
     */
    private void leaveDeadRowsOpen() {
        DeadRows dead = new DeadRows(question.history);
        if (dead.isThere()) {
            verdicts.replaceAll((level, verdict) ->
                    verdict instanceof Verdict.Satisfied satisfied && !dead.areLast(satisfied.commitOrder())
                            ? open(
                                    verdict,
                                    "the order that was found has a row written after its deletion; another one may explain the history")
                            : verdict);
        }
    }

    private static Verdict open(Verdict verdict, String reason) {
        return verdict instanceof Verdict.Satisfied satisfied
                ? new Verdict.Undecided(satisfied.algorithm(), reason)
                : verdict;
    }
}
