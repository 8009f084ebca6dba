package org.isolde.run.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.isolde.run.DatabaseException;

/** Runs a short program to its end, such as one that makes a server's data folder. */
public final class Command {
    private static final int MINUTES = 5;

    private Command() {}

    /** @throws DatabaseException with the end of its log, if it fails or takes too long */
    public static void run(String what, List<String> command, Path directory, Map<String, String> environment, Path log)
            throws DatabaseException {
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().putAll(environment);
            Process process = builder.start();
            try {
                if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                    throw new DatabaseException(what + " takes more than " + MINUTES + " minutes; its log ends:\n"
                            + ServerProcess.tail(log));
                }
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            if (process.exitValue() != 0) {
                throw new DatabaseException(what + " failed with code " + process.exitValue() + "; its log ends:\n"
                        + ServerProcess.tail(log));
            }
        } catch (IOException e) {
            throw new DatabaseException(what + " failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException(what + " was interrupted", e);
        }
    }

    /** Whether a program runs and ends with success, which says that the system allows it. */
    public static boolean succeeds(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
