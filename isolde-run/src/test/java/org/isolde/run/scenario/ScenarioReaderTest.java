package org.isolde.run.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.isolde.history.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioReaderTest {
    private static final String SMALL = """
            # a comment
            scenario: S
            column: S
            title: small
            means: Something happens,
              and goes on.
            forbidden-by: ra cv
            because: so
            steps:
              T1  r1  select id, val from isolde_scenario
              T1  .   commit
            happened: T1 committed and r1 has (1,10)
            """;

    @Test
    void readsAllFields() {
        Scenario scenario = ScenarioReader.read("test", SMALL).get(0);
        assertEquals("Something happens, and goes on.", scenario.means());
        assertEquals(java.util.Set.of(Level.RA, Level.CV), scenario.forbiddenBy());
        assertEquals(
                List.of(
                        new Scenario.Step("T1", "r1", "select id, val from isolde_scenario"),
                        new Scenario.Step("T1", "", "commit")),
                scenario.steps());
    }

    @Test
    void fifteenComeWithIsolde() {
        assertEquals(
                List.of(
                        "G0",
                        "G1a",
                        "G1b",
                        "G1c",
                        "OTV",
                        "PMP",
                        "PMP-write",
                        "P4",
                        "G-single",
                        "G-single-dependencies",
                        "G-single-write-1",
                        "G-single-write-2",
                        "G2-item",
                        "G2",
                        "G2-two-edges"),
                Scenario.all().stream().map(Scenario::id).toList());
    }

    /** What each level forbids, and no more: those about searches are not laid to levels about single rows. */
    @ParameterizedTest
    @CsvSource({
        "RU, G0",
        "G1, G0 G1a G1b G1c G-single-write-2",
        "RC, G0 G1a G1b G1c G-single-write-2",
        "CS, G0 G1a G1b G1c P4 G-single-write-2",
        "RR, G0 G1a G1b G1c OTV P4 G-single G-single-dependencies G-single-write-2 G2-item G2-two-edges",
        "SI, G0 G1a G1b G1c OTV PMP PMP-write P4 G-single G-single-dependencies G-single-write-1 G-single-write-2"
    })
    void levelsForbidWhatTheyAreDefinedBy(Level level, String forbidden) {
        assertEquals(
                List.of(forbidden.split(" ")),
                Scenario.all().stream()
                        .filter(scenario -> scenario.isForbiddenBy(level))
                        .map(Scenario::id)
                        .toList());
    }

    @Test
    void serializableForbidsAll() {
        assertTrue(Scenario.all().stream().allMatch(scenario -> scenario.isForbiddenBy(Level.SER)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                ".   commit | .   comit | lacks a commit or rollback",
                "r1 has | r2 has | a label 'r2' that is not there",
                "T1 committed | T2 committed | a session 'T2' that is not there",
                "has (1,10) | has 1 | '1'",
                "has (1,10) | has (1,10) and | ends in the middle",
                "has (1,10) | has (1,10)) | was not expected",
                "r1 has | r1 shows | not 'shows'",
                "title: small | titel: small | 'titel: small' is no field",
                "title: small | title: small\\ntitle: big | 'title' stands twice",
                "because: so | because: | lacks the field 'because'",
                "ra cv | ra cw | 'cw' is not a level",
            })
    void refusesWhatIsWrong(String right, String wrong, String message) {
        String text = SMALL.replace(right, wrong.replace("\\n", "\n"));
        assertFalse(text.equals(SMALL));
        String told = assertThrows(IllegalArgumentException.class, () -> ScenarioReader.read("test", text))
                .getMessage();
        assertTrue(told.startsWith("test, line "), told);
        assertTrue(told.contains(message), told);
    }

    @Test
    void andBindsCloserThanOr() {
        Condition.Any any = (Condition.Any) ConditionParser.parse("A committed and B committed or not C committed");
        assertEquals(2, any.parts().size());
        assertEquals(
                new Condition.Not(new Condition.Committed("C")), any.parts().get(1));
    }

    /** An execution in which the first steps were answered so. */
    private static ScenarioExecution answered(Scenario scenario, Answer... answers) {
        List<StepEvent<Scenario.Step, Answer>> events = new ArrayList<>();
        for (int i = 0; i < answers.length; i++) {
            events.add(StepEvent.answered(scenario.steps().get(i), answers[i]));
        }
        return new ScenarioExecution(scenario, events);
    }

    @Test
    void rowsAreComparedInAnyOrder() {
        Scenario scenario = ScenarioReader.read("test", SMALL.replace("has (1,10)", "is (2,20) (1,10)"))
                .get(0);
        Answer rows = Answer.rows(List.of(new Row(1, 10), new Row(2, 20)));
        assertFalse(answered(scenario, rows).outcome().isAllowed(), "not yet committed");
        assertTrue(answered(scenario, rows, Answer.done()).outcome().isAllowed());
    }

    /** As in PostgreSQL, where COMMIT of a failed transaction succeeds, and rolls back. */
    @Test
    void aCommitBehindAnErrorIsNone() {
        Scenario scenario = ScenarioReader.read("test", SMALL.replace("and r1 has (1,10)", ""))
                .get(0);
        ScenarioExecution execution = answered(scenario, Answer.error("40001", "no"), Answer.done());
        assertEquals(ScenarioExecution.Outcome.PREVENTED_BY_ERROR, execution.outcome());
        assertEquals("prevented: error 40001 in T1", execution.explain());
    }

    @Test
    void namesAreIdsOrColumnsInAnyCase() {
        assertEquals(
                List.of("P4", "G2-two-edges"),
                Scenario.named("p4, G2-2e,P4").stream().map(Scenario::id).toList());
        String told = assertThrows(IllegalArgumentException.class, () -> Scenario.named("P4,P5"))
                .getMessage();
        assertTrue(told.startsWith("'P5' is no scenario; known are G0, G1a"), told);
    }
}
