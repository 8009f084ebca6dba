package org.isolde.app;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.app.monitor.Agreement;
import org.isolde.app.monitor.Monitored;
import org.isolde.check.CheckResult;
import org.isolde.check.Conclusion;
import org.isolde.run.runner.Run;

/**
 * One round of a test: what was run, and what the check said of it.
 *
 * @param number from 1
 * @param run how the run ended
 * @param checked what the check said; null if the history could not be checked
 * @param problem why the history could not be checked; null if it was
 * @param monitored what the monitor found while it ran; null if there was none
 */
public record Round(
        int number, Path history, Run.Result run, CheckedRound checked, String problem, Monitored monitored) {
    /** The same without the history in memory, which may be large, and rounds may be many. */
    Round forgotten() {
        return checked == null ? this : new Round(number, history, run, checked.forgotten(), problem, monitored);
    }

    public boolean isChecked() {
        return checked != null;
    }

    /** The verdicts, with the whole history; null if the history could not be checked, or was {@link #forgotten}. */
    public CheckResult check() {
        return isChecked() ? checked.result() : null;
    }

    /** What the proof checker said; null together with the verdicts. */
    public Proofs proofs() {
        return isChecked() ? checked.proofs() : null;
    }

    /** What took how long when it was checked. */
    public Map<String, Double> seconds() {
        return isChecked() ? checked.seconds() : Map.of();
    }

    /** What the check and the monitor come to; a history that could not be checked is open. */
    public Conclusion conclusion() {
        if (monitored != null && monitored.isViolated()) {
            return Conclusion.VIOLATED;
        }
        return isChecked() ? checked.conclusion() : Conclusion.UNDECIDED;
    }

    public boolean isViolated() {
        return conclusion() == Conclusion.VIOLATED;
    }

    /** Whether monitor and check differ where they must not. */
    public boolean isContradictory() {
        return monitored != null
                && monitored.agreement() != null
                && monitored.agreement().kind() == Agreement.Kind.DIFFERENT;
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
        if (run.certificate() != null) {
            json.put("certificate", run.certificate().json());
        }
        if (monitored != null) {
            json.put("monitor", monitored.json());
        }
        if (isChecked()) {
            json.put("check", checked.json());
        } else {
            json.put("notChecked", problem);
        }
        return json;
    }
}
