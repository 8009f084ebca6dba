package org.isolde.cli;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;

/** Opens the histories that a command line names: files, folders, or {@code -} for standard input. */
final class Inputs {
    private Inputs() {}

    /** A format by its name on the command line, or null for a null name. */
    static Format format(String name) {
        if (name == null) {
            return null;
        }
        Format format = Format.byName(name);
        if (format == null) {
            StringBuilder known = new StringBuilder();
            for (Format f : Format.values()) {
                known.append(' ').append(f.text());
            }
            throw new Main.CallException("'" + name + "' is not a format; known are" + known);
        }
        return format;
    }

    /** Reads a history; {@code format} may be null, then it is recognised. */
    static Read read(String name, Format format, Progress progress) throws IOException {
        try (Source source = open(name)) {
            progress.phase("reading " + source.name(), source::shareRead);
            Format found = format == null ? Format.recognise(source) : format;
            return new Read(found.read(source), found);
        }
    }

    /** A history, and the format that it was in. */
    record Read(History history, Format format) {}

    private static Source open(String name) throws IOException {
        if (name.equals("-")) {
            return Source.of("standard input", System.in);
        }
        return Source.of(path(name));
    }

    /** The path that a name on the command line stands for. */
    static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new Main.CallException("'" + name + "' can't be the name of a file: " + e.getReason());
        }
    }
}
