package org.isolde.check;

import java.util.Collection;
import java.util.Locale;

/**
 * What verdicts come to.
 *
 * <p>Invariant: the constants are ordered by what counts for more: a violation more than anything that is open, and that
 * more than the rest.
 */
public enum Conclusion {
    SATISFIED,
    UNDECIDED,
    VIOLATED;

    /** Of verdicts on levels; those that are inapplicable don't count. */
    public static Conclusion of(Collection<Verdict> verdicts) {
        Conclusion conclusion = SATISFIED;
        for (Verdict verdict : verdicts) {
            if (verdict instanceof Verdict.Violated) {
                return VIOLATED;
            }
            if (verdict instanceof Verdict.Undecided) {
                conclusion = UNDECIDED;
            }
        }
        return conclusion;
    }

    /** The name in JSON. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
