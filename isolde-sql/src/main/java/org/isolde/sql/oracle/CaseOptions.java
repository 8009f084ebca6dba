package org.isolde.sql.oracle;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * How a test case is judged.
 *
 * @param oracles those that are asked
 * @param orders how many orders of the dependencies are executed
 * @param rounds how often what was left out, because it was on a cycle, is tested again by itself
 * @param limit how long a case may take before it is given up; far longer than one should take, on a busy machine too
 * @param fresh whether every execution has connections of its own, so that it depends on nothing that was executed before
 */
public record CaseOptions(Set<OracleKind> oracles, int orders, int rounds, Duration limit, boolean fresh) {
    public static final CaseOptions USUAL =
            new CaseOptions(EnumSet.allOf(OracleKind.class), 1, 4, Duration.ofSeconds(30), false);

    public CaseOptions {
        oracles = Set.copyOf(oracles);
    }

    public CaseOptions withFresh(boolean other) {
        return new CaseOptions(oracles, orders, rounds, limit, other);
    }

    boolean asks(OracleKind oracle) {
        return oracles.contains(oracle);
    }
}
