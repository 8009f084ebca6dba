package org.isolde.app.serve;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.app.Round;
import org.isolde.app.RunFolder;
import org.isolde.app.ShellCall;
import org.isolde.app.TestJob;
import org.isolde.app.TestListener;
import org.isolde.app.TestPlan;
import org.isolde.app.TestResult;
import org.isolde.history.Level;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.runner.RunOptions;
import org.isolde.run.runner.RunStatistics;
import org.isolde.run.workload.WorkloadOptions;

/**
 * A test that the page has started, or that waits for its turn: how it stands, for whoever watches it.
 *
 * <p>Invariant: {@link #version} grows with every change, and once the state is an end nothing changes any more; the
 * plan, and with it the password, is forgotten then.
 */
final class StartedTest implements TestListener {
    /** How far it has got. */
    enum State {
        QUEUED("queued"),
        OPENING("opening"),
        RUNNING("running"),
        CHECKING("checking"),
        FINISHED("finished"),
        FAILED("failed"),
        CANCELLED("cancelled");

        private final String text;

        State(String text) {
            this.text = text;
        }

        boolean isEnd() {
            return this == FINISHED || this == FAILED || this == CANCELLED;
        }
    }

    /** What every phase begins with once it is cancelled. */
    private static final String ENDING = "cancelled, and ending: ";

    private final int id;
    private final Curve curve = new Curve();
    private String title = "";
    private String command = "";
    private TestPlan plan;
    private TestJob job;
    private State state = State.QUEUED;
    private String phase = "waiting for its turn";
    private double share = -1;
    private boolean cancelled;
    private int round;
    private RunStatistics statistics;
    private RunStatistics.Snapshot now;
    private int violations;
    private String run;
    private String verdict;
    private String problem;
    private long version;

    StartedTest(int id) {
        this.id = id;
    }

    int id() {
        return id;
    }

    synchronized void plan(TestPlan made) {
        plan = made;
        command = ShellCall.of(made.command());
        title = made.tested().target().shown() + " at " + made.isolation().sql() + ", "
                + String.join(", ", made.levels().stream().map(Level::text).toList()) + ", "
                + made.workload().name() + ", " + made.options().get(WorkloadOptions.SESSIONS) + " sessions";
    }

    /** Runs it to its end, unless it was cancelled before. */
    void run() {
        TestJob mine;
        TestPlan planned;
        synchronized (this) {
            if (state.isEnd()) {
                return;
            }
            planned = plan;
            mine = new TestJob(planned, this);
            job = mine;
            change(State.OPENING, "opening " + planned.tested().target().shown());
        }
        try {
            ended(mine.run());
        } catch (DatabaseException | IOException e) {
            failed(planned.tested().redaction().text(e.getMessage()));
        } catch (InterruptedException e) {
            stopped();
        } catch (RuntimeException | Error e) {
            failed("internal error, which is a bug in Isolde: "
                    + planned.tested().redaction().text(e.toString()));
        }
    }

    private synchronized void ended(TestResult result) {
        verdict = result.conclusion().text();
        run = result.folder().path().getFileName().toString();
        problem = result.problem() == null ? null : plan.tested().redaction().text(result.problem());
        end(
                cancelled ? State.CANCELLED : problem != null ? State.FAILED : State.FINISHED,
                cancelled ? "cancelled; what was recorded has been checked" : "finished");
    }

    private synchronized void failed(String why) {
        problem = why;
        end(cancelled ? State.CANCELLED : State.FAILED, cancelled ? "cancelled" : "failed");
    }

    private synchronized void stopped() {
        if (!cancelled) {
            problem = "the server is ending";
        }
        end(
                cancelled ? State.CANCELLED : State.FAILED,
                cancelled ? "cancelled while the database was opened" : "failed");
    }

    private void end(State how, String words) {
        plan = null;
        job = null;
        statistics = null;
        share = -1;
        change(how, words);
    }

    /** Ends it as soon as it can be; one that waits never begins. */
    synchronized void cancel() {
        if (state.isEnd()) {
            return;
        }
        cancelled = true;
        if (job == null) {
            end(State.CANCELLED, "cancelled before it began");
        } else {
            job.stop();
            change(state, phase);
        }
    }

    /** Slow steps while the database is opened. */
    synchronized void opening(String what, double done) {
        if (state == State.OPENING) {
            share = done;
            change(State.OPENING, what);
        }
    }

    @Override
    public synchronized void opened(RunningDatabase database, RunFolder folder) {
        run = folder.path().getFileName().toString();
        share = -1;
        change(State.RUNNING, database.version());
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
        change(state, phase);
    }

    @Override
    public synchronized void reporting() {
        change(State.CHECKING, "writing the report");
    }

    /** Looks how the round goes on; called again and again while it runs. */
    synchronized void sample() {
        if (statistics == null) {
            return;
        }
        now = statistics.snapshot();
        curve.add(now);
        Duration time = plan == null ? null : plan.options().get(RunOptions.TIME);
        if (time != null) {
            share = Math.min(1, now.seconds() / (time.toNanos() / 1e9));
        }
        change(state, phase);
    }

    private void change(State to, String words) {
        state = to;
        boolean ending = cancelled && !to.isEnd() && !words.startsWith(ENDING);
        phase = ending ? ENDING + words : words;
        version++;
        notifyAll();
    }

    synchronized boolean isOver() {
        return state.isEnd();
    }

    synchronized long version() {
        return version;
    }

    /** Waits until it is no more as it was at that version, but no longer than that. */
    synchronized void awaitChange(long known, long millis) throws InterruptedException {
        if (version == known) {
            wait(millis);
        }
    }

    /** How it stands. */
    synchronized Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("title", title);
        json.put("command", command);
        json.put("state", state.text);
        json.put("over", state.isEnd());
        json.put("cancelled", cancelled);
        json.put("phase", phase);
        json.put("share", share);
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
        json.put("run", run);
        json.put("verdict", verdict);
        json.put("problem", problem);
        return json;
    }

    /** How it stands, with the curve up to now. */
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
