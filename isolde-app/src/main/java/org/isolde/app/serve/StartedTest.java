package org.isolde.app.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.app.PlanException;
import org.isolde.app.Round;
import org.isolde.app.RunFolder;
import org.isolde.app.TestJob;
import org.isolde.app.TestListener;
import org.isolde.app.TestOptions;
import org.isolde.app.TestPlan;
import org.isolde.app.TestPlanner;
import org.isolde.app.TestResult;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.option.Option;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.runner.RunStatistics;
import org.isolde.run.workload.WorkloadOptions;

/** A test that the page has started, or that waits for its turn. */
final class StartedTest extends StartedRun implements TestListener {
    private final Curve curve = new Curve();
    private TestPlan plan;
    private TestJob job;
    private int round;
    private RunStatistics statistics;
    private RunStatistics.Snapshot now;
    private int violations;

    StartedTest(int id) {
        super(id, "test");
    }

    @Override
    List<Option<?>> options() {
        return TestOptions.all();
    }

    @Override
    synchronized void plan(Target target, Access access, Map<String, String> chosen, Path runs, List<String> call)
            throws PlanException, DatabaseException {
        plan = TestPlanner.plan(target, access, chosen, runs, call);
        planned(
                target.shown() + " at " + plan.isolation().sql() + ", "
                        + String.join(
                                ", ", plan.levels().stream().map(Level::text).toList()) + ", "
                        + plan.workload().name() + ", " + plan.options().get(WorkloadOptions.SESSIONS) + " sessions",
                plan.command(),
                plan.tested().redaction());
    }

    @Override
    String begin() {
        job = new TestJob(plan, this);
        return plan.tested().target().shown();
    }

    @Override
    void execute() throws DatabaseException, IOException, InterruptedException {
        TestResult result = job.run();
        ended(result.conclusion().text(), result.problem(), "what was recorded has been checked");
    }

    @Override
    void stop() {
        job.stop();
    }

    @Override
    void forget() {
        plan = null;
        job = null;
        statistics = null;
    }

    @Override
    public void opened(RunningDatabase database, RunFolder folder) {
        opened(database.version(), folder.path().getFileName().toString());
    }

    @Override
    public synchronized void started(int number, RunStatistics begun) {
        round = number;
        statistics = begun;
        curve.startRound();
        change(State.RUNNING, "round " + number);
    }

    @Override
    public synchronized void ran(int number) {
        sample();
        statistics = null;
        change(State.CHECKING, "checking round " + number);
    }

    @Override
    public synchronized void checked(Round done) {
        if (done.isViolated()) {
            violations++;
        }
        changed();
    }

    @Override
    public synchronized void reporting() {
        change(State.CHECKING, "writing the report");
    }

    @Override
    synchronized void sample() {
        if (statistics == null) {
            return;
        }
        now = statistics.snapshot();
        curve.add(now);
        Duration time = plan == null ? null : plan.options().get(RunOptions.TIME);
        if (time != null) {
            share(now.seconds() / (time.toNanos() / 1e9));
        }
        changed();
    }

    @Override
    void figures(Map<String, Object> json) {
        json.put("round", round);
        if (now != null) {
            json.put("seconds", now.seconds());
            json.put("committed", now.committed());
            json.put("throughput", now.committedPerSecond());
            json.put("aborted", now.aborted());
            json.put("abortRate", now.abortRate());
            json.put("median", now.median());
            json.put("p99", now.percentile99());
            json.put("point", curve.last());
        }
        json.put("violations", violations);
    }

    @Override
    synchronized Map<String, Object> jsonWithCurve() {
        Map<String, Object> json = json();
        json.put("curve", curve.json());
        return json;
    }

    /**
     * Throughput, abort rate and latency over time.
     *
     * <p>Invariant: never more than so many points; if there would be, every other one goes, and from then on only every
     * other sample is kept.
     */
    private static final class Curve {
        private static final int MOST = 600;
        private static final int FEWEST_ATTEMPTS = 3;

        private final List<List<Object>> points = new ArrayList<>();
        private double before;
        private int stride = 1;
        private int skipped;
        private double seconds;
        private long committed;
        private long aborted;
        private long attempts;

        void startRound() {
            before += seconds;
            seconds = 0;
            committed = 0;
            aborted = 0;
            attempts = 0;
        }

        void add(RunStatistics.Snapshot now) {
            long tries = now.committed() + now.rolledBack() + now.aborted() + now.unknown();
            double since = now.seconds() - seconds;
            // a share of one or two attempts says nothing, as at the end of a round; none at all for a while does
            boolean few = tries - attempts < FEWEST_ATTEMPTS && since < 1;
            if (since < 0.05 || few || ++skipped < stride) {
                return;
            }
            skipped = 0;
            points.add(List.of(
                    before + now.seconds(),
                    (now.committed() - committed) / since,
                    tries == attempts ? 0.0 : (now.aborted() - aborted) / (double) (tries - attempts),
                    now.median()));
            seconds = now.seconds();
            committed = now.committed();
            aborted = now.aborted();
            attempts = tries;
            if (points.size() > MOST) {
                for (int i = points.size() - 2; i >= 0; i -= 2) {
                    points.remove(i);
                }
                stride *= 2;
            }
        }

        /** The newest point; null if there is none. */
        List<Object> last() {
            return points.isEmpty() ? null : points.get(points.size() - 1);
        }

        List<List<Object>> json() {
            return List.copyOf(points);
        }
    }
}
