package org.isolde.sql.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.isolde.run.RunningDatabase;
import org.isolde.run.jdbc.EmbeddedDatabase;
import org.isolde.sql.finding.Finding;
import org.isolde.sql.finding.FindingFolder;
import org.isolde.sql.generate.GenerationStatistics;

/**
 * Executes random test cases until the plan says that it is enough. Which cases there are depends on the seed alone; jobs take them in
 * turn, on tables of their own, or on databases of their own where these are in this JVM.
 */
public final class FuzzJob {
    private final FuzzPlan plan;
    private final FuzzListener listener;
    private final FuzzCounts counts = new FuzzCounts();
    private final AtomicLong next = new AtomicLong();
    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, Integer> causes = new TreeMap<>();
    private final long end;
    private volatile boolean stopped;

    public FuzzJob(FuzzPlan plan, FuzzListener listener) {
        this.plan = plan;
        this.listener = listener;
        this.end = plan.time() == null
                ? Long.MAX_VALUE
                : System.nanoTime() + plan.time().toNanos();
    }

    /** How far it has come; from any thread. */
    public FuzzCounts counts() {
        return counts;
    }

    /** Ends it after the cases that are under way; from any thread. */
    public void stop() {
        stopped = true;
    }

    public FuzzResult run() throws Exception {
        boolean shared =
                !(plan.kind() instanceof EmbeddedDatabase) || plan.target().url() != null;
        List<RunningDatabase> opened = new ArrayList<>();
        List<GenerationStatistics> statistics = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(plan.jobs(), task -> {
            Thread thread = new Thread(task, "isolde-fuzz");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<GenerationStatistics>> workers = new ArrayList<>();
            for (int job = 0; job < plan.jobs(); job++) {
                if (job == 0 || !shared) {
                    opened.add(plan.kind().open(plan.target(), plan.access()));
                }
                RunningDatabase running = opened.get(opened.size() - 1);
                FuzzWorker worker = new FuzzWorker(this, plan, plan.dialect(running), running, job);
                workers.add(threads.submit(worker));
            }
            for (Future<GenerationStatistics> worker : workers) {
                statistics.add(worker.get());
            }
            return result(opened.get(0).version(), statistics);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            stopped = true;
            threads.shutdownNow();
            opened.forEach(RunningDatabase::close);
        }
    }

    private FuzzResult result(String version, List<GenerationStatistics> statistics) {
        Map<String, Long> kinds = new TreeMap<>();
        Map<String, Long> failures = new TreeMap<>();
        long failed = 0;
        long all = 0;
        for (GenerationStatistics each : statistics) {
            each.kinds().forEach((kind, count) -> kinds.merge(kind, count, Long::sum));
            each.failures().forEach((reason, count) -> failures.merge(reason, count, Long::sum));
            failed += each.failed();
            all += each.failed() + each.kept();
        }
        return new FuzzResult(
                version, counts, List.copyOf(findings), all == 0 ? 0 : (double) failed / all, failures, kinds);
    }

    /** The numbers of cases that share their tables, and go to one job; null if there are to be no more. */
    synchronized long[] take() {
        if (isOver()) {
            return null;
        }
        long first = next.getAndAdd(plan.generating().casesOfSchema());
        long last = first + plan.generating().casesOfSchema();
        if (plan.cases() >= 0) {
            last = Math.min(last, plan.cases());
        }
        return first >= last ? null : new long[] {first, last};
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
        listener.found(finding, FindingFolder.write(plan.folder(), finding, found.database()));
        if (plan.findings() >= 0 && findings.size() >= plan.findings()) {
            stopped = true;
        }
    }

    synchronized void unconfirmed(long number, String what) {
        counts.addUnconfirmed();
        listener.unconfirmed(number, what);
    }
}
