package org.isolde.check.lin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.check.Anomaly;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.history.History;
import org.junit.jupiter.api.Test;

/**
 * Registers of Knossos and Porcupine with known verdicts, where the corpus is at hand ({@code -Disolde.corpus=FOLDER});
 * without it these tests pass and say nothing.
 */
class LinearizableCorpusTest {
    /** An entry of the list of verdicts that says something about linearizability. */
    private static final Pattern ENTRY =
            Pattern.compile("\"file\": \"([^\"]+)\"(?:(?!\"file\").)*?\"lin\": (true|false)", Pattern.DOTALL);

    private static Path corpus() {
        String folder = System.getProperty("isolde.corpus");
        return folder == null || !Files.isRegularFile(Path.of(folder, "expected.json")) ? null : Path.of(folder);
    }

    private static Verdict check(History history, boolean search) {
        return RegisterProofs.decide(history, Duration.ofSeconds(60), 1L << 30, ViolationLimit.EACH, search);
    }

    @Test
    void verdictsAreThoseThatAreKnown() throws IOException {
        Path corpus = corpus();
        if (corpus == null) {
            return;
        }
        List<String> disagreements = new ArrayList<>();
        int files = 0;
        Matcher entry = ENTRY.matcher(Files.readString(corpus.resolve("expected.json")));
        while (entry.find()) {
            files++;
            String file = entry.group(1);
            History history = History.read(corpus.resolve(file));
            for (boolean search : new boolean[] {false, true}) {
                Verdict outcome = check(history, search);
                String expected = entry.group(2).equals("true") ? "satisfied" : "violated";
                if (!outcome.text().equals(expected)) {
                    disagreements.add(file + ": " + outcome);
                }
                RegisterProofs.check(history, outcome, file);
            }
        }
        assertEquals(List.of(), disagreements);
        assertEquals(20, files);
    }

    /** Where Knossos says which operation can't be explained (in its own tests), it is the same one here. */
    @Test
    void theOperationsAreThoseOfKnossos() throws IOException {
        Path corpus = corpus();
        if (corpus == null) {
            return;
        }
        Path folder = corpus.resolve("linearizability/cas-register/bad");
        assertEquals("70:24 read 0", stuck(folder.resolve("cas-failure.edn")));
        assertEquals("1:0 read 3", stuck(folder.resolve("rethink-fail-minimal.edn")));
    }

    private static String stuck(Path file) throws IOException {
        History history = History.read(file);
        Verdict.Violated violated = (Verdict.Violated) check(history, true);
        Anomaly anomaly = violated.anomalies().get(0);
        return history.transactionName(anomaly.transactions().get(0)) + " read " + history.valueName(anomaly.value());
    }
}
