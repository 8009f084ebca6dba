package org.isolde.app;

import java.util.Map;
import org.isolde.report.answer.Hazard;
import org.isolde.run.scenario.Scenario;

/** What each scenario leads up to, in plain words. */
final class ScenarioHazards {
    private static final Map<String, Hazard> BY_ID = Map.ofEntries(
            Map.entry("G0", Hazard.DIRTY_WRITE),
            Map.entry("G1a", Hazard.DIRTY_READ),
            Map.entry("G1b", Hazard.DIRTY_READ),
            Map.entry("G1c", Hazard.DIRTY_READ),
            Map.entry("OTV", Hazard.READ_SKEW),
            Map.entry("PMP", Hazard.PHANTOM),
            Map.entry("PMP-write", Hazard.MIXED_VIEW),
            Map.entry("P4", Hazard.LOST_UPDATE),
            Map.entry("G-single", Hazard.READ_SKEW),
            Map.entry("G-single-dependencies", Hazard.READ_SKEW),
            Map.entry("G-single-write-1", Hazard.MIXED_VIEW),
            Map.entry("G-single-write-2", Hazard.DIRTY_READ),
            Map.entry("G2-item", Hazard.WRITE_SKEW),
            Map.entry("G2", Hazard.PREDICATE_WRITE_SKEW),
            Map.entry("G2-two-edges", Hazard.WRITE_SKEW));

    private ScenarioHazards() {}

    static Hazard of(Scenario scenario) {
        Hazard hazard = BY_ID.get(scenario.id());
        if (hazard == null) {
            throw new IllegalStateException("the scenario " + scenario.id() + " has no plain name");
        }
        return hazard;
    }
}
