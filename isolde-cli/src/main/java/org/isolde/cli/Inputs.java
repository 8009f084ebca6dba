package org.isolde.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.app.RunFolder;
import org.isolde.app.monitor.ViolationHistory;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import org.isolde.history.format.Json;
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

    /**
     * Reads a history.
     *
     * @param format null if it is to be recognised
     * @param initial the initial value of all keys as JSON; null if nothing is said of it
     */
    static Read read(String name, Format format, String initial, Progress progress) throws IOException {
        Path violations = format == null && !name.equals("-") ? ViolationHistory.find(path(name)) : null;
        if (violations != null) {
            if (initial != null) {
                throw new Main.CallException(name + " has what a monitor told, with its values; leave --initial out");
            }
            Terminal.warning(
                    name + ": of each violation the transactions that it names; times are places in an order, and"
                            + " who wrote what should not have been seen is not kept");
            return new Read(ViolationHistory.read(violations), Format.ISOLDE);
        }
        try (Source source = open(name)) {
            progress.phase("reading " + source.name(), source::shareRead);
            Format found = format == null ? Format.recognise(source) : format;
            return new Read(found.read(source, initial), found);
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

    /** The histories that a name stands for: those of a run folder, else what it names itself. */
    static List<String> histories(String name) throws IOException {
        if (name.equals("-") || !Files.isDirectory(path(name))) {
            return List.of(name);
        }
        List<String> recorded =
                RunFolder.histories(path(name)).stream().map(Path::toString).toList();
        return recorded.isEmpty() ? List.of(name) : recorded;
    }

    /** What to call an input in a sentence. */
    static String name(String file) {
        return file.equals("-") ? "standard input" : file;
    }

    /** Says why an input could not be used; the others go on. */
    static void tell(String file, IOException problem, boolean json) {
        BadHistoryException bad = problem instanceof BadHistoryException known
                ? known
                : BadHistoryException.of(Terminal.explain(problem)).in(name(file));
        if (!json) {
            Terminal.error(bad.getMessage());
            return;
        }
        Map<String, Object> error = new LinkedHashMap<>();
        if (bad.line() > 0) {
            error.put("line", bad.line());
        }
        if (bad.offset() >= 0) {
            error.put("offset", bad.offset());
        }
        error.put("message", bad.problem());
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("file", file);
        line.put("error", error);
        System.out.println(Json.of(line));
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
