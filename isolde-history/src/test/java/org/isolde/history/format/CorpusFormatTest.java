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

/** The histories of the corpus, where there is one ({@code -Disolde.corpus=FOLDER}). */
class CorpusFormatTest {
    private static List<Path> files(String folder, String... endings) throws IOException {
        String corpus = System.getProperty("isolde.corpus");
        if (corpus == null || !Files.isDirectory(Path.of(corpus, folder))) {
            return List.of();
        }
        try (Stream<Path> paths = Files.walk(Path.of(corpus, folder))) {
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
                        Histories.dump(Format.read(edn)).replaceAll(":([a-z]+)\\b", "\"$1\""),
                        Histories.dump(Format.read(file)),
                        file.toString());
            }
        }
    }
}
