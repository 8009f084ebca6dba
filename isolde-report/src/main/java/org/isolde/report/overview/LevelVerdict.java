package org.isolde.report.overview;

import java.util.Locale;
import org.isolde.check.CheckResult;
import org.isolde.check.TimestampFindings;
import org.isolde.check.Verdict;
import org.isolde.history.Level;
import org.isolde.report.TimestampCounts;

/** What is known about a level, also where nobody asked for it. */
public enum LevelVerdict {
    SATISFIED("\u2713"),
    VIOLATED("\u2717"),
    UNDECIDED("?"),
    INAPPLICABLE("\u2013"),
    /** Nobody asked, and a stronger one holds. */
    IMPLIED("\u2713"),
    /** Nobody asked, and a weaker one is broken. */
    REFUTED("\u2717"),
    UNASKED("");

    private final String sign;

    LevelVerdict(String sign) {
        this.sign = sign;
    }

    public static LevelVerdict of(CheckResult check, Level level) {
        Verdict verdict = check.verdicts().get(level);
        if (verdict != null) {
            return valueOf(verdict.text().toUpperCase(Locale.ROOT));
        }
        return above(check, level) != null ? IMPLIED : below(check, level) != null ? REFUTED : UNASKED;
    }

    /** In words; the same that the command line prints. */
    public String text() {
        return switch (this) {
            case UNASKED -> "not asked";
            case IMPLIED -> "satisfied too";
            case REFUTED -> "violated too";
            default -> name().toLowerCase(Locale.ROOT);
        };
    }

    /** The word as a class of style sheets. */
    public String style() {
        return switch (this) {
            case IMPLIED -> "satisfied";
            case REFUTED -> "violated";
            default -> name().toLowerCase(Locale.ROOT);
        };
    }

    /** Whether all that is stronger than a level that holds is known to be broken: else nobody knows the strongest. */
    public static boolean isStrongest(CheckResult check, Level level) {
        for (Level stronger : Level.values()) {
            LevelVerdict known = of(check, stronger);
            if (stronger != level
                    && stronger.implies(level)
                    && known != VIOLATED
                    && known != REFUTED
                    && known != INAPPLICABLE) {
                return false;
            }
        }
        return true;
    }

    public String sign() {
        return sign;
    }

    /** Why a level is undecided or does not apply, what follows for one that nobody asked for; else empty. */
    public static String reason(CheckResult check, Level level) {
        Verdict verdict = check.verdicts().get(level);
        if (verdict instanceof Verdict.Undecided undecided) {
            return undecided.reason();
        }
        if (verdict instanceof Verdict.Inapplicable inapplicable) {
            return inapplicable.reason();
        }
        TimestampFindings found = check.timestamps().get(level);
        if (verdict instanceof Verdict.Violated && found != null) {
            return "the history has the database's start and commit timestamps; found: "
                    + TimestampCounts.numbers(found);
        }
        if (verdict != null) {
            return check.reasons().getOrDefault(level, "");
        }
        Level above = above(check, level);
        if (above != null) {
            return "holds, since " + above.text() + " does";
        }
        Level below = below(check, level);
        return below == null ? "" : "is broken, since " + below.text() + " is";
    }

    /** A level that holds and implies this one; null if there is none. */
    private static Level above(CheckResult check, Level level) {
        for (Level other : Level.values()) {
            if (other.implies(level) && check.verdicts().get(other) instanceof Verdict.Satisfied) {
                return other;
            }
        }
        return null;
    }

    /** A level that is broken and implied by this one; null if there is none. */
    private static Level below(CheckResult check, Level level) {
        for (Level other : Level.values()) {
            // by timestamps a weaker level may be asked more than a stronger one: si looks at starts, ser does not
            if (level.implies(other)
                    && check.verdicts().get(other) instanceof Verdict.Violated
                    && !check.timestamps().containsKey(other)) {
                return other;
            }
        }
        return null;
    }
}
