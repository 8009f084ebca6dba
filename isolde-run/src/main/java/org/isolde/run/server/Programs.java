package org.isolde.run.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.isolde.run.DatabaseException;

/** The programs of this system: whether one is there, and short ones run to their end. */
public final class Programs {
    private static final int MINUTES = 5;

    private Programs() {}

    /** Whether the search path has a program of that name. */
    public static boolean isInstalled(String program) {
        String path = System.getenv("PATH");
        return path != null
                && Stream.of(path.split(":", -1))
                        .anyMatch(folder -> !folder.isEmpty() && Files.isExecutable(Path.of(folder, program)));
    }

    /**
     * @param debian the package of Debian that has it
     * @throws DatabaseException with the cure, if it is not there
     */
    public static void require(String program, String debian) throws DatabaseException {
        if (!isInstalled(program)) {
            throw new DatabaseException("the program " + program + " is not on the PATH; install it"
                    + " (Debian, Ubuntu: apt-get install " + debian + ")");
        }
    }

    /**
     * Runs one such as makes a server's data folder.
     *
     * @throws DatabaseException with the end of its log, if it fails or takes too long
     */
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
