package org.isolde.sql.depend;

import static org.isolde.sql.HandMade.column;
import static org.isolde.sql.HandMade.delete;
import static org.isolde.sql.HandMade.insert;
import static org.isolde.sql.HandMade.least;
import static org.isolde.sql.HandMade.number;
import static org.isolde.sql.HandMade.select;
import static org.isolde.sql.HandMade.update;
import static org.isolde.sql.HandMade.where;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.isolde.sql.HandMade;
import org.isolde.sql.OpenDatabase;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.execute.Execution;
import org.isolde.sql.execute.Rows;
import org.isolde.sql.execute.Step;
import org.isolde.sql.instrument.Instrumentation;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.instrument.Unit;
import org.isolde.sql.testcase.TestCase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each kind of dependency, as H2 shows it: TxCheck's figure 3, and rows that come and go. */
class DependenciesTest {
    private static OpenDatabase h2;

    @BeforeAll
    static void open() throws Exception {
        h2 = new OpenDatabase("h2", "snapshot");
    }

    @AfterAll
    static void close() throws Exception {
        h2.close();
    }

    private static void assertGraph(String expected, TestCase testCase) throws Exception {
        Plan plan = Plan.of(testCase);
        Map<Unit, List<Step>> steps = new Instrumentation(h2.database().dialect(), false).instrument(plan);
        h2.database().reset(testCase.schema(), testCase.initialRows());
        Map<String, Rows> initial = h2.database().contents();
        Execution execution = h2.database().interleaved(List.copyOf(steps.values()));
        ObservedRun run =
                ObservedRun.of(plan, steps, execution, initial, h2.database().contents());
        assertEquals(expected, Dependencies.of(run, new RowHistory(run)).toString());
    }

    private static HandMade one() {
        return new HandMade().row("t", 1, 10, 0);
    }

    @Test
    void whoReturnsARowComesBehindItsWriter() throws Exception {
        assertGraph(
                "T1.1 -> T2.1 item-read, predicate-read",
                one().commits(update("t", 20, number(1), Predicate.TRUE))
                        .commits(select("t", Predicate.TRUE))
                        .schedule(0, 0, 1, 1));
    }

    @Test
    void whoOverwritesARowComesBehindItsWriter() throws Exception {
        assertGraph(
                "T1.1 -> T2.1 item-write, predicate-write",
                one().commits(update("t", 20, number(1), Predicate.TRUE))
                        .commits(update("t", 30, number(2), Predicate.TRUE))
                        .schedule(0, 0, 1, 1));
    }

    @Test
    void whoReturnsAnOldRowComesBeforeTheNewOne() throws Exception {
        assertGraph(
                "T2.1 -> T1.1 item-anti, predicate-anti",
                one().commits(update("t", 20, number(1), Predicate.TRUE))
                        .commits(select("t", Predicate.TRUE))
                        .schedule(0, 1, 1, 0));
    }

    @Test
    void whoMissesARowBecauseOfAWriteComesBehindIt() throws Exception {
        assertGraph(
                "T1.1 -> T2.1 predicate-read",
                one().commits(update("t", 20, number(1), Predicate.TRUE))
                        .commits(select("t", where("t", "c", 0)))
                        .schedule(0, 0, 1, 1));
        assertGraph(
                "T1.1 -> T2.1 predicate-write",
                one().commits(update("t", 20, number(1), Predicate.TRUE))
                        .commits(update("t", 30, number(2), where("t", "c", 0)))
                        .schedule(0, 0, 1, 1));
    }

    @Test
    void whoMissesARowForWantOfAWriteComesBeforeIt() throws Exception {
        assertGraph(
                "T2.1 -> T1.1 predicate-anti",
                one().commits(update("t", 20, number(1), Predicate.TRUE))
                        .commits(select("t", where("t", "c", 1)))
                        .schedule(0, 1, 1, 0));
    }

    @Test
    void whoComputesFromRowsComesBehindTheirWriter() throws Exception {
        assertGraph(
                "T1.1 -> T2.1 predicate-write, value-write",
                one().commits(update("t", 20, number(1), Predicate.TRUE))
                        .commits(insert("s", 30, 2, least("t", "c")))
                        .schedule(0, 0, 1, 1));
    }

    @Test
    void aWriteComesBeforeWhatOverwritesTheRowsThatItLookedAt() throws Exception {
        assertGraph(
                "T2.1 -> T1.1 predicate-write, value-write",
                one().commits(update("t", 20, number(1), Predicate.TRUE))
                        .commits(insert("s", 30, 2, least("t", "c")))
                        .schedule(0, 1, 1, 0));
    }

    @Test
    void whoSeesARowNotYetComesBeforeItsInsertion() throws Exception {
        assertGraph(
                "T2.1 -> T1.1 predicate-anti",
                one().commits(insert("t", 20, 2, number(5)))
                        .commits(select("t", Predicate.TRUE))
                        .schedule(0, 1, 0, 1));
    }

    @Test
    void whoSeesARowNoMoreComesBehindItsDeletion() throws Exception {
        assertGraph(
                "T1.1 -> T2.1 predicate-read",
                one().commits(delete("t", where("t", "pkey", 1)))
                        .commits(select("t", Predicate.TRUE))
                        .schedule(0, 0, 1, 1));
    }

    @Test
    void whoSeesARowStillComesBeforeItsDeletion() throws Exception {
        assertGraph(
                "T2.1 -> T1.1 item-anti, predicate-anti",
                one().commits(delete("t", where("t", "pkey", 1)))
                        .commits(select("t", Predicate.TRUE))
                        .schedule(0, 1, 1, 0));
    }

    /** Absent is not dead: the snapshot is from before the row's birth. */
    @Test
    void theUnbornAndTheDeadAreToldApart() throws Exception {
        assertGraph(
                "T1.1 -> T2.1 predicate-anti",
                one().commits(select("t", Predicate.TRUE), select("s", Predicate.TRUE))
                        .commits(insert("t", 20, 2, number(5)))
                        .schedule(0, 1, 1, 0, 0));
        assertGraph(
                """
                T1.1 -> T2.1 item-write, predicate-write
                T2.1 -> T3.1 predicate-read""",
                one().commits(insert("t", 20, 2, number(5)))
                        .commits(delete("t", where("t", "c", 5)))
                        .commits(select("t", Predicate.TRUE))
                        .schedule(0, 0, 1, 1, 2, 2));
    }

    /** A snapshot may be older than birth and death, or not: that can't be told, so both counts, and there is a cycle. */
    @Test
    void whatCannotBeToldApartIsOnACycle() throws Exception {
        assertGraph(
                """
                T1.1 -> T2.1 predicate-anti
                T2.1 -> T3.1 item-write, predicate-write
                T3.1 -> T1.2 predicate-read
                T1.2 -> T2.1 predicate-anti""",
                one().commits(select("t", Predicate.TRUE), select("t", Predicate.TRUE))
                        .commits(insert("t", 20, 2, number(5)))
                        .commits(delete("t", where("t", "c", 5)))
                        .schedule(0, 1, 1, 2, 2, 0, 0));
    }

    @Test
    void anAbortedWriterHasNoDependents() throws Exception {
        assertGraph(
                "",
                one().aborts(update("t", 20, number(1), Predicate.TRUE))
                        .commits(select("t", Predicate.TRUE))
                        .commits(update("t", 30, column("t", "c"), where("t", "c", 77)))
                        .schedule(0, 0, 1, 1, 2, 2));
    }
}
