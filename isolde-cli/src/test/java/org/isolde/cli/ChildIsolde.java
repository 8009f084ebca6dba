package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The command in a JVM of its own, which can be killed or kept short of room. */
final class ChildIsolde {
    private static final long SECONDS = 180;
    /** Less than a test has. */
    private static final long PIPED_SECONDS = 120;

    private static final long SOMETHING = 2000;

    private final Process process;
    private final Path out;
    private final Path err;

    private ChildIsolde(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * @param before words before the command of the JVM
     * @param folder the working folder, and where its output goes
     */
    static ChildIsolde start(List<String> before, Path folder, String... args) throws IOException {
        return start(before, List.of(), folder, args);
    }

    /**
     * @param flags further ones of the JVM
     */
    static ChildIsolde start(List<String> before, List<String> flags, Path folder, String... args) throws IOException {
        List<String> command = command(before, flags, args);
        Path out = folder.resolve("out.txt");
        Path err = folder.resolve("err.txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new ChildIsolde(process, out, err);
    }

    private static List<String> command(List<String> before, List<String> flags, String... args) {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // no file of the JVM's own in which it would count what it does
        command.addAll(List.of("-XX:-UsePerfData", "-cp", System.getProperty("java.class.path")));
        // it is over soon, and there are more JVMs than cores
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        // as the manifest of the jar says: RocksDB loads a library
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(flags);
        command.add(Main.class.getName());
        command.addAll(List.of(args));
        return command;
    }

    /**
     * The same with its standard input and output in the hands of whoever calls, and errors in a file. It is killed when its time is over:
     * whoever waits for a line of it can't be interrupted, but sees the end.
     */
    static Process piped(List<String> before, Path folder, Path err, String... args) throws IOException {
        Process process = new ProcessBuilder(command(before, List.of(), args))
                .directory(folder.toFile())
                .redirectError(err.toFile())
                .start();
        CompletableFuture.delayedExecutor(PIPED_SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
        return process;
    }

    /** The next line of a {@link #piped} child's output. */
    static String line(BufferedReader output, Path err) throws IOException {
        String line = output.readLine();
        if (line == null) {
            fail("its output has ended, or it was killed because it lasted longer than " + PIPED_SECONDS
                    + " s; standard error:\n" + Files.readString(err));
        }
        return line;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    String out() throws IOException {
        return Files.readString(out);
    }

    String err() throws IOException {
        return Files.readString(err);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends it as Ctrl-C does, once it has recorded something in this history. */
    void interruptWhenItHasRecorded(Path history) throws IOException, InterruptedException {
        while (isAlive() && (!Files.exists(history) || Files.size(history) < SOMETHING)) {
            Thread.sleep(20);
        }
        assertTrue(isAlive(), "it has ended by itself; standard error:\n" + err());
        handle().destroy();
    }

    /** Waits for its end, and returns the exit code. */
    int code() throws IOException, InterruptedException {
        boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        assertTrue(ended, "it does not end; standard error:\n" + err());
        return process.exitValue();
    }
}
