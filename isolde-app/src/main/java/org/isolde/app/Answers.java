package org.isolde.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.check.Verdict;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Evidence;
import org.isolde.history.Level;
import org.isolde.report.answer.Amount;
import org.isolde.report.answer.Answer;
import org.isolde.report.answer.Answer.Kept;
import org.isolde.report.answer.Answer.Possibility;
import org.isolde.report.answer.Hazard;
import org.isolde.report.answer.Occurrences;

/** What a test comes to for whoever runs an application on the database. */
final class Answers {
    /** How long may be spent on what the verdict does not depend on. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Answers() {}

    /** The answer of a test, whose round that is told of was checked: what all rounds count, with examples of that one. */
    static Answer of(TestPlan plan, TestResult result) {
        Round shown = result.shown();
        Level promised = plan.isolation().claims();
        CheckResult check = shown.check();
        Map<Hazard, Anomaly> found = found(promised, check);
        // it is about single operations, between which none of this can go wrong
        boolean countable = promised != Level.LIN;
        List<Possibility> possibilities = countable
                ? Answer.possibilities(promised, result.occurrences(), found.keySet(), plan.isAboutRows())
                : List.of();
        Kept kept = kept(promised, check);
        Amount amount = Amount.of(result.conflicts(), shown.run().statistics().abortRate());
        return new Answer(
                plan.isolation().sql(),
                promised,
                kept,
                possibilities,
                example(check, possibilities, found),
                amount,
                new Advice(plan, kept, possibilities, shown.run().statistics().abortRate()).sentences());
    }

    private static Kept kept(Level promised, CheckResult check) {
        boolean broken = check.verdicts().entrySet().stream()
                .anyMatch(each -> promised.implies(each.getKey()) && each.getValue() instanceof Verdict.Violated);
        boolean whole = check.verdicts().entrySet().stream()
                .anyMatch(each -> each.getKey().implies(promised) && each.getValue() instanceof Verdict.Satisfied);
        return broken ? Kept.NO : whole ? Kept.YES : Kept.OPEN;
    }

    /** What the check found, and what a check of all that the level does not promise finds: one anomaly of each. */
    static Map<Hazard, Anomaly> found(Level promised, CheckResult check) {
        List<Anomaly> anomalies = new ArrayList<>(check.anomalies());
        Set<Level> more = EnumSet.copyOf(WeakerLevels.with(Set.of(Level.SER)));
        more.removeIf(promised::implies);
        if (!more.isEmpty()) {
            Set<Evidence> evidence = EnumSet.allOf(Evidence.class);
            evidence.remove(Evidence.TIMESTAMPS);
            CheckOptions options = CheckOptions.of(more).withEvidence(evidence).withLimits(PATIENCE, 0);
            try {
                anomalies.addAll(Isolde.check(check.history(), options).anomalies());
            } catch (BadHistoryException e) {
                // then nothing more is known than the check said
            }
        }
        Map<Hazard, Anomaly> found = new LinkedHashMap<>();
        for (Anomaly anomaly : anomalies) {
            Hazard hazard = Hazard.of(anomaly);
            if (hazard != null) {
                found.merge(hazard, anomaly, Answers::shorter);
            }
        }
        return found;
    }

    private static Anomaly shorter(Anomaly one, Anomaly other) {
        return other.transactions().size() < one.transactions().size() ? other : one;
    }

    /** One that was let happen; what was promised not to happen has a story of its own. */
    private static String example(CheckResult check, List<Possibility> possibilities, Map<Hazard, Anomaly> found) {
        boolean lost = possibilities.stream()
                .anyMatch(possibility -> possibility.hazard() == Hazard.LOST_UPDATE && !possibility.forbidden());
        String update = lost ? Occurrences.lostUpdate(check.history()) : "";
        if (!update.isEmpty()) {
            return Hazard.LOST_UPDATE.title() + ": " + update;
        }
        return possibilities.stream()
                .filter(possibility -> !possibility.forbidden() && found.containsKey(possibility.hazard()))
                .min(Comparator.comparing(possibility ->
                        found.get(possibility.hazard()).transactions().size()))
                .map(possibility -> possibility.hazard().title() + ": "
                        + found.get(possibility.hazard()).story())
                .orElse("");
    }
}
