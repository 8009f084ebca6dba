package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.isolde.history.History;
import org.junit.jupiter.api.Test;

/** The corpus's histories of Jepsen and Elle; without a corpus there is nothing to check. */
class JepsenCorpusTest {
    private static List<Path> files(String folder, String... endings) throws IOException {
        Path root = Corpus.path(folder);
        if (root == null) {
            return List.of();
        }
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.filter(path -> Stream.of(endings).anyMatch(path.toString()::endsWith))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void readsJepsenHistories() throws IOException {
        for (String folder : List.of("elle", "linearizability/cas-register", "tap/edn")) {
            for (Path file : files(folder, ".edn", ".json")) {
                if (file.toString().endsWith("-tests.edn")) {
                    continue;
                }
                try (Source source = Source.of(file)) {
                    assertEquals(Format.EDN, Format.recognise(source), file.toString());
                }
                History history = Format.read(file);
                assertTrue(history.transactions() > 0, file.toString());
                assertEquals(!folder.equals("tap/edn"), history.hasRealTime(), file.toString());
            }
        }
    }

    @Test
    void readsTheSameFromEdnAndJson() throws IOException {
        for (String folder : List.of("elle", "linearizability/cas-register")) {
            for (Path file : files(folder, ".json")) {
                Path edn = Path.of(file.toString().replace(".json", ".edn"));
                assertEquals(
                        Histories.dump(Format.read(edn)).replaceAll(":([a-z]+)\\b", "$1"),
                        Histories.dump(Format.read(file)),
                        file.toString());
            }
        }
    }
}
