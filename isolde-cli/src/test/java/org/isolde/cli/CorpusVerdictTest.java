package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Real histories with known verdicts, where the corpus is at hand ({@code -Disolde.corpus=FOLDER}); without it these
 * tests pass and say nothing.
 */
class CorpusVerdictTest {
    /** The corpus, or null. */
    private static Path corpus() {
        String folder = System.getProperty("isolde.corpus");
        return folder == null || !Files.isRegularFile(Path.of(folder, "expected.json")) ? null : Path.of(folder);
    }

    @Test
    void verdictsAreThoseThatAreKnown() throws IOException {
        Path corpus = corpus();
        if (corpus == null) {
            return;
        }
        JsonNode entries = Cli.parse(Files.readString(corpus.resolve("expected.json")));
        List<String> call = new ArrayList<>(List.of("check", "--json", "--level", "all"));
        entries.forEach(
                entry -> call.add(corpus.resolve(entry.get("file").asText()).toString()));
        List<JsonNode> lines = Cli.run(call.toArray(String[]::new)).json();
        assertEquals(entries.size(), lines.size());
        List<String> disagreements = new ArrayList<>();
        int decided = 0;
        for (int i = 0; i < lines.size(); i++) {
            JsonNode entry = entries.get(i);
            JsonNode line = lines.get(i);
            String file = entry.get("file").asText();
            assertEquals(call.get(i + 4), line.get("file").asText());
            if (line.has("error")) {
                disagreements.add(file + ": " + line.get("error"));
                continue;
            }
            String format = entry.get("format").asText();
            assertEquals(
                    format.equals("elle-json") ? "edn" : format,
                    line.get("format").asText(),
                    file);
            for (Map.Entry<String, JsonNode> level : entry.get("expected").properties()) {
                String expected = level.getValue().booleanValue() ? "satisfied" : "violated";
                String verdict = line.get("verdicts").get(level.getKey()).asText();
                decided++;
                if (!verdict.equals(expected)) {
                    disagreements.add(file + " " + level.getKey() + ": " + verdict + ", but " + entry.get("why")
                            + " says " + expected);
                }
            }
        }
        assertEquals(List.of(), disagreements);
        assertTrue(decided > 0);
    }

    /**
     * Where the file of another format holds another history than the plume file of the same pattern: the verdicts on rc,
     * ra and cc that are right for it.
     */
    private static final Map<String, String> DIFFERENT = Map.of(
            // the log of the session has the pattern's second write only; the first one and the read are missing
            "cobra/tap-e", "satisfied satisfied satisfied",
            // lists: reading [2] and [1] where 1 and 2 were appended to both keys orders the appends, in opposite ways
            // for the two keys (a dirty write); besides, the reader is in the second writer's session
            "edn/tap-i", "violated violated violated",
            "edn/tap-l", "violated violated violated",
            // lists: [2] and [1] of one key can't both be beginnings of it; besides, two transactions are one here
            "edn/tap-n", "violated violated violated");

    /** Folders whose logs are empty files: no history, and so an error. */
    private static final Set<String> EMPTY = Set.of("viper/tap-a", "viper/tap-b", "viper/tap-c", "viper/tap-d");

    @Test
    void aPatternMeansTheSameInAllFormats() throws IOException {
        Path corpus = corpus();
        if (corpus == null) {
            return;
        }
        Map<String, String> known = new TreeMap<>();
        for (Path file : list(corpus.resolve("tap/plume"))) {
            known.put(pattern(file), verdicts(file, "plume"));
        }
        assertEquals(14, known.size());
        Set<String> met = new TreeSet<>();
        for (String format : List.of("dbcop", "cobra", "edn", "viper")) {
            List<Path> files = list(corpus.resolve("tap").resolve(format));
            assertFalse(files.isEmpty(), format);
            for (Path file : files) {
                String name = format + "/" + pattern(file);
                met.add(name);
                if (EMPTY.contains(name)) {
                    Cli.Result result = Cli.run("check", file.toString()).expect(2);
                    assertTrue(result.err().startsWith("isolde: " + file), result.err());
                    Cli.run("check", "--format", format, file.toString()).expect(2);
                } else {
                    String expected = DIFFERENT.getOrDefault(name, known.get(pattern(file)));
                    assertEquals(expected, verdicts(file, format), name);
                }
            }
        }
        assertTrue(met.containsAll(DIFFERENT.keySet()) && met.containsAll(EMPTY), "exceptions that are none");
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    /** {@code tap-a} of {@code tap-a.txt}. */
    private static String pattern(Path file) {
        return file.getFileName().toString().replaceFirst("\\..*", "");
    }

    /** The verdicts on rc, ra and cc, the same whether the format is named or recognised. */
    private static String verdicts(Path file, String format) {
        String[] found = new String[2];
        for (int i = 0; i < 2; i++) {
            List<String> call = new ArrayList<>(List.of("check", "--json", "--level", "rc,ra,cc", file.toString()));
            if (i == 1) {
                call.addAll(List.of("--format", format));
            }
            JsonNode line = Cli.run(call.toArray(String[]::new)).object();
            assertFalse(line.has("error"), line::toString);
            assertEquals(format, line.get("format").asText(), file.toString());
            JsonNode verdicts = line.get("verdicts");
            found[i] = verdicts.get("rc").asText() + " " + verdicts.get("ra").asText() + " "
                    + verdicts.get("cc").asText();
        }
        assertEquals(found[0], found[1], file.toString());
        return found[0];
    }
}
