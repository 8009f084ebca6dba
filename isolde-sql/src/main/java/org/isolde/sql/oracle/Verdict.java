package org.isolde.sql.oracle;

import java.util.List;
import org.isolde.sql.depend.DependencyGraph;
import org.isolde.sql.depend.ObservedRun;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.instrument.Unit;

/**
 * What came of a test case.
 *
 * @param mismatches none, if all is well; the first is what is reported
 * @param plan what was executed when they were found, or last
 * @param order the order without transactions that was compared with; null if another oracle found it
 * @param graph the dependencies behind that order; null likewise
 * @param tested how many statements were compared with an execution in another order
 * @param statements how many statements of the case touch rows
 * @param discarded why the case could not be tested to its end; null if it was
 * @param run what was seen when it was executed in transactions; null if that did not come to its end
 */
public record Verdict(
        List<Mismatch> mismatches,
        Plan plan,
        List<Unit> order,
        DependencyGraph graph,
        int tested,
        int statements,
        String discarded,
        ObservedRun run) {
    /** Of a case that took longer than one may. */
    public static Verdict timedOut(Plan plan) {
        return new Verdict(List.of(), plan, null, null, 0, 0, "timed out", null);
    }

    /** Of a case with which a database shows itself that something is wrong, so that nothing of it can be compared. */
    public static Verdict crashed(Plan plan, String what, String actual) {
        Mismatch crash = new Mismatch(OracleKind.CRASH, what, null, "an answer", actual);
        return new Verdict(List.of(crash), plan, null, null, 0, 0, null, null);
    }
}
