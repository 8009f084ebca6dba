package org.isolde.report.answer;

import static org.isolde.report.answer.Cure.CONSTRAINT;
import static org.isolde.report.answer.Cure.LOCKING_READ;
import static org.isolde.report.answer.Cure.ONE_QUERY;
import static org.isolde.report.answer.Cure.ONE_UPDATE;
import static org.isolde.report.answer.Cure.STRONGER_LEVEL;

import java.util.List;
import java.util.Set;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.EdgeKind;
import org.isolde.history.Level;

/**
 * What can go wrong between transactions, in the words of somebody who writes an application: a few plain names for the
 * many anomalies. Each says which anomalies it is, which are the weakest levels that forbid all of it, and what helps.
 */
public enum Hazard {
    DIRTY_WRITE(
            "dirty write",
            "Two transactions overwrite each other in turns, and rows that belong together end up as a mixture of both.",
            true,
            Set.of(Level.RU),
            List.of(STRONGER_LEVEL),
            AnomalyKind.DIRTY_WRITE,
            AnomalyKind.CONTRADICTORY_VERSIONS),
    DIRTY_READ(
            "dirty read",
            "A transaction sees what another one has not finished, or has taken back.",
            true,
            Set.of(Level.G1),
            List.of(STRONGER_LEVEL),
            AnomalyKind.ABORTED_READ,
            AnomalyKind.INTERMEDIATE_READ,
            AnomalyKind.DIRTY_UPDATE,
            AnomalyKind.IMPOSSIBLE_VERSION_SET,
            AnomalyKind.CIRCULAR_INFORMATION_FLOW),
    WRONG_VALUE(
            "wrong value",
            "A transaction reads what nobody wrote, or not what it has just written itself.",
            false,
            Set.of(Level.G1),
            List.of(),
            AnomalyKind.THIN_AIR_READ,
            AnomalyKind.FUTURE_READ,
            AnomalyKind.NOT_MY_LAST_WRITE,
            AnomalyKind.NOT_MY_OWN_WRITE,
            AnomalyKind.INTERNAL,
            AnomalyKind.INCOMPATIBLE_ORDER,
            AnomalyKind.DUPLICATE_ELEMENTS,
            AnomalyKind.UNKNOWN_VERSION,
            AnomalyKind.RESULT_SET_MISMATCH),
    NON_REPEATABLE_READ(
            "non-repeatable read",
            "A transaction reads a row twice, and the second time it has another value.",
            true,
            Set.of(Level.RA, Level.CV),
            List.of(STRONGER_LEVEL, LOCKING_READ),
            AnomalyKind.NON_REPEATABLE_READS),
    READ_SKEW(
            "read skew",
            "A transaction sees one half of another one's change and misses the other half.",
            true,
            Set.of(Level.RA, Level.CV),
            List.of(STRONGER_LEVEL, ONE_QUERY),
            AnomalyKind.READ_SKEW,
            AnomalyKind.FRACTURED_READ,
            AnomalyKind.NON_MONOTONIC_READ),
    LOST_UPDATE(
            "lost update",
            "Two transactions read a row and both write it back; one of the changes is gone.",
            true,
            Set.of(Level.CS),
            List.of(STRONGER_LEVEL, LOCKING_READ, ONE_UPDATE),
            AnomalyKind.LOST_UPDATE),
    PHANTOM(
            "phantom",
            "A transaction searches twice, and the second time there are other rows.",
            true,
            Set.of(Level.PC, Level.PSI),
            List.of(STRONGER_LEVEL, ONE_QUERY),
            AnomalyKind.PHANTOM),
    MIXED_VIEW(
            "writes see other rows",
            "An UPDATE or DELETE works on other rows than a SELECT of the same transaction has just shown.",
            true,
            Set.of(Level.SI),
            List.of(STRONGER_LEVEL, LOCKING_READ),
            AnomalyKind.OUTSIDE_SNAPSHOT),
    LONG_FORK(
            "long fork",
            "Two readers see two changes in opposite orders.",
            false,
            Set.of(Level.PC, Level.RR),
            List.of(STRONGER_LEVEL),
            AnomalyKind.LONG_FORK),
    WRITE_SKEW(
            "write skew",
            "Two transactions each check a row that the other one changes, so a rule over both rows breaks.",
            true,
            Set.of(Level.RR),
            List.of(STRONGER_LEVEL, LOCKING_READ),
            AnomalyKind.WRITE_SKEW),
    PREDICATE_WRITE_SKEW(
            "write skew by searching",
            "Two transactions each search, find nothing, and write what the other one was looking for: booked twice.",
            true,
            Set.of(Level.SER),
            List.of(STRONGER_LEVEL, CONSTRAINT),
            AnomalyKind.PREDICATE_WRITE_SKEW,
            AnomalyKind.UNEXPECTED_RESULT),
    LOST_SESSION(
            "own past missed",
            "A client does not see what it did or saw just before, or sees an effect without its cause.",
            false,
            Set.of(Level.CC),
            List.of(STRONGER_LEVEL),
            AnomalyKind.SESSION_GUARANTEE_VIOLATION,
            AnomalyKind.CAUSALITY_VIOLATION,
            AnomalyKind.CIRCULAR_SESSION_FLOW,
            AnomalyKind.SESSION_NOT_SEEN),
    STALE_READ(
            "stale read",
            "A change that was acknowledged is not there for whoever comes next.",
            false,
            Set.of(Level.STRONG_SI, Level.LIN),
            List.of(STRONGER_LEVEL),
            AnomalyKind.REAL_TIME_VIOLATION,
            AnomalyKind.STALE_READ,
            AnomalyKind.EARLY_READ,
            AnomalyKind.COMMIT_AGAINST_TIME,
            AnomalyKind.ORDER_AGAINST_TIME);

    private final String title;
    private final String meaning;
    private final boolean usual;
    private final Set<Level> forbiddenBy;
    private final List<Cure> cures;
    private final Set<AnomalyKind> kinds;

    Hazard(
            String title,
            String meaning,
            boolean usual,
            Set<Level> forbiddenBy,
            List<Cure> cures,
            AnomalyKind... kinds) {
        this.title = title;
        this.meaning = meaning;
        this.usual = usual;
        this.forbiddenBy = forbiddenBy;
        this.cures = cures;
        this.kinds = Set.of(kinds);
    }

    /** Which an anomaly is; null if it is none of them. */
    public static Hazard of(Anomaly anomaly) {
        // one that saw two versions of a key has, by its cycle, the name of one that overwrote what it had not seen
        if (anomaly.kind() == AnomalyKind.LOST_UPDATE
                && !anomaly.cycle().isEmpty()
                && anomaly.cycle().stream().noneMatch(edge -> edge.kind() == EdgeKind.WW)) {
            return NON_REPEATABLE_READ;
        }
        for (Hazard hazard : values()) {
            if (hazard.kinds.contains(anomaly.kind())) {
                return hazard;
            }
        }
        return null;
    }

    /** Its plain name. */
    public String title() {
        return title;
    }

    /** What happens, in a sentence. */
    public String meaning() {
        return meaning;
    }

    /** Whether one has to reckon with it where a level lets it happen; the others are told only where they did. */
    public boolean isUsual() {
        return usual;
    }

    /** Whether a database that promises a level must not let it happen. */
    public boolean isForbiddenBy(Level promised) {
        return forbiddenBy.stream().anyMatch(promised::implies);
    }

    /** What helps, the best first. */
    public List<Cure> cures() {
        return cures;
    }

    /** Whether only who searches by conditions can meet it. */
    public boolean isAboutSearches() {
        return this == PHANTOM || this == MIXED_VIEW || this == PREDICATE_WRITE_SKEW;
    }
}
