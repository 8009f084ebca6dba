package org.isolde.sql.job;

import org.isolde.run.RunningDatabase;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.generate.CaseGenerator;
import org.isolde.sql.oracle.CaseRunner;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.testcase.TestCase;

/** Executes a test case again: that of a finding, or any of a seed. */
public final class FuzzReplay {
    private final FuzzPlan plan;

    public FuzzReplay(FuzzPlan plan) {
        this.plan = plan;
    }

    /**
     * Executes a case until it shows a mismatch.
     *
     * @param tries how often, at most
     * @return what came of the last try
     */
    public Verdict run(TestCase testCase, int tries) throws Exception {
        try (RunningDatabase running = plan.kind().open(plan.target(), plan.access());
                FuzzDatabase database = new FuzzDatabase(running, plan.isolation(), plan.dialect(running))) {
            return run(testCase, tries, database);
        }
    }

    /** The same with a case that is made anew of the plan's seed, as job 0 makes it. */
    public Verdict run(long number, int tries) throws Exception {
        try (RunningDatabase running = plan.kind().open(plan.target(), plan.access());
                FuzzDatabase database = new FuzzDatabase(running, plan.isolation(), plan.dialect(running));
                ConnectionProbe probe = new ConnectionProbe(database::channel, database.dialect(), database::reset)) {
            TestCase testCase =
                    new CaseGenerator(plan.seed(), plan.generating(), database.dialect()).generate(number, probe);
            return run(testCase, tries, database);
        }
    }

    private Verdict run(TestCase testCase, int tries, FuzzDatabase database) throws Exception {
        CaseRunner runner = new CaseRunner(database, plan.semantics(), plan.thorough());
        Verdict verdict = runner.run(testCase);
        for (int i = 1; i < tries && verdict.mismatches().isEmpty(); i++) {
            verdict = runner.run(testCase);
        }
        return verdict;
    }
}
