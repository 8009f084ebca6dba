package org.isolde.app;

import java.util.Map;
import org.isolde.check.CheckResult;
import org.isolde.check.Conclusion;
import org.isolde.history.format.Format;
import org.isolde.report.answer.Conflicts;
import org.isolde.report.answer.Hazard;
import org.isolde.report.answer.Occurrences;

/**
 * What the check of a round said.
 *
 * <p>Invariant: it has the result, and the whole history with it, or was {@link #forgotten} and has its JSON instead; what
 * it comes to is known in both cases.
 */
final class CheckedRound {
    private final String file;
    private final CheckResult result;
    private final Proofs proofs;
    private final Map<String, Double> seconds;
    private final Conclusion conclusion;
    private final Conflicts conflicts;
    private final Map<Hazard, Long> occurrences;
    private final Map<String, Object> forgottenJson;

    private CheckedRound(
            String file,
            CheckResult result,
            Proofs proofs,
            Map<String, Double> seconds,
            Conclusion conclusion,
            Conflicts conflicts,
            Map<Hazard, Long> occurrences,
            Map<String, Object> forgottenJson) {
        this.file = file;
        this.result = result;
        this.proofs = proofs;
        this.seconds = seconds;
        this.conclusion = conclusion;
        this.conflicts = conflicts;
        this.occurrences = occurrences;
        this.forgottenJson = forgottenJson;
    }

    /**
     * @param file the name of the history
     * @param proofs what the proof checker said
     * @param seconds what took how long
     */
    static CheckedRound of(String file, CheckResult result, Proofs proofs, Map<String, Double> seconds) {
        return new CheckedRound(
                file,
                result,
                proofs,
                seconds,
                Conclusion.of(result.verdicts().values()),
                Conflicts.of(result.history()),
                Occurrences.of(result.history()),
                null);
    }

    /** The same with its JSON in the place of the history. */
    CheckedRound forgotten() {
        return new CheckedRound(file, null, null, seconds, conclusion, conflicts, occurrences, json());
    }

    /** Null if it was forgotten. */
    CheckResult result() {
        return result;
    }

    /** Null if it was forgotten. */
    Proofs proofs() {
        return proofs;
    }

    Map<String, Double> seconds() {
        return seconds;
    }

    Conclusion conclusion() {
        return conclusion;
    }

    /** On how much it stands. */
    Conflicts conflicts() {
        return conflicts;
    }

    /** What went wrong in it, and how often, as far as that can be counted. */
    Map<Hazard, Long> occurrences() {
        return occurrences;
    }

    /** As by {@code isolde check --json}. */
    Map<String, Object> json() {
        return forgottenJson != null
                ? forgottenJson
                : CheckJson.of(file, Format.ISOLDE, result, conflicts, seconds, proofs);
    }
}
