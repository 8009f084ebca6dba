package org.isolde.report.answer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.report.TextLayout;

/**
 * On how much a verdict stands, and whether that is enough for somebody to rely on it.
 *
 * @param conflicts what there was
 * @param advice what to try for more; empty if there was enough
 */
public record Amount(Conflicts conflicts, List<String> advice) {
    /** Fewer committed transactions than this are little; docs/testing.md says so. */
    public static final long ENOUGH_TRANSACTIONS = 1_000;

    /** Fewer conflicts than this are little. */
    public static final long ENOUGH_CONFLICTS = 100;

    public Amount {
        advice = List.copyOf(advice);
    }

    /** Of a history that is simply there. */
    public static Amount of(Conflicts conflicts) {
        return new Amount(conflicts, List.of());
    }

    /**
     * Of a run that could be repeated with other options.
     *
     * @param abortRate of all attempts
     */
    public static Amount of(Conflicts conflicts, double abortRate) {
        List<String> advice = new ArrayList<>();
        boolean few = conflicts.committed() < ENOUGH_TRANSACTIONS;
        if (few && abortRate > 0.5) {
            advice.add(
                    "fewer clients at once, since most transactions were aborted (--sessions 3), or more keys (--keys 50)");
        }
        if (few) {
            advice.add("more time (--time 60s)");
        } else if (conflicts.areKnown() && conflicts.pairs() < ENOUGH_CONFLICTS) {
            advice.add("more clients on fewer keys (--sessions 20 --keys 3)");
        }
        return new Amount(conflicts, advice);
    }

    public boolean isLittle() {
        return conflicts.committed() < ENOUGH_TRANSACTIONS
                || conflicts.areKnown() && conflicts.pairs() < ENOUGH_CONFLICTS;
    }

    /** What there was: "12,345 committed transactions, 6,789 conflicts". */
    public String numbers() {
        return TextLayout.count(conflicts.committed(), "committed transaction")
                + (conflicts.areKnown() ? ", " + TextLayout.count(conflicts.pairs(), "conflict") : "");
    }

    /** On how much a verdict stands, in a sentence or two. */
    public String sentence() {
        if (!isLittle()) {
            return "That stands on " + numbers() + meaning() + ".";
        }
        return "LITTLE EVIDENCE: that stands on " + numbers() + meaning() + ", and on fewer than "
                + TextLayout.count(ENOUGH_TRANSACTIONS) + " transactions or " + TextLayout.count(ENOUGH_CONFLICTS)
                + " conflicts a violation may well not have shown."
                + (advice.isEmpty() ? "" : " Try " + String.join(", and ", advice) + ".");
    }

    private String meaning() {
        return conflicts.areKnown()
                ? " (two at the same time on the same data, one of them writing)"
                : "; how many met each other is not known, since the history has no times";
    }

    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("committed", conflicts.committed());
        json.put("conflicts", conflicts.areKnown() ? conflicts.pairs() : null);
        json.put("little", isLittle());
        if (!advice.isEmpty()) {
            json.put("try", advice);
        }
        return json;
    }
}
