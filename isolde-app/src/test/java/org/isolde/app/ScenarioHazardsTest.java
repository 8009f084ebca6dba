package org.isolde.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.isolde.history.Level;
import org.isolde.report.answer.Hazard;
import org.isolde.run.scenario.Scenario;
import org.junit.jupiter.api.Test;

class ScenarioHazardsTest {
    /** A level that forbids a scenario forbids what it is called, and the other way round but for searches below si. */
    @Test
    void everyScenarioHasAPlainNameThatTheSameLevelsForbid() {
        for (Scenario scenario : Scenario.all()) {
            Hazard hazard = ScenarioHazards.of(scenario);
            for (Level level : Level.values()) {
                boolean forbidden = hazard == Hazard.PHANTOM ? level.implies(Level.SI) : hazard.isForbiddenBy(level);
                assertEquals(
                        scenario.isForbiddenBy(level),
                        forbidden,
                        () -> level + ": the scenario " + scenario.id() + ", called " + hazard.title());
            }
        }
    }
}
