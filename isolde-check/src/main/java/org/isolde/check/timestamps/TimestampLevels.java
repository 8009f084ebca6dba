package org.isolde.check.timestamps;

import org.isolde.check.Algorithm;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckOptions;
import org.isolde.check.Names;
import org.isolde.check.TimestampFinding;
import org.isolde.check.TimestampFindings;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.check.plan.PlanLog;
import org.isolde.check.tell.TimestampStories;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.history.Evidence;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.proof.Refutation;
import org.isolde.proof.Refutation.TimestampStep;

/** The levels that the database's own timestamps decide, if the history has them and they may be used. */
public final class TimestampLevels {
    static final String ALGORITHM = "replay by timestamps (Chronos, algorithm 2)";

    /** How many violations of an axiom are told of when all are asked for; all are counted. */
    private static final int MOST_LISTED = 10_000;

    private static final Set<Level> LEVELS = EnumSet.of(Level.SI, Level.SER, Level.SSER);

    private TimestampLevels() {}

    /** Moves what timestamps decide from the open levels to the verdicts, and returns what was found. */
    public static Map<Level, TimestampFindings> decide(
            History history, CheckOptions options, Set<Level> open, Map<Level, Verdict> verdicts, PlanLog plan) {
        Map<Level, TimestampFindings> found = new EnumMap<>(Level.class);
        boolean wanted = history.hasTimestamps()
                && options.evidence().contains(Evidence.TIMESTAMPS)
                && options.algorithm() == Algorithm.AUTO;
        if (!wanted) {
            return found;
        }
        boolean realTime = history.hasRealTime() && options.evidence().contains(Evidence.REAL_TIME);
        for (Level level : LEVELS) {
            if (!open.contains(level) || (level.isAboutRealTime() && !realTime)) {
                continue;
            }
            open.remove(level);
            int listed = options.violations() == ViolationLimit.ALL ? MOST_LISTED : 1;
            Chronos checker = Chronos.of(history, level, options.sessionOrder(), listed);
            found.put(level, checker.findings());
            verdicts.put(level, verdict(history, checker, level, options));
            plan.because(level, "the history has the database's start and commit timestamps");
            plan.lap(level.text() + ": timestamps");
        }
        return found;
    }

    private static Verdict verdict(History history, Chronos checker, Level level, CheckOptions options) {
        TimestampFindings findings = checker.findings();
        if (!findings.isEmpty()) {
            return new Verdict.Violated(
                    ALGORITHM, anomalies(history, findings, level, options), () -> refutation(findings));
        }
        if (findings.openReads() > 0) {
            int op = findings.openRead();
            return new Verdict.Undecided(
                    ALGORITHM,
                    new Names(history).transaction(history.transactionOf(op)) + " read "
                            + new Names(history).keyValue(op)
                            + ", which a transaction of unknown outcome wrote; when that one committed is not known"
                            + (findings.openReads() > 1 ? " (" + findings.openReads() + " such reads)" : "")
                            + ". Without timestamps (--evidence none) it may be decided");
        }
        return new Verdict.Satisfied(ALGORITHM, checker.commitOrder());
    }

    /** One finding is proof enough; the proof checker finds the rest of it in the history. */
    private static Refutation refutation(TimestampFindings findings) {
        TimestampFinding first = findings.findings().get(0);
        return new Refutation(List.of(TimestampStep.of(
                TimestampStep.Axiom.valueOf(first.axiom().name()),
                first.transaction(),
                first.other(),
                first.key(),
                first.operation())));
    }

    private static List<Anomaly> anomalies(
            History history, TimestampFindings findings, Level level, CheckOptions options) {
        TimestampStories stories = new TimestampStories(history, level);
        List<Anomaly> anomalies = new ArrayList<>();
        for (TimestampFinding finding : findings.findings()) {
            anomalies.add(stories.anomaly(finding));
        }
        return options.violations() == ViolationLimit.FIRST ? anomalies.subList(0, 1) : anomalies;
    }
}
