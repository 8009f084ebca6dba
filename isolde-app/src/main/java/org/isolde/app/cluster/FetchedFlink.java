package org.isolde.app.cluster;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.isolde.run.artifact.ArtifactStore;

/**
 * Flink's jars and the job's, and a process that runs one with the other.
 *
 * <p>A process of its own, because threads of Flink look for classes where the class path says, and nowhere else. It ends with this one,
 * however that ends: it waits for the end of a pipe that only this one holds.
 */
public final class FetchedFlink {
    private static final String MAIN = "org.isolde.flink.job.EmbeddedMain";

    /** Flags of this JVM that are about this JVM alone. */
    private static final List<String> OWN = List.of(
            "-XX:SharedArchiveFile",
            "-XX:AOTCache",
            "-Xlog",
            "-javaagent",
            "-agentlib",
            "-agentpath",
            "-Disolde.cluster");

    /** Flags that say how large the young part of the heap is. */
    private static final List<String> YOUNG = List.of("-Xmn", "-XX:NewSize", "-XX:MaxNewSize", "-XX:NewRatio");

    /** Records are gone as soon as they are judged: a larger young part is more memory to touch, and no fewer of them to copy. */
    private static final long MOST_YOUNG = 512L << 20;

    private static final int MOST_YOUNG_SHARE = 4;

    private final String classPath;

    private FetchedFlink(String classPath) {
        this.classPath = classPath;
    }

    /**
     * Fetches what is not there yet.
     *
     * @param job the job's jar; null if nobody said where it is
     */
    public static FetchedFlink fetch(String job, Progress progress) throws IOException {
        if (job == null || !Files.exists(Path.of(job))) {
            throw new IOException("the jar of isolde-flink is not there" + (job == null ? "" : ": " + job)
                    + "; start the command by its launcher, isolde, which builds it, or unpack the release again");
        }
        List<String> parts = new ArrayList<>(List.of(job));
        try {
            for (Path jar : ArtifactStore.ofUser().fetchAll("flink", progress)) {
                parts.add(jar.toString());
            }
        } catch (DatabaseException e) {
            throw new IOException(e.getMessage(), e);
        }
        return new FetchedFlink(String.join(File.pathSeparator, parts));
    }

    /** Runs a job to its end, on a cluster in one process; returns the exit code. */
    public int run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
        for (String flag : flags) {
            if (!isOneOf(OWN, flag)) {
                command.add(flag);
            }
        }
        if (flags.stream().noneMatch(flag -> isOneOf(YOUNG, flag))) {
            long share = Runtime.getRuntime().maxMemory() / MOST_YOUNG_SHARE;
            command.add("-XX:MaxNewSize=" + Math.min(MOST_YOUNG, share));
        }
        // Flink says more in an error of want of memory, and fails at that otherwise
        command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
        command.addAll(List.of("-cp", classPath, MAIN));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).start();
        Thread out = pump(process.getInputStream(), System.out);
        Thread err = pump(process.getErrorStream(), System.err);
        Thread hook = new Thread(() -> interrupted(process, out, err), "isolde-cluster-end");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return ended(process, out, err);
        } finally {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // a signal has come, and its thread ends everything
                hook.join();
            }
        }
    }

    private static boolean isOneOf(List<String> beginnings, String flag) {
        return beginnings.stream().anyMatch(flag::startsWith);
    }

    private static int ended(Process process, Thread out, Thread err) throws InterruptedException {
        int code = process.waitFor();
        out.join();
        err.join();
        return code;
    }

    /** Ctrl-C has reached both, another signal this one alone: the job is told to stop, and says what is known. */
    private static void interrupted(Process process, Thread out, Thread err) {
        // a signal alone: destroy() of the process itself would close its pipes before it has told
        process.toHandle().destroy();
        try {
            int code = ended(process, out, err);
            System.out.flush();
            Runtime.getRuntime().halt(code);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread pump(InputStream from, PrintStream to) {
        Thread thread = new Thread(
                () -> {
                    byte[] some = new byte[1 << 13];
                    try (from) {
                        for (int n = from.read(some); n >= 0; n = from.read(some)) {
                            to.write(some, 0, n);
                            to.flush();
                        }
                    } catch (IOException e) {
                        System.err.println("isolde: what the job says can't be read any more: " + e.getMessage());
                    }
                },
                "isolde-cluster-output");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
