package org.isolde.app;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.app.monitor.Agreement;
import org.isolde.app.monitor.Monitored;
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
 * @param monitored what the monitor found while it ran; null if there was none
 */
public record Round(
        int number,
        Path history,
        Run.Result run,
        CheckResult check,
        Proofs proofs,
        Map<String, Double> seconds,
        String problem,
        Map<String, Object> told,
        Monitored monitored) {

    /** A round whose history was checked. */
    static Round checked(
            int number, Path history, Run.Result run, CheckResult check, Proofs proofs, Map<String, Double> seconds) {
        Map<String, Object> told =
                CheckJson.of(history.getFileName().toString(), Format.ISOLDE, check, seconds, proofs);
        return new Round(number, history, run, check, proofs, seconds, null, told, null);
    }

    /** A round whose history could not be checked, and why. */
    static Round notChecked(int number, Path history, Run.Result run, Map<String, Double> seconds, String problem) {
        return new Round(number, history, run, null, null, seconds, problem, null, null);
    }

    /** The same with what its monitor found. */
    Round with(Monitored found) {
        return new Round(number, history, run, check, proofs, seconds, problem, told, found);
    }

    /** The same without the history in memory, which may be large, and rounds may be many. */
    Round forgotten() {
        return new Round(number, history, run, null, null, seconds, problem, told, monitored);
    }

    public boolean isChecked() {
        return told != null;
    }

    public boolean isViolated() {
        return has("violated") || monitored != null && monitored.isViolated();
    }

    /** Whether monitor and check differ where they must not. */
    public boolean isContradictory() {
        return monitored != null
                && monitored.agreement() != null
                && monitored.agreement().kind() == Agreement.Kind.DIFFERENT;
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
        if (monitored != null) {
            json.put("monitor", monitored.json());
        }
        if (isChecked()) {
            json.put("check", told);
        } else {
            json.put("notChecked", problem);
        }
        return json;
    }
}
