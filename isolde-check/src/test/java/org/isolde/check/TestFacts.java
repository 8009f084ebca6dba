package org.isolde.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.check.budget.Budget;
import org.isolde.check.facts.Counted;
import org.isolde.check.facts.Facts;
import org.isolde.check.refute.Contradiction;
import org.isolde.check.refute.Outcome;
import org.isolde.check.tell.Teller;
import org.isolde.check.weak.WeakLevels;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Level;

/** Facts of a history as the planner makes them, and what single engines say of them, for tests that look inside. */
public final class TestFacts {
    private TestFacts() {}

    public static Facts of(History history, boolean sessionOrder, boolean versions) throws BadHistoryException {
        Counted counted = Counted.of(history, versions);
        counted.requireUniqueValues();
        return Facts.of(counted, sessionOrder, true);
    }

    /** The weak levels with so many bytes for the vectors of causal consistency: few or none, and another way is taken. */
    public static Map<Level, Verdict> weakLevels(
            Facts facts, Set<Level> levels, ViolationLimit limit, long vectorBytes) {
        WeakLevels engine = new WeakLevels(facts, limit, Budget.UNLIMITED, vectorBytes);
        Teller teller = new Teller(facts);
        Map<Level, Verdict> verdicts = new EnumMap<>(Level.class);
        for (Level level : levels) {
            List<Contradiction> found = new ArrayList<>();
            if (facts.brokenEvidence() != null) {
                found.add(facts.brokenEvidence());
            }
            if (level != Level.RU) {
                found.addAll(facts.badReads().contradictions(limit));
            }
            Outcome outcome = engine.decide(level);
            if (outcome instanceof Outcome.Contradicted contradicted) {
                found.addAll(contradicted.contradictions());
            }
            verdicts.put(
                    level,
                    found.isEmpty()
                            ? new Verdict.Satisfied(engine.algorithm(level), ((Outcome.Explained) outcome).order())
                            : new Verdict.Violated(
                                    engine.algorithm(level),
                                    found.stream()
                                            .map(each -> teller.tell(each, level))
                                            .toList(),
                                    found.get(0).refutation()));
        }
        return verdicts;
    }
}
