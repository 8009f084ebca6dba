package org.isolde.sql.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.execute.Deadline;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.execute.TimedOutException;
import org.isolde.sql.generate.CaseGenerator;
import org.isolde.sql.generate.GenerationStatistics;
import org.isolde.sql.instrument.Plan;
import org.isolde.sql.instrument.Semantics;
import org.isolde.sql.oracle.CaseRunner;
import org.isolde.sql.oracle.Mismatch;
import org.isolde.sql.oracle.OracleKind;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.reduce.Recurrence;
import org.isolde.sql.reduce.Reducer;
import org.isolde.sql.testcase.TestCase;

/** One of the jobs: makes cases, judges them, and reduces what it finds. */
final class FuzzWorker implements Callable<Void> {
    /** How many rounds of executions there are to see whether a mismatch comes again. */
    private static final int CONFIRMATIONS = 4;

    private static final int SECONDS_TO_ANSWER = 5;

    private static final String MIXED_READS = "writes see what is newest, other reads a snapshot";

    private final FuzzJob job;
    private final FuzzPlan plan;
    private final Dialect dialect;
    private final RunningDatabase running;
    private final CaseGenerator generator;
    /** A case to begin with, because another one hung with it; null if there is none. */
    private final TestCase suspect;

    /** What it works on; null before that and behind it. */
    private volatile FuzzDatabase database;
    /** The case that it executes; null while one is made. */
    private volatile TestCase underWay;
    /** The next of the cases that it has taken, and the first behind them. */
    private volatile long next;

    private volatile long end;
    /** Whether nobody waits for it any more, because it hangs; whatever it does then does not count. */
    private volatile boolean abandoned;
    /** Whether the database is not there any more. */
    private boolean gone;

    /**
     * What a worker found.
     *
     * @param recurrence what to know who wants to see it again; empty if there is nothing
     */
    record Found(String cause, TestCase testCase, Verdict verdict, String recurrence, FuzzDatabase database) {}

    /**
     * @param number no other worker has the same; it is in the names of its tables
     * @param before the one whose place it takes, because it hangs; null for the first of a place
     */
    FuzzWorker(FuzzJob job, FuzzPlan plan, Dialect dialect, RunningDatabase running, int number, FuzzWorker before) {
        this.job = job;
        this.suspect = before == null || before.hangsAgain() ? null : before.underWay;
        this.next = before == null ? 0 : before.next;
        this.end = before == null ? 0 : before.end;
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
            if (!gone && !abandoned) {
                throw e;
            }
        }
        return null;
    }

    /** Whether a case takes longer than it may, and can't be ended; from any thread. */
    boolean hangs() {
        FuzzDatabase used = database;
        return used != null && used.hangs();
    }

    /** Nobody waits for it any more. */
    void abandon() {
        abandoned = true;
    }

    /** Whether it hangs with a case with which another one hung before. */
    boolean hangsAgain() {
        return suspect != null && underWay == suspect;
    }

    /** What was found if it {@linkplain #hangsAgain hangs again}. */
    Found ofHanging() {
        Verdict verdict = Verdict.crashed(
                Plan.of(underWay),
                "hangs",
                "none, though what was executed has been cancelled, and its connection cut");
        return new Found(cause(verdict), underWay, verdict, "", database);
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
        try (FuzzDatabase opened = new FuzzDatabase(running, plan.isolation(), dialect);
                ConnectionProbe probe = new ConnectionProbe(opened::channel, dialect, opened::reset)) {
            database = opened;
            CaseRunner runner = new CaseRunner(opened, plan.semantics(), plan.judging());
            if (suspect != null) {
                again(runner);
            }
            while (hasNext()) {
                one(next++, probe, runner);
            }
        } finally {
            database = null;
        }
    }

    private void again(CaseRunner runner) throws InterruptedException {
        underWay = suspect;
        try {
            runner.run(suspect);
        } catch (DatabaseException e) {
            // a server keeps the tables of what hangs: what came of it can't be shown again
            return;
        }
    }

    private boolean hasNext() {
        if (abandoned || job.isOver()) {
            return false;
        }
        if (next >= end) {
            long[] taken = job.take();
            if (taken == null) {
                return false;
            }
            next = taken[0];
            end = taken[1];
        }
        return true;
    }

    private void one(long each, ConnectionProbe probe, CaseRunner runner) throws Exception {
        underWay = null;
        long begin = System.nanoTime();
        TestCase testCase = made(each, probe);
        underWay = testCase;
        long generated = System.nanoTime();
        Verdict verdict;
        try {
            verdict = testCase == null ? Verdict.timedOut(null) : runner.run(testCase);
        } catch (DatabaseException e) {
            verdict = ofGone(testCase, e);
        }
        if (abandoned) {
            return;
        }
        job.counts().add(verdict, runner.takeEffort(), generated - begin, System.nanoTime() - generated);
        if (testCase != null) {
            job.executed(testCase, verdict, database);
        }
        if (verdict.mismatches().isEmpty()) {
            return;
        }
        long found = System.nanoTime();
        try {
            reduce(verdict);
        } catch (DatabaseException e) {
            Verdict last = ofGone(testCase, e);
            job.found(new Found(cause(last), testCase, last, "", database));
            job.stop();
            gone = true;
        }
        job.counts().addReducing(System.nanoTime() - found);
    }

    /** A case; null if a statement of it takes longer than a case may. */
    private TestCase made(long each, ConnectionProbe probe) throws Exception {
        try (Deadline.Span limit = database.begin(plan.judging().limit())) {
            return generator.generate(each, probe);
        } catch (TimedOutException e) {
            return null;
        }
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
        return Verdict.crashed(Plan.of(testCase), "the server is gone", String.valueOf(problem.getMessage()));
    }

    private void reduce(Verdict first) throws Exception {
        Recurrence recurrence = new Recurrence(database, plan.semantics(), plan.thorough());
        TestCase testCase = first.plan().toTestCase();
        Verdict verdict = recurrence.confirm(testCase, CONFIRMATIONS);
        if (verdict.mismatches().isEmpty()) {
            Mismatch mismatch = first.mismatches().get(0);
            job.unconfirmed(testCase.number(), mismatch.oracle().text() + ": " + mismatch.what());
            return;
        }
        String cause = isOfMixedReads(testCase) ? MIXED_READS : cause(verdict);
        if (job.isRepeated(cause)) {
            return;
        }
        long end = System.nanoTime() + plan.options().get(FuzzOptions.REDUCTION).toNanos();
        Reducer reducer =
                new Reducer(recurrence, testCase, verdict, () -> job.isStopped() || System.nanoTime() > end).reduce();
        if (!abandoned) {
            job.found(new Found(cause, reducer.testCase(), reducer.verdict(), recurrence.note(), database));
        }
    }

    /** Whether what was found under strict semantics is what the vendor documents. */
    private boolean isOfMixedReads(TestCase testCase) throws DatabaseException, InterruptedException {
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
