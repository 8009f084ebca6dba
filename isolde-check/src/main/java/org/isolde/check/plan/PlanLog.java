package org.isolde.check.plan;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.history.Level;

/** Why each level was decided the way it was, and how long the phases took. */
public final class PlanLog {
    private final Map<Level, String> reasons = new EnumMap<>(Level.class);
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private long last = System.nanoTime();

    public void because(Level level, String reason) {
        reasons.put(level, reason);
    }

    /** The time since the last phase ended. */
    public void lap(String phase) {
        long now = System.nanoTime();
        seconds.merge(phase, (now - last) / 1e9, Double::sum);
        last = now;
    }

    /** What deciding one level took, phase by phase. */
    void phases(Level level, Map<String, Double> phases, String account) {
        phases.forEach((phase, time) -> seconds.put(level.text() + ": " + phase, time));
        reasons.merge(level, account, (reason, more) -> reason + "; " + more);
    }

    public Map<Level, String> reasons() {
        return reasons;
    }

    public Map<String, Double> seconds() {
        return seconds;
    }
}
