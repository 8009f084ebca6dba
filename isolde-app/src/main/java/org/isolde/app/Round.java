package org.isolde.app;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.check.CheckResult;
import org.isolde.history.format.Format;
import org.isolde.run.runner.Run;

/**
 * One round of a test: what was run, and what the check said of it.
 *
 * @param number from 1
 * @param run how the run ended
 * @param check the verdicts, with the whole history; null if the history could not be checked, or was {@link #forgotten}
 * @param proofs what the proof checker said; null together with the verdicts
 * @param seconds what took how long
 * @param problem why the history could not be checked; null if it was
 * @param told the verdicts as JSON; null if the history could not be checked
 */
public record Round(
        int number,
        Path history,
        Run.Result run,
        CheckResult check,
        Proofs proofs,
        Map<String, Double> seconds,
        String problem,
        Map<String, Object> told) {

    /** A round whose history was checked. */
    static Round checked(
            int number, Path history, Run.Result run, CheckResult check, Proofs proofs, Map<String, Double> seconds) {
        Map<String, Object> told =
                CheckJson.of(history.getFileName().toString(), Format.ISOLDE, check, seconds, proofs);
        return new Round(number, history, run, check, proofs, seconds, null, told);
    }

    /** A round whose history could not be checked, and why. */
    static Round notChecked(int number, Path history, Run.Result run, Map<String, Double> seconds, String problem) {
        return new Round(number, history, run, null, null, seconds, problem, null);
    }

    /** The same without the history in memory, which may be large, and rounds may be many. */
    Round forgotten() {
        return new Round(number, history, run, null, null, seconds, problem, told);
    }

    public boolean isChecked() {
        return told != null;
    }

    public boolean isViolated() {
        return has("violated");
    }

    public boolean isUndecided() {
        return has("undecided");
    }

    private boolean has(String verdict) {
        return told != null && ((Map<?, ?>) told.get("verdicts")).containsValue(verdict);
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
        if (isChecked()) {
            json.put("check", told);
        } else {
            json.put("notChecked", problem);
        }
        return json;
    }
}
