package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.format.Format;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The options of {@code isolde generate} that bear on how a history has to be decided. */
class GenerateTest {
    @TempDir
    Path folder;

    private String generate(String name, String... options) {
        String file = folder.resolve(name).toString();
        List<String> words = new ArrayList<>(List.of("generate", "--out", file));
        words.addAll(List.of(options));
        Cli.run(words.toArray(new String[0])).expect(0);
        return file;
    }

    @Test
    void blindWritesComeWithoutReadsOfTheirKeys() throws IOException {
        String file = generate("blind.jsonl", "--store", "serial", "--blind-writes", "--keys", "10000");
        History history = Format.read(Path.of(file));
        int writes = 0;
        int afterRead = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                writes += history.isWrite(op) ? 1 : 0;
                for (int before = history.firstOp(t); before < op && history.isWrite(op); before++) {
                    afterRead += history.kind(before) == OpKind.READ && history.key(before) == history.key(op) ? 1 : 0;
                }
            }
        }
        assertEquals(4000, writes, 200);
        // by chance, for nobody forbids it
        assertTrue(afterRead < 10, afterRead + " writes after a read of their key");
        Cli.run("check", "--level", "sser", file).expect(0);
    }

    /** The order of the input tells nothing any more, and the verdicts are the same. */
    @ParameterizedTest
    @ValueSource(strings = {"sessions", "shuffled"})
    void otherOrdersTakeOtherAlgorithms(String order) {
        String[] options = {"--store", "serial", "--blind-writes", "--transactions", "200", "--order", order};
        String file = generate("other.txt", options);
        Cli.run("check", "--level", "ser", "--algorithm", "replay", file).expect(3);
        JsonNode result =
                Cli.run("check", "--json", "--level", "ser", file).expect(0).object();
        assertFalse(result.get("algorithm").get("ser").asText().contains("replay"), result::toString);
    }

    @Test
    void aFileInTheOrderOfSessionsHasThemOneAfterTheOther() throws IOException {
        String file = generate("sessions.txt", "--order", "sessions", "--transactions", "100");
        History history = Format.read(Path.of(file));
        for (int place = 0; place < history.transactions(); place++) {
            assertEquals(place + 1, history.arrival(place));
        }
    }

    @ParameterizedTest
    @CsvSource({"strict, 0, satisfied", "serial, 0, satisfied", "none, 1, violated"})
    void fewValuesAreForLinearizability(String store, int code, String verdict) {
        String file = generate(
                "values.jsonl",
                "--shape",
                "cas",
                "--store",
                store,
                "--values",
                "4",
                "--transactions",
                "300",
                "--keys",
                "3");
        JsonNode result =
                Cli.run("check", "--json", "--level", "lin", file).expect(code).object();
        assertEquals(verdict, result.get("verdicts").get("lin").asText());
        Cli.run("check", "--level", "ser", file).expect(2);
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertTrue(Cli.run("generate", "--values", "4").expect(2).err().contains("shape cas"));
        String err = Cli.run("generate", "--order", "random").expect(2).err();
        assertTrue(err.contains("'random' is not a known order; known are ends sessions shuffled"), err);
    }
}
