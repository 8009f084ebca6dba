package org.isolde.cluster;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Properties of Kafka's clients, from a file, such as {@code security.protocol} and {@code sasl.jaas.config}.
 *
 * <p>Invariant: what may be a secret is never shown: not by {@link #toString}, and {@link #hidden} takes it out of a text.
 */
public final class ClientProperties {
    private static final Pattern SECRET =
            Pattern.compile("(?i).*(password|jaas|secret|token|credential|\\.key\\b|keystore\\.key).*");
    /** Of a JAAS line, what stands in quotes. */
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'");
    /** And every word that is no name of an option: where a quote is missing, a password may be several. */
    private static final Pattern WORD = Pattern.compile("[^\\s=;\"']++(?!\\s*=)");
    /** What such a line begins with: a class, and one of these. */
    private static final Pattern FLAG = Pattern.compile("(?i)required|requisite|sufficient|optional");
    /** Shorter ones would take out words that mean something else. */
    private static final int SHORTEST = 3;

    private final TreeMap<String, String> entries;

    private ClientProperties(TreeMap<String, String> entries) {
        this.entries = entries;
    }

    public static ClientProperties none() {
        return new ClientProperties(new TreeMap<>());
    }

    public static ClientProperties read(Path file) throws IOException {
        Properties read = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            read.load(in);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is no file of properties: a line has a broken \\u escape", e);
        }
        TreeMap<String, String> entries = new TreeMap<>();
        for (String name : read.stringPropertyNames()) {
            entries.put(name, read.getProperty(name));
        }
        return new ClientProperties(entries);
    }

    /** For a client of Kafka, which alone may see them. */
    public Properties forClient() {
        Properties properties = new Properties();
        properties.putAll(entries);
        return properties;
    }

    /** A text without what may be secret in these properties. */
    public String hidden(String text) {
        String shown = text;
        for (String secret : secrets()) {
            shown = shown.replace(secret, "***");
        }
        return shown;
    }

    /** Longest first, so that none is left in part. */
    private List<String> secrets() {
        return entries.entrySet().stream()
                .filter(entry -> SECRET.matcher(entry.getKey()).matches())
                .flatMap(entry -> Stream.concat(Stream.of(entry.getValue()), parts(entry.getValue())))
                .filter(secret -> secret.length() >= SHORTEST)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    private static Stream<String> parts(String value) {
        Stream<String> quoted =
                QUOTED.matcher(value).results().map(found -> found.group(1) != null ? found.group(1) : found.group(2));
        Stream<String> words = WORD.matcher(value)
                .results()
                .map(MatchResult::group)
                .skip(1)
                .filter(word -> !FLAG.matcher(word).matches());
        return Stream.concat(quoted, words);
    }

    @Override
    public String toString() {
        Map<String, String> shown = new TreeMap<>();
        entries.forEach((name, value) -> shown.put(name, SECRET.matcher(name).matches() ? "***" : value));
        return shown.toString();
    }
}
