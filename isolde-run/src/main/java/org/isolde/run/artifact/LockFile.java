package org.isolde.run.artifact;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The files that a database needs, and the SHA-256 of each: a resource {@code NAME.lock} in this package.
 *
 * <p>A line is {@code coordinates sha256}, in the order in which the files go on a class path; empty lines and lines
 * that begin with {@code #} say nothing. A dash for the sum: that version is known, its sum is not. The script {@code isolde-run/lock/make-lock} writes one.
 */
public final class LockFile {
    private static final Pattern SUM = Pattern.compile("[0-9a-f]{64}");

    private final String name;
    private final Map<Coordinates, String> sums;

    private LockFile(String name, Map<Coordinates, String> sums) {
        this.name = name;
        this.sums = sums;
    }

    /** The lock file of that name, from Isolde's own resources. */
    public static LockFile named(String name) {
        try (InputStream in = LockFile.class.getResourceAsStream(name + ".lock")) {
            if (in == null) {
                throw new IllegalArgumentException("there is no lock file named " + name);
            }
            return read(name, in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static LockFile read(String name, InputStream in) throws IOException {
        Map<Coordinates, String> sums = new LinkedHashMap<>();
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.strip().split("\\s+", -1);
            if (words.length != 2
                    || (!words[1].equals("-") && !SUM.matcher(words[1]).matches())) {
                throw new IllegalArgumentException(
                        name + ".lock, line " + number + ": expected \"coordinates sha256\" but found: " + line);
            }
            Coordinates coordinates = Coordinates.parse(words[0]);
            if (sums.containsKey(coordinates)) {
                throw new IllegalArgumentException(name + ".lock, line " + number + ": " + words[0] + " stands twice");
            }
            sums.put(coordinates, words[1].equals("-") ? null : words[1]);
        }
        return new LockFile(name, Collections.unmodifiableMap(sums));
    }

    public String name() {
        return name;
    }

    /** All files, in the order of the lines. */
    public List<Coordinates> files() {
        return List.copyOf(sums.keySet());
    }

    /** The SHA-256 in lower-case hexadecimal; null if it isn't known. */
    public String sum(Coordinates coordinates) {
        return sums.get(coordinates);
    }
}
