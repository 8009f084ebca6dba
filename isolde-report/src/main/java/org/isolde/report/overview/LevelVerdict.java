package org.isolde.report.overview;

import java.util.ArrayList;
import java.util.List;
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
    UNASKED("");

    private final String sign;

    LevelVerdict(String sign) {
        this.sign = sign;
    }

    public static LevelVerdict of(CheckResult check, Level level) {
        Verdict verdict = check.verdicts().get(level);
        return verdict == null ? UNASKED : valueOf(verdict.text().toUpperCase(Locale.ROOT));
    }

    /** In words; the same that the command line prints. */
    public String text() {
        return this == UNASKED ? "not asked" : name().toLowerCase(Locale.ROOT);
    }

    /** The word as a class of style sheets. */
    public String style() {
        return name().toLowerCase(Locale.ROOT);
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
        List<String> above = new ArrayList<>();
        List<String> below = new ArrayList<>();
        for (Level other : Level.values()) {
            LevelVerdict known = of(check, other);
            if (known == SATISFIED && other.implies(level)) {
                above.add(other.text());
            } else if (known == VIOLATED
                    && level.implies(other)
                    // by timestamps a weaker level may be asked more than a stronger one: si looks at starts, ser does
                    // not
                    && !check.timestamps().containsKey(other)) {
                below.add(other.text());
            }
        }
        if (!above.isEmpty()) {
            return "holds, since " + above.get(0) + " does";
        }
        return below.isEmpty() ? "" : "is broken, since " + below.get(0) + " is";
    }
}
