package org.isolde.sql.job;

import org.isolde.run.RunningDatabase;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.reduce.Recurrence;
import org.isolde.sql.testcase.TestCase;

/** Executes the test case of a finding again. */
public final class FuzzReplay {
    private final FuzzPlan plan;

    public FuzzReplay(FuzzPlan plan) {
        this.plan = plan;
    }

    /**
     * Executes a case until it shows a mismatch.
     *
     * @param rounds how often, at most, as it is {@linkplain Recurrence#confirm confirmed}
     * @return what came of the last try
     */
    public Verdict run(TestCase testCase, int rounds) throws Exception {
        try (RunningDatabase running = plan.kind().open(plan.target(), plan.access());
                FuzzDatabase database = new FuzzDatabase(running, plan.isolation(), plan.dialect(running))) {
            return new Recurrence(database, plan.semantics(), plan.thorough()).confirm(testCase, rounds);
        }
    }
}
