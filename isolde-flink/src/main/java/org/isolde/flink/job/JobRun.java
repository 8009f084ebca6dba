package org.isolde.flink.job;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.isolde.check.Conclusion;
import org.isolde.cluster.JobPlan;
import org.isolde.flink.BadLine;
import org.isolde.flink.FoundViolation;
import org.isolde.flink.Tally;
import org.isolde.flink.VerdictOptions;
import org.isolde.flink.Verdicts;
import org.isolde.flink.sink.ViolationSinks;
import org.isolde.flink.source.LineFiles;
import org.isolde.flink.source.Transactions;

/** A job from its plan to its end: sources, verdicts and sinks, and what comes of it. */
final class JobRun {
    private static final double NANOS = 1e9;
    private static final int ATTEMPTS = 100;
    private static final long PAUSE_MILLIS = 100;
    private static final String TOO_EARLY = CheckpointFailureReason.NOT_ALL_REQUIRED_TASKS_RUNNING.message();

    /** Where the input has an end, nothing is final before it because of the time alone. */
    private static final Duration FOR_EVER = Duration.ofDays(36_500);

    private final JobPlan plan;
    private final StreamExecutionEnvironment environment;
    private final JobOutput output;
    private final boolean attached;
    private CloseableIterator<FoundViolation> told;
    private CloseableIterator<BadLine> badLines;
    private CloseableIterator<Tally> tallies;
    /** Null if it could not begin. */
    private final CompletableFuture<JobClient> begun = new CompletableFuture<>();

    JobRun(JobPlan plan, StreamExecutionEnvironment environment, JobOutput output)
            throws IOException, InterruptedException {
        this.plan = plan;
        this.environment = environment;
        this.output = output;
        this.attached = isAttached(environment);
        if (!attached && !writes()) {
            throw new JobException(
                    "nobody waits for a detached job, so its violations need a place: add --out FOLDER or"
                            + " --out-topic TOPIC, or submit it without -d");
        }
        configure();
        connect();
    }

    /** Whether whoever started it waits for its end; a job manager that runs the program itself does not. */
    private static boolean isAttached(StreamExecutionEnvironment environment) {
        String target = environment
                .getConfiguration()
                .getOptional(DeploymentOptions.TARGET)
                .orElse("local");
        return target.equals("local")
                || !target.equals("embedded") && environment.getConfiguration().get(DeploymentOptions.ATTACHED);
    }

    private boolean writes() {
        return plan.out() != null || plan.outTopic() != null;
    }

    private void configure() throws IOException {
        Configuration configuration = new Configuration();
        if (plan.parallelism() > 0) {
            environment.setParallelism(plan.parallelism());
        }
        if (plan.backend() != null) {
            configuration.set(
                    StateBackendOptions.STATE_BACKEND,
                    plan.backend() == JobPlan.Backend.ROCKSDB ? "rocksdb" : "hashmap");
            configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, plan.backend() == JobPlan.Backend.ROCKSDB);
        }
        if (plan.kind() == JobPlan.Kind.CHECK && plan.backend() == null && plan.checkpointEvery() == null) {
            // sorted by session and by key, on disk: memory holds one of them at a time
            configuration.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
        }
        if (plan.checkpointEvery() != null) {
            configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, plan.checkpointEvery());
        }
        if (plan.state() != null) {
            StateFolder state = StateFolder.of(plan);
            configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, state.uri());
            configuration.set(
                    CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                    ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
            String newest = state.newest();
            if (newest != null
                    && environment
                            .getConfiguration()
                            .getOptional(StateRecoveryOptions.SAVEPOINT_PATH)
                            .isEmpty()) {
                configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, newest);
                configuration.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
                // of what brings results here, whose ids are new each time; all else is the same, as the folder says
                configuration.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
            }
        }
        environment.configure(configuration);
    }

    private void connect() throws IOException, InterruptedException {
        LineFiles files = plan.kafka() == null ? LineFiles.of(plan.files()) : null;
        String header = files == null ? null : files.initial();
        String initial = plan.initial() != null ? plan.initial() : header != null ? header : "null";
        boolean bounded = plan.kind() == JobPlan.Kind.CHECK;
        Transactions input = files != null
                ? Transactions.of(environment, files, initial, !bounded, plan.skipBadLines())
                : Transactions.of(
                        environment,
                        plan.kafka(),
                        plan.topics(),
                        plan.clients().forClient(),
                        bounded,
                        bounded ? 0 : VerdictOptions.interval(plan.settle()),
                        // one that has nothing to read could never say up to when it has been read
                        bounded ? environment.getParallelism() : Topics.partitions(plan),
                        initial,
                        plan.skipBadLines());
        VerdictOptions options = VerdictOptions.of(plan.level())
                .withSessionOrder(plan.sessionOrder())
                .withInitial(initial)
                .withSettle(plan.settle() == null ? FOR_EVER : plan.settle())
                .withRetain(plan.retain() == null ? FOR_EVER : plan.retain());
        Verdicts verdicts = Verdicts.of(input.transactions(), options);
        DataStream<FoundViolation> violations = ViolationSinks.counted(verdicts.violations());
        if (plan.out() != null) {
            ViolationSinks.files(violations, LineFiles.path(plan.out()));
        }
        if (plan.outTopic() != null) {
            String brokers = plan.kafka() != null
                    ? plan.kafka()
                    : plan.clients().forClient().getProperty("bootstrap.servers");
            if (brokers == null) {
                throw new JobException(
                        "--out-topic needs a line bootstrap.servers=HOST:PORT in the file of" + " --kafka-properties");
            }
            ViolationSinks.topic(
                    violations,
                    brokers,
                    plan.outTopic(),
                    plan.clients().forClient(),
                    "isolde-" + String.join("-", plan.topics()) + "-to-" + plan.outTopic());
        }
        if (attached) {
            told = writes() ? null : violations.collectAsync();
            badLines = plan.skipBadLines() ? input.badLines().collectAsync() : null;
            tallies = verdicts.tallies().collectAsync();
        }
    }

    /** Runs it to its end, or starts it if nobody waits; null if nothing is known of the end. */
    Conclusion run() throws Exception {
        JobClient client = null;
        try {
            client = environment.executeAsync(
                    "isolde " + plan.kind().text() + " " + plan.level().text());
        } finally {
            begun.complete(client);
        }
        if (!attached) {
            return null;
        }
        long began = System.nanoTime();
        long violations = 0;
        for (; told != null && told.hasNext(); violations++) {
            output.violation(told.next());
        }
        while (badLines != null && badLines.hasNext()) {
            output.badLine(badLines.next());
        }
        Tally sum = Tally.none();
        boolean any = false;
        while (tallies.hasNext()) {
            sum = sum.plus(tallies.next());
            any = true;
        }
        client.getJobExecutionResult().get();
        if (any) {
            return output.summary(sum, (System.nanoTime() - began) / NANOS);
        }
        // stopped so as to go on later, it has not counted up
        output.stopped(violations, plan.state());
        return violations > 0 ? Conclusion.VIOLATED : null;
    }

    /**
     * Whether it is worth while to stop it in order. A stream ends where it is stopped; in the middle of files, whatever has not been read yet would look as if it were missing, so without a
     * state nothing comes of that.
     */
    boolean canStop() {
        return plan.state() != null || plan.kafka() != null && plan.kind() == JobPlan.Kind.MONITOR;
    }

    /**
     * Stops it, as soon as it has begun: one with a state goes on from there later; of others, what was open is judged as at the end of the input.
     *
     * @param scratch where one without a state may write
     */
    void stop(String scratch) throws IOException, ExecutionException, InterruptedException {
        JobClient client = begun.get();
        if (client == null) {
            return;
        }
        boolean goesOn = plan.state() != null;
        String where = goesOn ? new Path(StateFolder.of(plan).uri(), "stopped").toString() : scratch;
        for (int attempt = 1; ; attempt++) {
            try {
                client.stopWithSavepoint(!goesOn, where, SavepointFormatType.NATIVE)
                        .get();
                return;
            } catch (ExecutionException e) {
                if (attempt == ATTEMPTS || !isTooEarly(e)) {
                    throw e;
                }
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Whether not all of its tasks run yet. */
    private static boolean isTooEarly(Throwable problem) {
        for (Throwable each = problem; each != null; each = each.getCause()) {
            if (String.valueOf(each.getMessage()).contains(TOO_EARLY)) {
                return true;
            }
        }
        return false;
    }

    /** The job, once it has begun; null before. */
    JobClient client() {
        return begun.getNow(null);
    }
}
