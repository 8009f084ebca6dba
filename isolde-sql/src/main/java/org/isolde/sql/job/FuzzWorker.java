package org.isolde.sql.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.generate.CaseGenerator;
import org.isolde.sql.generate.ConnectionProbe;
import org.isolde.sql.generate.GenerationStatistics;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.instrument.Semantics;
import org.isolde.sql.oracle.CaseRunner;
import org.isolde.sql.oracle.Mismatch;
import org.isolde.sql.oracle.OracleKind;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.reduce.Reducer;
import org.isolde.sql.testcase.TestCase;

/** One of the jobs: makes cases, judges them, and reduces what it finds. */
final class FuzzWorker implements Callable<Void> {
    /** How often a case is executed again to see whether a mismatch comes again. */
    private static final int CONFIRMATIONS = 3;

    private static final int SECONDS_TO_ANSWER = 5;

    private static final String MIXED_READS = "writes see what is newest, other reads a snapshot";

    private final FuzzJob job;
    private final FuzzPlan plan;
    private final Dialect dialect;
    private final RunningDatabase running;
    private final CaseGenerator generator;
    /** Whether the database is not there any more. */
    private boolean gone;

    /** What a worker found. */
    record Found(String cause, TestCase testCase, Verdict verdict, FuzzDatabase database) {}

    FuzzWorker(FuzzJob job, FuzzPlan plan, Dialect dialect, RunningDatabase running, int number) {
        this.job = job;
        this.plan = plan;
        this.dialect = dialect;
        this.running = running;
        generator = new CaseGenerator(plan.seed(), plan.generating().withPrefix(prefix(number)), dialect);
    }

    @Override
    public Void call() throws Exception {
        try {
            work();
        } catch (DatabaseException | SQLException e) {
            // connections to what is gone can't even be closed
            if (!gone) {
                throw e;
            }
        }
        return null;
    }

    /** Of what it has made up to now. */
    GenerationStatistics statistics() {
        return generator.statistics();
    }

    /** What names of tables begin with: those of a job are its own, and in a database of others they are nobody else's. */
    private String prefix(int number) {
        String suffix = running.tableSuffix();
        return plan.generating().prefix()
                + (suffix.isEmpty() ? "" : suffix.substring(1) + "_")
                + (number == 0 ? "" : number + "_");
    }

    private void work() throws Exception {
        try (FuzzDatabase database = new FuzzDatabase(running, plan.isolation(), dialect);
                ConnectionProbe probe =
                        new ConnectionProbe(() -> running.connect(plan.isolation()), dialect, database::reset)) {
            CaseRunner runner = new CaseRunner(database, plan.semantics(), plan.judging());
            for (long[] numbers = job.take(); numbers != null; numbers = job.take()) {
                for (long each = numbers[0]; each < numbers[1] && !job.isOver(); each++) {
                    one(each, probe, runner, database);
                }
            }
        }
    }

    private void one(long each, ConnectionProbe probe, CaseRunner runner, FuzzDatabase database) throws Exception {
        long begin = System.nanoTime();
        TestCase testCase = generator.generate(each, probe);
        long generated = System.nanoTime();
        int before = runner.executions();
        Verdict verdict;
        try {
            verdict = runner.run(testCase);
        } catch (DatabaseException e) {
            verdict = ofGone(testCase, e);
        }
        job.counts().add(verdict, runner.executions() - before, generated - begin, System.nanoTime() - generated);
        job.executed(testCase, verdict, database);
        if (verdict.mismatches().isEmpty()) {
            return;
        }
        long found = System.nanoTime();
        try {
            reduce(verdict, database);
        } catch (DatabaseException e) {
            Verdict last = ofGone(testCase, e);
            job.found(new Found(cause(last), testCase, last, database));
            job.stop();
            gone = true;
        }
        job.counts().addReducing(System.nanoTime() - found);
    }

    /** What is reported of a case under which the database has gone; nothing can be executed again then, nor reduced. */
    private Verdict ofGone(TestCase testCase, DatabaseException problem) throws DatabaseException {
        try (Connection connection = running.connect(plan.isolation())) {
            if (connection.isValid(SECONDS_TO_ANSWER)) {
                throw problem;
            }
        } catch (DatabaseException e) {
            throw e;
        } catch (Exception e) {
            problem.addSuppressed(e);
        }
        Mismatch crash = new Mismatch(
                OracleKind.CRASH, "the server is gone", null, "an answer", String.valueOf(problem.getMessage()));
        return new Verdict(List.of(crash), Plan.of(testCase), null, null, 0, 0, null, null);
    }

    private void reduce(Verdict first, FuzzDatabase database) throws Exception {
        CaseRunner runner = new CaseRunner(database, plan.semantics(), plan.thorough());
        Mismatch mismatch = first.mismatches().get(0);
        TestCase testCase = first.plan().toTestCase();
        Verdict verdict = confirmed(testCase, mismatch, runner);
        if (verdict == null) {
            job.unconfirmed(testCase.number(), mismatch.oracle().text() + ": " + mismatch.what());
            return;
        }
        boolean mixed = isOfMixedReads(testCase, database);
        if (mixed && job.isKnown(MIXED_READS)) {
            return;
        }
        if (!mixed && job.isKnown(cause(verdict))) {
            return;
        }
        long end = System.nanoTime() + plan.options().get(FuzzOptions.REDUCTION).toNanos();
        Reducer reducer =
                new Reducer(runner, testCase, verdict, () -> job.isStopped() || System.nanoTime() > end).reduce();
        job.found(new Found(mixed ? MIXED_READS : cause(verdict), reducer.testCase(), reducer.verdict(), database));
    }

    private static Verdict confirmed(TestCase testCase, Mismatch mismatch, CaseRunner runner)
            throws DatabaseException, InterruptedException {
        for (int i = 0; i < CONFIRMATIONS; i++) {
            Verdict again = runner.run(testCase);
            if (!again.mismatches().isEmpty() && again.mismatches().get(0).isLike(mismatch)) {
                return again;
            }
        }
        return null;
    }

    /** Whether what was found under strict semantics is what the vendor documents. */
    private boolean isOfMixedReads(TestCase testCase, FuzzDatabase database)
            throws DatabaseException, InterruptedException {
        return plan.semantics() == Semantics.STRICT
                && Semantics.VENDOR.writesSeeNewest(dialect.name(), plan.isolation())
                && new CaseRunner(database, Semantics.VENDOR, plan.judging())
                        .run(testCase)
                        .mismatches()
                        .isEmpty();
    }

    /** What kind of mismatch it is, at what kind of statement: as far as a cause can be told from outside. */
    private static String cause(Verdict verdict) {
        Mismatch mismatch = verdict.mismatches().get(0);
        String what = mismatch.oracle().text() + ": " + mismatch.what();
        if (mismatch.unit() == null || mismatch.oracle() == OracleKind.CRASH) {
            return what;
        }
        Statement statement =
                verdict.plan().isEnd(mismatch.unit()) ? null : verdict.plan().statement(mismatch.unit());
        return what + (statement == null ? "" : " (" + statement.getClass().getSimpleName() + ")");
    }
}
