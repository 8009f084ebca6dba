package org.isolde.sql.job;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.run.DatabaseException;
import org.isolde.sql.execute.FuzzDatabase;
import org.isolde.sql.finding.Finding;
import org.isolde.sql.finding.FindingFolder;
import org.isolde.sql.known.KnownBehaviour;
import org.isolde.sql.known.KnownBehaviours;
import org.isolde.sql.known.KnownPolicy;
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
    /** What was seen that is known already, and is mentioned. */
    private final List<Finding> known = new ArrayList<>();

    /** Of all that was told: what it was put down to, or what it is known as. */
    private final Set<String> told = new HashSet<>();
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
    public void open() throws DatabaseException {
        crew = new FuzzCrew(this, plan);
    }

    /** Closes what was opened, if it is not to run after all. */
    public void close() {
        crew.close();
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
            return new FuzzResult(working.version(), counts, List.copyOf(findings), List.copyOf(known), problem);
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

    /** Whether there is a finding of this cause already, so that a mismatch needs no reduction; it is counted then. */
    synchronized boolean isRepeated(String cause) {
        boolean repeated = told.contains(cause);
        if (repeated) {
            counts.addRepeated();
        }
        return repeated;
    }

    /**
     * Takes what was found and reduced. What is known already has a cause of its own: it says nothing about others that look alike
     * before they are reduced.
     */
    synchronized void found(FuzzWorker.Found found) throws IOException {
        KnownBehaviour behaviour = KnownBehaviours.of(
                        plan.kind().name(), found.database().version(), plan.isolation(), found.verdict())
                .orElse(null);
        boolean first = told.add(behaviour == null ? found.cause() : behaviour.name());
        KnownPolicy policy = plan.options().get(FuzzOptions.KNOWN);
        if (behaviour != null && policy != KnownPolicy.REPORT) {
            counts.addKnown();
            if (first && policy == KnownPolicy.MENTION) {
                Finding finding = finding(known.size() + 1, found, behaviour);
                known.add(finding);
                listener.known(finding, FindingFolder.writeKnown(folder, finding, found.database()));
            }
        } else if (first) {
            report(finding(findings.size() + 1, found, behaviour), found.database());
        } else {
            counts.addRepeated();
        }
    }

    private static Finding finding(int number, FuzzWorker.Found found, KnownBehaviour behaviour) {
        return new Finding(number, found.cause(), found.testCase(), found.verdict(), found.recurrence(), behaviour);
    }

    private void report(Finding finding, FuzzDatabase database) throws IOException {
        findings.add(finding);
        counts.addFinding();
        listener.found(finding, FindingFolder.write(folder, finding, database));
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
