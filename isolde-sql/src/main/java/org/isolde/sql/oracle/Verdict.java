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
        ObservedRun run) {}
