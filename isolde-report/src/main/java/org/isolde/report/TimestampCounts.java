package org.isolde.report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings;

/** How often a check by timestamps found what, in words. */
public final class TimestampCounts {
    /** Those that every check by timestamps is known by; of the others only what was found is told. */
    private static final Set<TimestampAxiom> ALWAYS =
            EnumSet.of(TimestampAxiom.SESSION, TimestampAxiom.INT, TimestampAxiom.EXT, TimestampAxiom.NOCONFLICT);

    private TimestampCounts() {}

    /** {@code SESSION 0, INT 0, EXT 5, NOCONFLICT 1}. */
    public static String numbers(TimestampFindings findings) {
        List<String> numbers = new ArrayList<>();
        findings.counts().forEach((axiom, count) -> {
            if (count > 0 || ALWAYS.contains(axiom)) {
                numbers.add(axiom.name() + " " + TextLayout.count(count));
            }
        });
        return String.join(", ", numbers);
    }

    /** The axioms that are violated. */
    public static Set<TimestampAxiom> violated(TimestampFindings findings) {
        Set<TimestampAxiom> violated = EnumSet.noneOf(TimestampAxiom.class);
        findings.counts().forEach((axiom, count) -> {
            if (count > 0) {
                violated.add(axiom);
            }
        });
        return violated;
    }

    /** What is counted under the name of an axiom. */
    public static String meaning(TimestampAxiom axiom) {
        return switch (axiom) {
            case SESSION ->
                "transactions that don't come after the one before them in their session, or before which one is missing";
            case INT -> "reads that did not see what their own transaction had read or written just before";
            case EXT -> "reads of another value than the last one committed, once a transaction and key";
            case NOCONFLICT -> "pairs of transactions that wrote the same key and ran at the same time";
            case START_AFTER_COMMIT -> "transactions that start after their commit";
            case SAME_COMMIT -> "pairs of transactions that wrote the same key at the same commit timestamp";
            case REAL_TIME ->
                "transactions that began after another one had ended, and by their commit timestamp come before it";
        };
    }
}
