package org.isolde.app.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.app.PlanException;
import org.isolde.app.ShellCall;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Redaction;
import org.isolde.run.Target;
import org.isolde.run.option.Option;

/**
 * What the page has started, or what waits for its turn: how it stands, for whoever watches it.
 *
 * <p>Invariant: {@link #version} grows with every change, and once the state is an end nothing changes any more; the
 * plan, and with it the password, is forgotten then.
 */
abstract class StartedRun {
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
    private final String kind;
    private String title = "";
    private String command = "";
    private Redaction redaction;
    private State state = State.QUEUED;
    private String phase = "waiting for its turn";
    private double share = -1;
    private boolean begun;
    private boolean cancelled;
    private String run;
    private String verdict;
    private String problem;
    private long version;

    /** @param kind the command that does the same */
    StartedRun(int id, String kind) {
        this.id = id;
        this.kind = kind;
    }

    final int id() {
        return id;
    }

    final String kind() {
        return kind;
    }

    /** What there is to choose. */
    abstract List<Option<?>> options();

    /**
     * Plans it.
     *
     * @param chosen texts by the names of the {@linkplain #options options}
     * @param runs where its folder will be
     * @param call the same on the command line, without secrets
     */
    abstract void plan(Target target, Access access, Map<String, String> chosen, Path runs, List<String> call)
            throws PlanException, DatabaseException;

    /** It is known what it will do. */
    final synchronized void planned(String words, List<String> call, Redaction secrets) {
        title = words;
        command = ShellCall.of(call);
        redaction = secrets;
    }

    /** Prepares it and says what is opened; its turn has come. */
    abstract String begin();

    /** Does what was planned, and {@linkplain #ended says} what came of it. */
    abstract void execute() throws Exception;

    /** Asks what is executed to end soon. */
    abstract void stop();

    /** Forgets the plan. */
    abstract void forget();

    /** Adds figures of its own to how it stands. */
    abstract void figures(Map<String, Object> json);

    /** Looks how it goes on; called again and again while it runs. */
    abstract void sample();

    /** Runs it to its end, unless it was cancelled before. */
    final void run() {
        synchronized (this) {
            if (state.isEnd()) {
                return;
            }
            begun = true;
            change(State.OPENING, "opening " + begin());
        }
        try {
            execute();
        } catch (DatabaseException | IOException e) {
            failed(redaction.text(e.getMessage()));
        } catch (InterruptedException e) {
            stopped();
        } catch (Exception | Error e) {
            failed("internal error, which is a bug in Isolde: " + redaction.text(e.toString()));
        }
    }

    /**
     * It has come to its end.
     *
     * @param why why it ended before that; null if it did not
     * @param kept what was done with what there was when it was cancelled
     */
    final synchronized void ended(String conclusion, String why, String kept) {
        verdict = conclusion;
        problem = why == null ? null : redaction.text(why);
        end(
                cancelled ? State.CANCELLED : problem != null ? State.FAILED : State.FINISHED,
                cancelled ? "cancelled; " + kept : "finished");
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
        forget();
        share = -1;
        change(how, words);
    }

    /** Ends it as soon as it can be; one that waits never begins. */
    final synchronized void cancel() {
        if (state.isEnd()) {
            return;
        }
        cancelled = true;
        if (!begun) {
            end(State.CANCELLED, "cancelled before it began");
        } else {
            stop();
            change(state, phase);
        }
    }

    /** Slow steps while the database is opened. */
    final synchronized void opening(String what, double done) {
        if (state == State.OPENING) {
            share = done;
            change(State.OPENING, what);
        }
    }

    /** The database is open, and the run has a folder of this name. */
    final synchronized void opened(String database, String folder) {
        run = folder;
        share = -1;
        change(State.RUNNING, database);
    }

    /** How much of it is done, from 0 to 1; -1 if that is not known. */
    final synchronized void share(double done) {
        share = Math.min(1, done);
    }

    /** It goes on as it did, with other figures. */
    final synchronized void changed() {
        change(state, phase);
    }

    final synchronized void change(State to, String words) {
        state = to;
        boolean ending = cancelled && !to.isEnd() && !words.startsWith(ENDING);
        phase = ending ? ENDING + words : words;
        version++;
        notifyAll();
    }

    final synchronized boolean isOver() {
        return state.isEnd();
    }

    final synchronized long version() {
        return version;
    }

    /** Waits until it is no more as it was at that version, but no longer than that. */
    final synchronized void awaitChange(long known, long millis) throws InterruptedException {
        if (version == known) {
            wait(millis);
        }
    }

    /** How it stands. */
    final synchronized Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("kind", kind);
        json.put("title", title);
        json.put("command", command);
        json.put("state", state.text);
        json.put("over", state.isEnd());
        json.put("cancelled", cancelled);
        json.put("phase", phase);
        json.put("share", share);
        figures(json);
        json.put("run", run);
        json.put("verdict", verdict);
        json.put("problem", problem);
        return json;
    }

    /** How it stands, with all that was before. */
    synchronized Map<String, Object> jsonWithCurve() {
        return json();
    }
}
