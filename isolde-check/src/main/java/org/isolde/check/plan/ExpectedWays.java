package org.isolde.check.plan;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.IntStream;
import org.isolde.check.Algorithm;
import org.isolde.check.Anomaly;
import org.isolde.check.CommitOrder;
import org.isolde.check.Verdict;
import org.isolde.check.expected.ExpectedOrder;
import org.isolde.check.facts.Lazy;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.check.tell.ExpectedWords;
import org.isolde.check.tell.Teller;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.Level;

/**
 * The way that replays the database's own serial order. What it violates is violated. What it satisfies must be satisfied by the
 * other evidence as well: it is settled at once only where that is so.
 */
final class ExpectedWays {
    static final String ENNE = "replay of the expected order (Enne, algorithm 4)";

    private final Question question;
    private final Lazy<ExpectedOrder> replay;

    ExpectedWays(Question question) {
        this.question = question;
        this.replay = new Lazy<>(this::replay);
    }

    private ExpectedOrder replay() {
        try {
            return ExpectedOrder.replay(question.countedBySets(), question.options.sessionOrder(), question.limit);
        } catch (BadHistoryException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the expected order has a say in a level. */
    boolean isAbout(Level level) {
        return (level == Level.SER || level == Level.SSER && question.realTime)
                && question.history.hasOrder()
                && question.options.evidence().contains(Evidence.ORDER)
                && (question.algorithm == Algorithm.AUTO || question.algorithm == Algorithm.ENNE);
    }

    /** The verdict, if it needs no other evidence. */
    Verdict decide(Level level) {
        if (replay.get().homeless() > 0) {
            return null;
        }
        Verdict verdict = verdict(level);
        boolean isSettled = verdict instanceof Verdict.Violated
                || verdict instanceof Verdict.Satisfied satisfied && !hasMoreToAsk(satisfied);
        if (isSettled) {
            question.log.because(level, "the history has the database's own serial order");
        }
        return isSettled ? verdict : null;
    }

    private Verdict verdict(Level level) {
        Outcome outcome = replay.get().outcome(level);
        if (outcome == null) {
            ExpectedOrder.Open open = replay.get().open();
            return new Verdict.Undecided(
                    ENNE,
                    ExpectedWords.whyOpen(
                            question.countedBySets().history(),
                            level,
                            open.finding(),
                            open.unknown(),
                            open.one(),
                            open.other()));
        }
        if (outcome instanceof Outcome.Explained explained) {
            return new Verdict.Satisfied(ENNE, explained.order());
        }
        List<Contradiction> found = ((Outcome.Contradicted) outcome).contradictions();
        Teller words = new Teller(question.countedBySets().history(), question.countedBySets());
        return new Verdict.Violated(
                ENNE,
                question.distinct(
                        found.stream().map(each -> words.tell(each, level)).toList(), Anomaly::kind),
                Question.proof(found));
    }

    /** Whether the history has version orders that the expected order does not have, or version sets. */
    private boolean hasMoreToAsk(Verdict.Satisfied satisfied) {
        if (!question.versions) {
            return false;
        }
        return hasVersionSets() || !replay.get().hasGivenVersions(new Outcome.Explained(satisfied.commitOrder()));
    }

    private boolean hasVersionSets() {
        return question.history.rows() != null && question.history.rows().hasVersionSets();
    }

    /** What other ways found satisfied, held to the expected order. */
    Verdict hold(Level level, Verdict verdict) {
        if (!isAbout(level) || !(verdict instanceof Verdict.Satisfied) || isByExpectedOrder(verdict)) {
            return verdict;
        }
        if (replay.get().homeless() > 0) {
            question.log.add(
                    level, ExpectedWords.noPlace(question.history, replay.get().homeless()));
            return verdict;
        }
        Verdict replayed = verdict(level);
        if (!(replayed instanceof Verdict.Satisfied)) {
            question.log.because(level, "the history has the database's own serial order");
            return replayed;
        }
        question.log.add(level, "the database's own serial order explains it too");
        return question.history.predicates() > 0 && !(question.versions && hasVersionSets()) ? replayed : verdict;
    }

    /**
     * The same for a level that follows. An unknown transaction that nobody read from may be the reason why a predicate read, or a
     * failed compare-and-set, saw what it saw; where neither has a say it is left out.
     */
    Verdict.Satisfied witnessOf(Level level, Verdict.Satisfied satisfied) {
        if (question.countedBySets().allCount()
                || Question.explainsFailures(level)
                || level.isAboutPredicates() && question.history.predicates() > 0) {
            return satisfied;
        }
        CommitOrder order = satisfied.commitOrder();
        int[] counted = IntStream.range(0, order.size())
                .map(order::transaction)
                .filter(question.countedBySets()::counts)
                .toArray();
        return new Verdict.Satisfied(
                ENNE, TransactionOrder.of(question.countedBySets().history(), counted));
    }

    static boolean isByExpectedOrder(Verdict verdict) {
        return verdict.algorithm().equals(ENNE);
    }

    /** Why nothing was decided, for whoever asks for this way alone. */
    Verdict notReplayed(Level level) {
        if (!question.history.hasOrder() || !question.options.evidence().contains(Evidence.ORDER)) {
            return new Verdict.Undecided(ENNE, "the history has no expected serial order, or it was not to be used");
        }
        if (replay.get().homeless() > 0) {
            return new Verdict.Undecided(
                    ENNE, ExpectedWords.noPlace(question.history, replay.get().homeless()));
        }
        if (!isAbout(level)) {
            return new Verdict.Undecided(ENNE, "the expected order decides ser and sser, and this does not follow");
        }
        Verdict verdict = verdict(level);
        return verdict instanceof Verdict.Satisfied
                ? new Verdict.Undecided(
                        ENNE,
                        "the expected order explains it, but the history has version orders or version sets as well;"
                                + " --evidence order leaves them aside")
                : verdict;
    }
}
