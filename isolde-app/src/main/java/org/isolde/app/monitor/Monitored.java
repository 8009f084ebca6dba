package org.isolde.app.monitor;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.check.CheckResult;
import org.isolde.online.MonitorStatus;
import org.isolde.online.StatusJson;

/**
 * What the monitor of a round found.
 *
 * @param status how it stood in the end
 * @param silenceNanos the longest time in which nothing came to it
 * @param problem why it stopped before the end; null if it did not
 * @param agreement whether the check of the whole history says the same; null while there is none
 */
public record Monitored(
        MonitorPlan plan, MonitorStatus status, long silenceNanos, String problem, Agreement agreement) {

    /** The same, held to the check of the whole history. */
    public Monitored comparedWith(CheckResult check) {
        return new Monitored(plan, status, silenceNanos, problem, Agreement.of(this, check));
    }

    /** Whether there are violations that nothing refutes; the check of the whole history has the last word. */
    public boolean isViolated() {
        return status.violations() > 0
                && (agreement == null
                        || agreement.kind() == Agreement.Kind.SAME
                        || agreement.kind() == Agreement.Kind.NOT_COMPARED);
    }

    /** For verdict.json. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>(StatusJson.summary(status));
        if (agreement != null) {
            json.put("agreement", agreement.kind().text());
            if (agreement.sentence() != null) {
                json.put("disagreement", agreement.sentence());
            }
        }
        if (problem != null) {
            json.put("problem", problem);
        }
        return json;
    }
}
