package org.isolde.check.replay;

import org.isolde.check.CommitOrder;
import org.isolde.check.Verdict;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.Subject;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.isolde.history.Evidence;
import org.isolde.history.Level;

/** The levels that are satisfied because the order of the input is serial: all of them, with real time if it agrees. */
public final class SerialOrder {
    static final String ALGORITHM = "replay of the input's order";

    private final Subject subject;
    private final Set<Evidence> evidence;

    public SerialOrder(Subject subject, Set<Evidence> evidence) {
        this.subject = subject;
        this.evidence = evidence;
    }

    /** Moves what it can decide from the open levels to the verdicts. */
    public void decide(Set<Level> open, Map<Level, Verdict> verdicts) {
        if (!SerialReplay.explains(subject)) {
            return;
        }
        boolean inTime = evidence.contains(Evidence.REAL_TIME) && new RealTime(subject).agreesWithArrival();
        CommitOrder order = CommitOrder.ofArrival(subject);
        for (Level level : EnumSet.copyOf(open)) {
            boolean decided = switch (level) {
                case SSER, STRONG_SI -> inTime;
                case LIN -> false;
                default -> true;
            };
            if (decided) {
                open.remove(level);
                verdicts.put(level, new Verdict.Satisfied(ALGORITHM, order));
            }
        }
    }
}
