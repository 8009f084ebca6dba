package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A history means the same in every format, and what a format can't hold is refused rather than dropped. */
class ConvertTest {
    private static final List<String> EXTENSIONS = List.of(".jsonl", ".isolde", ".txt", ".test", ".edn");

    /**
     * A history that every format can hold: numbers for keys, values and sessions, all committed, no reads of initial
     * versions, no ids, no times. It is serializable up to its last line, a non-monotonic read.
     */
    private static final String PLAIN = """
            w 1 1
            w 2 2
            ---
            r 1 1
            w 1 3
            w 2 4
            ===
            r 1 1
            r 2 2
            ---
            r 2 4
            r 1 1
            """;

    @TempDir
    Path folder;

    @Test
    void everyPairOfFormatsKeepsTheVerdicts() throws IOException {
        String original = Cli.file(folder, "original.test", PLAIN);
        JsonNode expected = verdicts(original);
        assertEquals("violated", expected.get("rc").asText());
        assertEquals("satisfied", expected.get("ryw").asText());
        for (String first : EXTENSIONS) {
            String one = folder.resolve("one" + first).toString();
            // awdit-test has no initial versions, which edn can't say, and ids and order of plume come from its lines
            Cli.run("convert", "--lossy", original, one).expect(0);
            assertEquals(expected, verdicts(one), first);
            for (String second : EXTENSIONS) {
                String two = folder.resolve("two" + second).toString();
                Cli.run("convert", "--lossy", one, two).expect(0);
                assertEquals(expected, verdicts(two), first + " to " + second);
            }
        }
    }

    /** Verdicts on the levels that do not ask for real time, which edn alone of the foreign formats has. */
    private static JsonNode verdicts(String file) {
        ObjectNode verdicts =
                (ObjectNode) Cli.run("check", "--json", file).expect(1).object().get("verdicts");
        verdicts.remove(List.of("strong-si", "sser", "lin"));
        return verdicts;
    }

    @ParameterizedTest
    @CsvSource({"registers, 0", "registers, 1", "list-append, 0", "cas, 0"})
    void nativeFormatsLoseNothing(String shape, int seed) throws IOException {
        List<String> call = new ArrayList<>(List.of("generate", "--store", "si", "--shape", shape));
        call.addAll(List.of("--transactions", "200", "--timestamps", "--seed", String.valueOf(seed)));
        call.addAll(List.of("--unknown-rate", "0.1", "--abort-rate", "0.1"));
        String text = folder.resolve("one.jsonl").toString();
        call.addAll(List.of("--out", text));
        Cli.run(call.toArray(String[]::new)).expect(0);
        JsonNode stats = stats(text);
        JsonNode result = result(text);
        byte[] bytes = Files.readAllBytes(Path.of(text));
        for (String packed : List.of("", ".gz", ".zst")) {
            String binary = folder.resolve("two.isolde" + packed).toString();
            String back = folder.resolve("three.jsonl" + packed).toString();
            Cli.run("convert", text, binary).expect(0);
            Cli.run("convert", binary, back).expect(0);
            assertEquals(stats, stats(binary), binary);
            assertEquals(stats, stats(back), back);
            assertEquals(result, result(binary), binary);
            assertEquals(result, result(back), back);
            String again = folder.resolve("four.jsonl").toString();
            Cli.run("convert", back, again).expect(0);
            assertArrayEquals(bytes, Files.readAllBytes(Path.of(again)), "text, after a round by " + binary);
        }
    }

    /** The numbers of a history, without what is of the file. */
    private static JsonNode stats(String file) {
        ObjectNode stats =
                (ObjectNode) Cli.run("stats", "--json", file).expect(0).object();
        return stats.remove(List.of("file", "format"));
    }

    private static JsonNode result(String file) {
        ObjectNode result = (ObjectNode) Cli.run("check", "--json", file).object();
        return result.remove(List.of("file", "format", "seconds"));
    }

    @ParameterizedTest
    @ValueSource(strings = {".txt", ".test", ".edn", ".jsonl", ".isolde"})
    void packedIsTheSame(String extension) throws IOException {
        String original = Cli.file(folder, "original.test", PLAIN);
        Path plain = folder.resolve("plain" + extension);
        Cli.run("convert", "--lossy", original, plain.toString()).expect(0);
        for (String packing : List.of(".gz", ".zst")) {
            Path packed = folder.resolve("packed" + extension + packing);
            Cli.run("convert", "--lossy", original, packed.toString()).expect(0);
            byte[] head = Files.readAllBytes(packed);
            assertEquals(packing.equals(".gz") ? 0x1f : 0x28, head[0]);
            assertEquals((byte) (packing.equals(".gz") ? 0x8b : 0xb5), head[1]);
            assertEquals(result(plain.toString()), result(packed.toString()));
            Path unpacked = folder.resolve("unpacked" + extension);
            Cli.run("convert", "--lossy", packed.toString(), unpacked.toString())
                    .expect(0);
            assertArrayEquals(Files.readAllBytes(plain), Files.readAllBytes(unpacked));
        }
    }

    @Test
    void standardOutputNeedsAFormat() throws IOException {
        String original = Cli.file(folder, "original.test", PLAIN);
        Cli.Result text =
                Cli.run("convert", original, "-", "--to", "awdit-test").expect(0);
        assertEquals(PLAIN, text.out());
        Cli.Result binary =
                Cli.run("convert", original, "-", "--to", "isolde-binary").expect(0);
        Path file = folder.resolve("file.isolde");
        Cli.run("convert", original, file.toString()).expect(0);
        assertArrayEquals(Files.readAllBytes(file), binary.bytes());
        Cli.runOn(binary.bytes(), "check", "--level", "rc", "-").expect(1);
    }

    @Test
    void theNamedFormatGoesBeforeTheExtension() throws IOException {
        String original = Cli.file(folder, "original.test", PLAIN);
        String file = folder.resolve("odd.txt").toString();
        Cli.run("convert", original, file, "--to", "isolde").expect(0);
        assertEquals(
                "isolde",
                Cli.run("stats", "--json", file).object().get("format").asText());
    }

    /** Losses are refused, by name, and with --lossy told. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            .txt  | "status":"unknown"                  | unknown outcomes
            .txt  | "status":"aborted"                  | aborted transactions
            .txt  | "begin":1,"end":2                   | times
            .txt  | "start":1,"commit":2                | timestamps
            .txt  | "order":1                           | order
            .test | "status":"unknown"                  | not committed
            .test | "id":5                              | transaction ids
            .test | "begin":1,"end":2                   | times
            .edn  | "id":5                              | transaction ids
            .edn  | "start":1,"commit":2                | timestamps
            .edn  | "order":1                           | order
            """)
    void refusesLosses(String extension, String field, String lost) throws IOException {
        String history = "{\"isolde\":1}\n{\"session\":0,\"ops\":[[\"w\",1,1]]," + field.strip() + "}\n"
                + "{\"session\":0,\"ops\":[[\"w\",1,2]]"
                + (field.contains("begin") ? ",\"begin\":3,\"end\":4" : "")
                + (field.contains("start") ? ",\"start\":3,\"commit\":4" : "")
                + (field.contains("order") ? ",\"order\":2" : "")
                + (field.contains("id") ? ",\"id\":6" : "") + "}\n";
        refuses(history, extension.strip(), lost.strip());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            .txt  | {"session":0,"ops":[["w","x",1]]}                     | keys that are no integers
            .txt  | {"session":0,"ops":[["w",1,"x"]]}                     | values that are no integers
            .txt  | {"session":"x","ops":[["w",1,1]]}                     | names of sessions
            .txt  | {"session":0,"ops":[["append",1,1]]}                  | list
            .txt  | {"session":0,"ops":[]}                                | transactions without operations
            .txt  | {"versions":{"key":1,"order":[1]}}                    | version orders
            .test | {"session":0,"ops":[["w","x",1]]}                     | keys that are no integers
            .test | {"session":0,"ops":[["r",1,null]]}                    | initial versions
            .test | {"session":"x","ops":[["w",1,1]]}                     | names of sessions
            .test | {"session":0,"ops":[["cas",1,5,6]]}                   | compare-and-set
            .edn  | {"session":"x","ops":[["w",1,1]]}                     | session names that are not integers
            .edn  | {"versions":{"key":1,"order":[1]}}                    | version orders
            .edn  | {"session":0,"ops":[["cas",1,null,6],["w",2,2]]}      | compare-and-sets inside of transactions
            """)
    void refusesLossesOfContent(String extension, String line, String lost) throws IOException {
        refuses(
                "{\"isolde\":1}\n" + line.strip() + "\n{\"session\":1,\"ops\":[[\"w\",1,1]]}\n",
                extension.strip(),
                lost.strip());
    }

    private void refuses(String history, String extension, String lost) throws IOException {
        String from = Cli.file(folder, "from.jsonl", history);
        Path to = Files.writeString(folder.resolve("to" + extension), "was here before");
        Cli.Result refused = Cli.run("convert", from, to.toString()).expect(2);
        assertEquals("", refused.out());
        assertTrue(refused.err().contains(" cannot hold "), refused.err());
        assertTrue(refused.err().contains(lost), refused.err());
        assertTrue(refused.err().contains("--lossy"), refused.err());
        assertEquals("was here before", Files.readString(to));
        Cli.Result lossy = Cli.run("convert", "--lossy", from, to.toString()).expect(0);
        assertTrue(lossy.err().startsWith("isolde: warning: "), lossy.err());
        assertTrue(lossy.err().contains(lost), lossy.err());
        assertEquals(new TreeSet<>(List.of("from.jsonl", "to" + extension)), names());
        for (String format : List.of(".jsonl", ".isolde")) {
            Cli.run("convert", from, folder.resolve("native" + format).toString())
                    .expect(0);
        }
    }

    @Test
    void aFailureLeavesWhatWasThere() throws IOException {
        String bad = Cli.file(folder, "bad.txt", "w(1,1,0,0)\nw(1,2,0\n");
        Path target = Files.writeString(folder.resolve("target.jsonl"), "was here before");
        Cli.run("convert", bad, target.toString()).expect(2);
        assertEquals("was here before", Files.readString(target));
        Cli.run("convert", bad, folder.resolve("new.jsonl").toString()).expect(2);
        assertEquals(new TreeSet<>(List.of("bad.txt", "target.jsonl")), names());
    }

    @Test
    void overwritesAWholeFile() throws IOException {
        String original = Cli.file(folder, "original.test", PLAIN);
        Path target = Files.writeString(folder.resolve("target.test"), "x".repeat(10_000));
        Cli.run("convert", original, target.toString()).expect(0);
        assertEquals(PLAIN, Files.readString(target));
        Cli.run("convert", target.toString(), target.toString()).expect(0);
        assertEquals(PLAIN, Files.readString(target), "onto itself");
        assertEquals(new TreeSet<>(List.of("original.test", "target.test")), names());
    }

    /** A binary history is read while it is mapped into memory; its own file may still be its target. */
    @Test
    void aBinaryHistoryCanBeConvertedOntoItself() throws IOException {
        Path file = folder.resolve("self.isolde");
        Cli.run("generate", "--transactions", "100", "--out", file.toString()).expect(0);
        byte[] before = Files.readAllBytes(file);
        Cli.run("convert", file.toString(), file.toString()).expect(0);
        assertArrayEquals(before, Files.readAllBytes(file));
    }

    @Test
    void refusesFoldersThatAreNotThereAndFoldersThatAre() throws IOException {
        String original = Cli.file(folder, "original.test", PLAIN);
        Path inside = folder.resolve("missing").resolve("x.jsonl");
        for (String[] call : List.of(
                new String[] {"convert", original, inside.toString()},
                new String[] {"generate", "--out", inside.toString()})) {
            Cli.Result refused = Cli.run(call).expect(2);
            assertTrue(refused.err().contains("there is no folder " + inside.getParent() + "; make it"), refused.err());
        }
        assertFalse(Files.exists(inside.getParent()));
        Cli.Result refused =
                Cli.run("convert", original, folder.toString(), "--to", "plume").expect(2);
        assertTrue(refused.err().contains("is a folder; name a file"), refused.err());
        assertEquals(new TreeSet<>(List.of("original.test")), names());
    }

    /** All files of the folder, hidden ones too. */
    private Set<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            Set<String> names = new TreeSet<>();
            files.forEach(file -> names.add(file.getFileName().toString()));
            return names;
        }
    }
}
