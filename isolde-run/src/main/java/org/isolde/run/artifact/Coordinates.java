package org.isolde.run.artifact;

import java.util.regex.Pattern;

/**
 * Names one file of a Maven repository: {@code group:artifact:version[:extension[:classifier]]}.
 *
 * <p>Invariant: no part can lead out of a repository's folder.
 *
 * @param extension of the file, {@code jar} unless said
 * @param classifier which of several files of one version; empty for the main one
 */
public record Coordinates(String group, String artifact, String version, String extension, String classifier) {
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_+-]+(\\.[A-Za-z0-9_+-]+)*");

    public Coordinates {
        check(group);
        check(artifact);
        check(version);
        check(extension);
        if (!classifier.isEmpty()) {
            check(classifier);
        }
    }

    public static Coordinates jar(String group, String artifact, String version) {
        return new Coordinates(group, artifact, version, "jar", "");
    }

    public static Coordinates parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length < 3 || parts.length > 5) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not group:artifact:version[:extension[:classifier]]");
        }
        return new Coordinates(
                parts[0], parts[1], parts[2], parts.length > 3 ? parts[3] : "jar", parts.length > 4 ? parts[4] : "");
    }

    private static void check(String part) {
        if (!PART.matcher(part).matches()) {
            throw new IllegalArgumentException("\"" + part + "\" can't be part of Maven coordinates");
        }
    }

    /** Where the file is in a repository, with slashes. */
    public String path() {
        return group.replace('.', '/') + "/" + artifact + "/" + version + "/" + fileName();
    }

    public String fileName() {
        return artifact + "-" + version + (classifier.isEmpty() ? "" : "-" + classifier) + "." + extension;
    }

    /** As {@link #parse} reads it; an extension of "jar" is left out where it can be. */
    @Override
    public String toString() {
        String text = group + ":" + artifact + ":" + version;
        if (!classifier.isEmpty()) {
            return text + ":" + extension + ":" + classifier;
        }
        return extension.equals("jar") ? text : text + ":" + extension;
    }
}
