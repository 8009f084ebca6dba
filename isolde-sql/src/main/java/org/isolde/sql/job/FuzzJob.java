package org.isolde.sql.job;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, Integer> causes = new TreeMap<>();
    /** Null until it is opened. */
    private FuzzCrew crew;

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
        crew = new FuzzCrew(this, plan);
    }

    /** What was opened, as it calls itself. */
    public String version() {
        return crew.version();
    }

    /**
     * Executes cases until it is enough.
     *
     * @param place the folder of the run, in which there will be one for each finding
     */
    public FuzzResult run(Path place) throws Exception {
        if (crew == null) {
            open();
        }
        folder = place;
        Duration time = plan.options().get(FuzzOptions.TIME);
        end = time == null ? Long.MAX_VALUE : System.nanoTime() + time.toNanos();
        counts.begin();
        try (FuzzCrew working = crew) {
            String problem = working.work();
            return new FuzzResult(working.version(), counts, List.copyOf(findings), problem);
        } finally {
            stopped = true;
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
