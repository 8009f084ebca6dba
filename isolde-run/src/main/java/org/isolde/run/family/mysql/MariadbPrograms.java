package org.isolde.run.family.mysql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.run.DatabaseException;

/** The programs of a MariaDB that the system has installed. */
public final class MariadbPrograms {
    /** Programs of the system's administrator are not on every user's search path. */
    private static final List<String> FOLDERS = List.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin");

    private static final Pattern RELEASE = Pattern.compile("Ver ([0-9]+(?:\\.[0-9]+)+)-MariaDB");

    private MariadbPrograms() {}

    /** Where a program is; null if it is not installed. */
    public static Path find(String program) {
        return FOLDERS.stream()
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    static Path required(String program) throws DatabaseException {
        Path found = find(program);
        if (found == null) {
            throw new DatabaseException(
                    program + " is not installed; install it (Debian, Ubuntu: apt-get install mariadb-server)");
        }
        return found;
    }

    /** The release that a server's program says it is: {@code 10.11.19}. */
    static String release(Path program) throws DatabaseException {
        try {
            Process process = new ProcessBuilder(program.toString(), "--no-defaults", "--version")
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher release = RELEASE.matcher(said);
            if (process.waitFor() != 0 || !release.find()) {
                throw new DatabaseException(program + " does not say which MariaDB it is: " + said.strip());
            }
            return release.group(1);
        } catch (IOException e) {
            throw new DatabaseException("can't run " + program + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("interrupted while asking " + program + " for its version", e);
        }
    }
}
