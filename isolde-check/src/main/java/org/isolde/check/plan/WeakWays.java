package org.isolde.check.plan;

import java.util.ArrayList;
import java.util.List;
import org.isolde.check.Anomaly;
import org.isolde.check.Verdict;
import org.isolde.check.facts.Lazy;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.check.weak.WeakLevels;
import org.isolde.history.Level;

/** The way to decide the levels up to causal consistency: saturation. */
final class WeakWays {
    static final String SATURATION = "saturation";

    private final Question question;
    private final Lazy<WeakLevels> weak;

    WeakWays(Question question) {
        this.question = question;
        this.weak = new Lazy<>(() -> question.weakLevels(question.facts()));
    }

    // ---- weak levels

    Verdict bySaturation(Level level) {
        Outcome outcome =
                level == Level.CC ? question.causal.get().outcome() : weak.get().decide(level);
        String by = level == Level.CC
                ? question.causal.get().algorithm()
                : weak.get().algorithm(level);
        List<Contradiction> bad =
                level == Level.RU ? List.of() : question.facts().badReads().contradictions(question.limit);
        if (outcome instanceof Outcome.Explained explained) {
            return bad.isEmpty()
                    ? question.satisfied(level, by, explained.order())
                    : new Verdict.Violated(InputWays.BAD_READS, question.tell(bad, level), Question.proof(bad));
        }
        List<Contradiction> found = ((Outcome.Contradicted) outcome).contradictions();
        List<Anomaly> told = new ArrayList<>(question.tell(bad, level));
        told.addAll(question.distinct(question.tell(found, level), Anomaly::kind));
        return new Verdict.Violated(by, told, Question.proof(bad.isEmpty() ? found : bad));
    }
}
