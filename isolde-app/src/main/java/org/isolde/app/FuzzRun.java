package org.isolde.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isolde.history.format.Json;
import org.isolde.run.DatabaseException;
import org.isolde.run.Redaction;
import org.isolde.sql.finding.Finding;
import org.isolde.sql.finding.FindingFolder;
import org.isolde.sql.job.FuzzCounts;
import org.isolde.sql.job.FuzzJob;
import org.isolde.sql.job.FuzzListener;
import org.isolde.sql.job.FuzzOptions;
import org.isolde.sql.job.FuzzPlan;
import org.isolde.sql.job.FuzzResult;

/**
 * Random SQL transactions on a database, and what they leave behind: a run folder with {@value #RESULT}, the log, the command,
 * and a folder a finding in {@value FindingFolder#FINDINGS}, or in {@value FindingFolder#KNOWN} if it is none because it is known.
 */
public final class FuzzRun {
    public static final String RESULT = "fuzz.json";

    /** How often it is told how far it has come. */
    private static final long PERIOD_MILLIS = 5_000;

    private final FuzzPlan plan;
    private final Path runs;
    private final List<String> command;
    private final Listener listener;
    private final Redaction redaction;
    private final FuzzJob job;
    /** Null before it begins. */
    private volatile Opening<FuzzJob> opening;

    private volatile boolean stopped;
    private RunFolder folder;

    /** Is told what happens while it does; from several threads, but one at a time. */
    public interface Listener extends FuzzListener {
        /**
         * The database is open, and the first case comes.
         *
         * @param version the database, as it calls itself
         */
        void begun(String version, Path folder);

        /** How far it has come, every few seconds. */
        void summary(FuzzCounts counts);
    }

    /**
     * Prepares it.
     *
     * @param runs where its folder is made
     * @param command the call, as it may be shown, without secrets
     */
    public FuzzRun(FuzzPlan plan, Path runs, List<String> command, Listener listener) {
        this.plan = plan;
        this.runs = runs;
        this.command = withSeed(plan, command);
        this.listener = listener;
        redaction = Redaction.of(plan.target(), plan.access());
        job = new FuzzJob(plan, new FuzzListener() {
            @Override
            public void found(Finding finding, Path place) {
                folder.log("found " + place.getFileName() + ": " + finding.cause());
                listener.found(finding, place);
            }

            @Override
            public void known(Finding finding, Path place) {
                folder.log("known as " + finding.known().name() + ": " + place.getFileName());
                listener.known(finding, place);
            }

            @Override
            public void unconfirmed(long number, String what) {
                folder.log("case " + number + " of seed " + plan.seed() + " did not come again: " + what);
                listener.unconfirmed(number, what);
            }
        });
    }

    /** The call that repeats it exactly. */
    private static List<String> withSeed(FuzzPlan plan, List<String> command) {
        List<String> whole = new ArrayList<>(command);
        if (!plan.options().isGiven(FuzzOptions.SEED)) {
            whole.add("--" + FuzzOptions.SEED.name());
            whole.add(plan.options().text(FuzzOptions.SEED));
        }
        return whole;
    }

    /** The call that repeats it, as it is kept. */
    public List<String> command() {
        return command;
    }

    /** What came of it, and the same as JSON. */
    public record Result(FuzzResult fuzz, String json) {
        /** In the word of a test: a finding violates, and where nothing was executed nothing is known. */
        public String conclusion() {
            return FuzzJson.conclusion(fuzz).text();
        }
    }

    /** How far it has come; from any thread. */
    public FuzzCounts counts() {
        return job.counts();
    }

    /** Ends it after the cases that are under way, or while the database is being opened; from any thread. */
    public void stop() {
        stopped = true;
        job.stop();
        Opening<FuzzJob> begun = opening;
        if (begun != null) {
            begun.giveUp();
        }
    }

    private FuzzJob open() throws DatabaseException {
        job.open();
        return job;
    }

    /**
     * Does what the plan says; no folder is made before the database is open.
     *
     * @throws InterruptedException if it was stopped before that
     */
    public Result run() throws Exception {
        try (Interruption interruption = new Interruption(this::stop)) {
            opening = new Opening<>(this::open, FuzzJob::close);
            if (stopped) {
                opening.giveUp();
            }
            opening.await();
            folder = RunFolder.create(
                    runs,
                    plan.target().url() == null
                            ? plan.target().shown()
                            : plan.kind().name(),
                    "fuzz",
                    redaction);
            folder.write(folder.command(), redaction.text(String.join(" ", command)));
            folder.log("process " + ProcessHandle.current().pid());
            folder.log("opened " + plan.target().shown() + ": " + job.version());
            listener.begun(job.version(), folder.path());
            return fuzz();
        }
    }

    private Result fuzz() throws Exception {
        Thread teller = new Thread(this::tell, "isolde-fuzz-summary");
        teller.setDaemon(true);
        teller.start();
        FuzzResult result;
        try {
            result = job.run(folder.path());
        } finally {
            teller.interrupt();
            teller.join();
        }
        folder.log(result.counts().line());
        if (result.problem() != null) {
            folder.log("ended by: " + result.problem());
        }
        String json = redaction.text(Json.of(FuzzJson.of(plan, command, result)));
        folder.write(folder.path().resolve(RESULT), json);
        return new Result(result, json);
    }

    private void tell() {
        try {
            while (true) {
                Thread.sleep(PERIOD_MILLIS);
                folder.log(job.counts().line());
                listener.summary(job.counts());
            }
        } catch (InterruptedException e) {
            // the end
            return;
        }
    }
}
