package org.isolde.sql.job;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.jdbc.EmbeddedDatabase;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.finding.Finding;
import org.isolde.sql.finding.FindingFolder;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.testcase.TestCase;

/**
 * Executes random test cases until the plan says that it is enough. Which cases there are depends on the seed alone; jobs take them in
 * turn, on tables of their own, or on databases of their own where these are in this JVM.
 */
public final class FuzzJob {
    private final FuzzPlan plan;
    private final FuzzListener listener;
    private final FuzzCounts counts = new FuzzCounts();
    /** The number of the next case. */
    private long next;

    private final List<RunningDatabase> opened = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, Integer> causes = new TreeMap<>();
    /** Of the run. */
    private Path folder;

    private long end = Long.MAX_VALUE;
    private volatile boolean stopped;

    public FuzzJob(FuzzPlan plan, FuzzListener listener) {
        this.plan = plan;
        this.listener = listener;
        this.next = plan.firstCase();
    }

    /** How far it has come; from any thread. */
    public FuzzCounts counts() {
        return counts;
    }

    /** Ends it after the cases that are under way; from any thread. */
    public void stop() {
        stopped = true;
    }

    /** Opens what is fuzzed; {@link #run} does so too, if nobody has. */
    public void open() throws Exception {
        try {
            // jobs share what is not in this JVM
            boolean shared =
                    !(plan.kind() instanceof EmbeddedDatabase) || plan.target().url() != null;
            for (int i = 0; i < (shared ? 1 : jobs()); i++) {
                opened.add(plan.kind().open(plan.target(), plan.access()));
                plan.dialect(opened.get(i));
            }
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    /** What was opened, as it calls itself. */
    public String version() {
        return opened.get(0).version();
    }

    private int jobs() {
        return plan.options().get(FuzzOptions.JOBS);
    }

    private void close() {
        opened.forEach(RunningDatabase::close);
        opened.clear();
    }

    /**
     * Executes cases until it is enough.
     *
     * @param place the folder of the run, in which there will be one for each finding
     */
    public FuzzResult run(Path place) throws Exception {
        if (opened.isEmpty()) {
            open();
        }
        folder = place;
        Duration time = plan.options().get(FuzzOptions.TIME);
        end = time == null ? Long.MAX_VALUE : System.nanoTime() + time.toNanos();
        counts.begin();
        ExecutorService threads = Executors.newFixedThreadPool(jobs(), task -> {
            Thread thread = new Thread(task, "isolde-fuzz");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<Void>> under = new ArrayList<>();
            for (int job = 0; job < jobs(); job++) {
                RunningDatabase running = opened.get(Math.min(job, opened.size() - 1));
                FuzzWorker worker = new FuzzWorker(this, plan, plan.dialect(running), running, job);
                counts.watch(worker.statistics());
                under.add(threads.submit(worker));
            }
            String problem = null;
            for (Future<Void> each : under) {
                problem = first(problem, await(each));
            }
            return new FuzzResult(version(), counts, List.copyOf(findings), problem);
        } finally {
            stopped = true;
            threads.shutdownNow();
            close();
        }
    }

    private static String first(String one, String other) {
        return one == null ? other : one;
    }

    /** Why a job ended before it was over, which ends the others too: what was found until then is worth telling. */
    private String await(Future<Void> job) throws Exception {
        try {
            job.get();
            return null;
        } catch (ExecutionException e) {
            stopped = true;
            if (e.getCause() instanceof DatabaseException || e.getCause() instanceof SQLException) {
                return String.valueOf(e.getCause().getMessage());
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** The numbers of cases that share their tables, and go to one job; null if there are to be no more. */
    synchronized long[] take() {
        if (isOver()) {
            return null;
        }
        // all that share their tables, from where it begins to the next tables
        long tables = plan.generating().casesOfSchema();
        long first = next;
        long last = Math.min((first / tables + 1) * tables, plan.endOfCases());
        next = last;
        return first >= last ? null : new long[] {first, last};
    }

    /** Whether somebody wants it to end now. */
    boolean isStopped() {
        return stopped;
    }

    boolean isOver() {
        return stopped || System.nanoTime() > end;
    }

    /** Whether a mismatch of this cause has been seen before; it is counted in any case. */
    synchronized boolean isKnown(String cause) {
        boolean known = causes.merge(cause, 1, Integer::sum) > 1;
        if (known) {
            counts.addRepeated();
        }
        return known;
    }

    synchronized void found(FuzzWorker.Found found) throws IOException {
        Finding finding = new Finding(findings.size() + 1, found.cause(), found.testCase(), found.verdict());
        findings.add(finding);
        counts.addFinding();
        listener.found(finding, FindingFolder.write(folder, finding, found.database()));
        Integer enough = plan.options().get(FuzzOptions.UNTIL);
        if (enough != null && findings.size() >= enough) {
            stopped = true;
        }
    }

    /** A case was executed; one that was asked for by its number is kept. */
    void executed(TestCase testCase, Verdict verdict, FuzzDatabase database) throws IOException {
        if (plan.options().get(FuzzOptions.CASE) != null) {
            FindingFolder.write(folder, testCase, verdict, database);
        }
    }

    synchronized void unconfirmed(long number, String what) {
        counts.addUnconfirmed();
        listener.unconfirmed(number, what);
    }
}
