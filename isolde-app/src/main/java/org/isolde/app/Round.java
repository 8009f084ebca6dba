package org.isolde.app;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.check.CheckResult;
import org.isolde.check.Verdict;
import org.isolde.history.format.Format;
import org.isolde.run.runner.Run;

/**
 * One round of a test: what was run, and what the check said of it.
 *
 * @param number from 1
 * @param run how the run ended
 * @param check the verdicts; null if the history could not be checked
 * @param proofs what the proof checker said
 * @param seconds what took how long
 * @param problem why the history could not be checked; null if it was
 */
public record Round(
        int number,
        Path history,
        Run.Result run,
        CheckResult check,
        Proofs proofs,
        Map<String, Double> seconds,
        String problem) {
    public boolean isViolated() {
        return check != null && check.verdicts().values().stream().anyMatch(Verdict.Violated.class::isInstance);
    }

    public boolean isUndecided() {
        return check != null && check.verdicts().values().stream().anyMatch(Verdict.Undecided.class::isInstance);
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("round", number);
        json.put("run", run.statistics().json());
        if (run.problem() != null) {
            json.put("runEndedBy", run.problem());
        }
        if (!run.complaints().isEmpty()) {
            json.put("complaints", run.complaints());
        }
        if (check == null) {
            json.put("notChecked", problem);
        } else {
            json.put("check", CheckJson.of(history.getFileName().toString(), Format.ISOLDE, check, seconds, proofs));
        }
        return json;
    }
}
