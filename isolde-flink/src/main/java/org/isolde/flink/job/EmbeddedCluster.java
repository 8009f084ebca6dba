package org.isolde.flink.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.isolde.check.Conclusion;
import org.isolde.cluster.JobPlan;

/**
 * A cluster in this process, for one job. It leaves nothing behind but what the job was told to write.
 *
 * <p>Ctrl-C and SIGTERM stop the job in order if something comes of that ({@link JobRun#canStop}), else at once.
 */
final class EmbeddedCluster implements AutoCloseable {
    private static final int ATTEMPTS = 10;
    private static final int BAD = 2;
    private static final long PAUSE_MILLIS = 200;

    private final JobPlan plan;
    private final Path folder;
    private final Thread hook = new Thread(this::interrupted, "isolde-cluster-end");
    private final Object over = new Object();
    private JobRun run;
    private JobOutput out;
    private volatile boolean stopping;
    private volatile int code = BAD;
    private boolean ended;

    EmbeddedCluster(JobPlan plan) throws IOException {
        this.plan = plan;
        this.folder = Files.createTempDirectory("isolde-cluster");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    Conclusion run(JobOutput output) throws Exception {
        Topics.check(plan);
        int parallelism = plan.parallelism() > 0
                ? plan.parallelism()
                : Runtime.getRuntime().availableProcessors();
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration());
        JobRun made = new JobRun(plan, environment, output);
        synchronized (over) {
            while (stopping) {
                // before it has begun: the process ends
                over.wait();
            }
            run = made;
            out = output;
        }
        try {
            return made.run();
        } catch (Exception e) {
            if (stopping) {
                JobOutput.error(System.err, plan.clients().hidden(Problems.words(e)));
                ends(BAD);
            }
            throw e;
        }
    }

    private Configuration configuration() {
        Configuration configuration = new Configuration();
        // the cluster's own door: to this machine alone, wherever there is room
        configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(CoreOptions.TMP_DIRS, folder.toString());
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                folder.resolve("checkpoints").toUri().toString());
        CheckpointFigures.listen(configuration);
        // RocksDB lives in there
        long quarter = Runtime.getRuntime().maxMemory() / 4;
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, new MemorySize(quarter));
        // what fails ten times in a row will fail again
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, Duration.ofMillis(200));
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, ATTEMPTS);
        if (plan.checkpointEvery() == null) {
            configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        }
        return configuration;
    }

    /** Stops the job, and waits for the thread that runs it to tell what is known. */
    private void interrupted() {
        JobRun begun;
        synchronized (over) {
            stopping = true;
            begun = run;
        }
        if (begun == null) {
            delete();
            return;
        }
        if (!begun.canStop()) {
            code = Main.code(out.cutOff());
            delete();
            Runtime.getRuntime().halt(code);
        }
        try {
            begun.stop(folder.resolve("stopped").toUri().toString());
            synchronized (over) {
                while (!ended) {
                    over.wait();
                }
            }
        } catch (IOException | ExecutionException e) {
            System.err.println("isolde: the job could not be stopped in order: "
                    + plan.clients().hidden(Problems.words(e)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.flush();
        delete();
        Runtime.getRuntime().halt(code);
    }

    /** Tells the thread that ends the process what to end it with, if there is one. */
    void ends(int exitCode) {
        synchronized (over) {
            code = exitCode;
            ended = true;
            over.notifyAll();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // a signal has come, and its thread ends everything
            return;
        }
        delete();
    }

    /** The cluster clears up too, beside; so it may take several times. */
    private void delete() {
        IOException problem = null;
        for (int attempt = 0; attempt < ATTEMPTS && Files.exists(folder); attempt++) {
            try (Stream<Path> inside = Files.walk(folder)) {
                for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(path);
                }
                return;
            } catch (UncheckedIOException e) {
                problem = e.getCause();
            } catch (IOException e) {
                problem = e;
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        if (problem != null && Files.exists(folder)) {
            System.err.println("isolde: warning: " + folder + " could not be removed: " + problem);
        }
    }
}
