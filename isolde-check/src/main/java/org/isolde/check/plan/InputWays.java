package org.isolde.check.plan;

import java.util.List;
import org.isolde.check.Algorithm;
import org.isolde.check.Anomaly;
import org.isolde.check.CommitOrder;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.check.facts.Lazy;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.lin.Linearizability;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.check.replay.SerialReplay;
import org.isolde.check.replay.SnapshotReplay;
import org.isolde.check.tell.Teller;
import org.isolde.check.tell.TimestampWords;
import org.isolde.check.timestamps.Chronos;
import org.isolde.history.Evidence;
import org.isolde.history.Level;

/**
 * Ways that need no more than one look at the history: single registers, the database's timestamps, the order of the input, and
 * reads and evidence that are wrong by themselves.
 */
final class InputWays {
    /** How many violations of an axiom of timestamps are told of when all are asked for; all are counted. */
    private static final int MOST_LISTED = 10_000;

    static final String BAD_READS = "read consistency (AWDIT, algorithm 4)";

    private final Question question;
    private final Lazy<SerialReplay> serial;
    private final Lazy<TransactionOrder> arrivalOrder;
    private final Lazy<Boolean> inputInTime;
    private final Lazy<SnapshotReplay> snapshots;

    InputWays(Question question) {
        this.question = question;
        this.serial = new Lazy<>(this::replayInput);
        this.arrivalOrder = new Lazy<>(() -> question.counted().arrivalOrder());
        this.inputInTime = new Lazy<>(() -> RealTime.isKeptBy(arrivalOrder.get(), question.counted()));
        this.snapshots = new Lazy<>(() -> new SnapshotReplay(question.facts()));
    }

    private SerialReplay replayInput() {
        return SerialReplay.ofInput(question.counted(), question.options.sessionOrder());
    }

    // ---- what the history itself says: values may repeat

    Verdict linearizability(Level level) {
        if (!question.realTime) {
            return withoutRealTime(level);
        }
        question.log.because(
                level, "each key on its own; searched only where values repeat or a failed compare-and-set asks");
        Linearizability lin =
                new Linearizability(question.history, question.counted(), question.budget, question.limit);
        if (lin.inapplicable() != null) {
            return new Verdict.Inapplicable(lin.inapplicable());
        }
        Outcome outcome = lin.decide(question.algorithm == Algorithm.SEARCH);
        if (outcome == null) {
            return new Verdict.Undecided(lin.algorithm(), lin.undecided());
        }
        if (outcome instanceof Outcome.Explained explained) {
            return new Verdict.Satisfied(lin.algorithm(), explained.order());
        }
        List<Contradiction> found = ((Outcome.Contradicted) outcome).contradictions();
        Teller words = new Teller(question.history, question.counted());
        return new Verdict.Violated(
                lin.algorithm(),
                question.distinct(
                        found.stream().map(each -> words.tell(each, level)).toList(), Anomaly::kind),
                Question.proof(found));
    }

    Verdict linearizabilityOfRows(Level level) {
        return new Verdict.Inapplicable("lin is about single registers, and the history has predicate reads");
    }

    Verdict withoutRealTime(Level level) {
        return new Verdict.Inapplicable(level.text()
                + " is about real time, and the history has no begin and end of transactions (or they were not to be"
                + " used)");
    }

    boolean isDecidedByTimestamps(Level level) {
        return question.history.hasTimestamps()
                && question.options.evidence().contains(Evidence.TIMESTAMPS)
                && question.algorithm == Algorithm.AUTO
                && (level == Level.SI || level == Level.SER || (level == Level.SSER && question.realTime));
    }

    Verdict byTimestamps(Level level) {
        int listed = question.limit == ViolationLimit.ALL ? MOST_LISTED : 1;
        Chronos chronos = Chronos.of(question.history, level, question.options.sessionOrder(), listed);
        if (chronos.findings().isEmpty() && level.isAboutPredicates() && question.predicates.get() > 0) {
            // timestamps say nothing of what conditions left out: that is for the database's certificate, if there is
            // one
            question.log.lap(level.text() + ": timestamps");
            return null;
        }
        question.timestamps.put(level, chronos.findings());
        question.log.because(level, "the history has the database's start and commit timestamps");
        question.log.lap(level.text() + ": timestamps");
        Outcome outcome = chronos.outcome();
        String by = "replay by timestamps (Chronos, algorithm 2)";
        if (outcome == null) {
            return new Verdict.Undecided(by, TimestampWords.whyOpen(question.history, chronos.findings()));
        }
        if (outcome instanceof Outcome.Explained explained) {
            return new Verdict.Satisfied(by, explained.order());
        }
        List<Contradiction> found = ((Outcome.Contradicted) outcome).contradictions();
        Teller words = new Teller(question.history, question.counted());
        List<Anomaly> told = found.stream().map(each -> words.tell(each, level)).toList();
        return new Verdict.Violated(
                by, question.limit == ViolationLimit.FIRST ? told.subList(0, 1) : told, Question.proof(found));
    }

    // ---- the order of the input

    Verdict inSerialOrder(Level level) {
        SerialReplay replay = serial.get();
        if (replay == null || (level.isAboutRealTime() && !(question.realTime && inputInTime.get()))) {
            return null;
        }
        CommitOrder order = arrivalOrder.get();
        if (Question.explainsFailures(level) && replay.unexplainedFailures() > 0) {
            order = question.explainingFailures(level, order);
            if (order == null) {
                return null;
            }
        }
        question.log.because(level, "the order of the input explains it, and was tried first");
        return new Verdict.Satisfied("replay of the input's order", order);
    }

    Verdict inSnapshots(Level level) {
        for (Level found : new Level[] {Level.STRONG_SI, Level.SI, Level.PC}) {
            if (snapshots.get().explains(found)) {
                if (!found.implies(level)) {
                    return null;
                }
                question.log.because(level, "the order of the input explains it, and was tried first");
                return question.satisfied(
                        level,
                        "snapshots along the input's order",
                        snapshots.get().commitOrder());
            }
        }
        return null;
    }

    Verdict notReplayed(Level level) {
        return new Verdict.Undecided("replay", "the order of the input does not explain the history; another may");
    }

    // ---- evidence and reads that are wrong by themselves

    /** All reads are examined, for whatever comes then. */
    Verdict examined(Level level) {
        question.facts();
        return null;
    }

    /** Where reads are wrong as well, they are told at the levels that ask something of reads. */
    boolean isBrokenByEvidence(Level level) {
        return question.facts().brokenEvidence() != null
                && (level == Level.RU || question.facts().badReads().isEmpty());
    }

    Verdict byBrokenEvidence(Level level) {
        question.log.because(level, "no order of versions has all that the history says of it");
        Contradiction broken = question.facts().brokenEvidence();
        return new Verdict.Violated("version order", List.of(question.teller.tell(broken, level)), broken.refutation());
    }

    /** Weak levels tell of their cycles too, unless one violation is enough. */
    boolean isBrokenByReads(Level level) {
        return level != Level.RU
                && !question.facts().badReads().isEmpty()
                && (!level.isWeak() || question.limit == ViolationLimit.FIRST);
    }

    Verdict byBadReads(Level level) {
        question.log.because(level, "a bad read breaks every level but ru");
        List<Contradiction> found = question.facts().badReads().contradictions(question.limit);
        return new Verdict.Violated(BAD_READS, question.tell(found, level), Question.proof(found));
    }
}
