package org.isolde.check;

import java.util.EnumSet;
import java.util.Set;
import org.isolde.check.plan.Planner;
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
     * @throws BadHistoryException if it can't be known which write a read saw, because two wrote the same value
     */
    public static Verdict check(History history, Level level) throws BadHistoryException {
        return check(history, CheckOptions.of(EnumSet.of(level))).verdicts().get(level);
    }

    /**
     * Decides the levels of the options.
     *
     * @throws BadHistoryException if it can't be known which write a read saw, because two wrote the same value
     */
    public static CheckResult check(History history, CheckOptions options) throws BadHistoryException {
        Planner.Decisions decisions = Planner.decide(history, options);
        // what the algorithms of these levels make use of
        Set<Evidence> evidence = EnumSet.of(Evidence.VERSIONS);
        if (options.levels().stream().anyMatch(Level::isAboutRealTime)) {
            evidence.add(Evidence.REAL_TIME);
        }
        if (!decisions.timestamps().isEmpty()) {
            evidence.add(Evidence.TIMESTAMPS);
        }
        if (options.levels().stream().anyMatch(decisions::isByExpectedOrder)) {
            evidence.add(Evidence.ORDER);
        }
        evidence.retainAll(history.evidence());
        evidence.retainAll(options.evidence());
        return new CheckResult(history, decisions, evidence, options.sessionOrder());
    }

    /** What the strongest levels are that a history satisfies, and the weakest that it violates, with all evidence. */
    public static CheckResult classify(History history) throws BadHistoryException {
        return check(history, CheckOptions.of(EnumSet.allOf(Level.class)));
    }
}
