package org.isolde.history.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The larger corpus of histories, where it is at hand. */
final class Corpus {
    private Corpus() {}

    /** A file or folder of the corpus; null if there is none. */
    static Path path(String name) {
        String corpus = System.getProperty("isolde.corpus");
        Path path = corpus == null ? null : Path.of(corpus).resolve(name);
        return path == null || !Files.exists(path) ? null : path;
    }

    /** What lies in a folder of the corpus, sorted; empty without a corpus. */
    static List<Path> list(String folder) throws IOException {
        Path path = path(folder);
        if (path == null) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.sorted().toList();
        }
    }
}
