package org.isolde.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A process of Isolde's that is to be killed, with a folder of its own for its temporary files, by which it is known. */
final class Killable implements AutoCloseable {
    private static final long SECONDS = 30;
    private static final long POLL_MILLISECONDS = 20;

    private final Process process;
    private final Path temporary;
    private final Path error;

    private Killable(Process process, Path temporary, Path error) {
        this.process = process;
        this.temporary = temporary;
        this.error = error;
    }

    /**
     * @param temporary where it has its temporary files; its path is in the command lines of the servers that it starts
     * @param error where its standard error goes
     */
    static Killable start(List<String> words, Path temporary, Path error) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.appendTo(error.toFile()));
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary);
        return new Killable(builder.start(), temporary, error);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for a time, or until it has ended by itself. */
    void await(long milliseconds) throws InterruptedException {
        process.waitFor(milliseconds, TimeUnit.MILLISECONDS);
    }

    /** Waits until something is so, or it has ended by itself. */
    void awaitThat(BooleanSupplier condition) throws InterruptedException {
        while (isAlive() && !condition.getAsBoolean()) {
            await(POLL_MILLISECONDS);
        }
    }

    /** As {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks it to end, and returns the exit code. */
    int terminate() throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(2 * SECONDS, TimeUnit.SECONDS)) {
            throw new BenchmarkException("it does not end:\n" + Files.readString(error));
        }
        return process.exitValue();
    }

    /** Kills what it runs, where it is only the one that looks on, and waits for its end. */
    void endChildren() throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
    }

    /** How many processes are left that it has started, once they have had time to end. */
    long processesLeft() {
        waitFor(() -> processes().findAny().isEmpty());
        return processes().count();
    }

    private Stream<ProcessHandle> processes() {
        return ProcessHandle.allProcesses()
                .filter(each ->
                        each.info().commandLine().orElse("").contains(temporary.toString()) && each.pid() != pid());
    }

    private long pid() {
        return ProcessHandle.current().pid();
    }

    /** How many folders are left in that for its temporary files. */
    long foldersLeft() {
        waitFor(() -> folders() == 0);
        return folders();
    }

    private long folders() {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(Files::isDirectory).count();
        } catch (IOException e) {
            throw new BenchmarkException(temporary + " can't be read: " + e);
        }
    }

    private static void waitFor(BooleanSupplier condition) {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!condition.getAsBoolean() && System.nanoTime() < limit) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLISECONDS));
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
