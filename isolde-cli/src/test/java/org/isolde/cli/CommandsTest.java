package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.Level;
import org.isolde.report.TextLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that inform: help, version, levels and stats. */
class CommandsTest {
    private static final List<String> COMMANDS = List.of(
            "test",
            "check",
            "fuzz",
            "monitor",
            "cluster",
            "explain",
            "minimize",
            "replay",
            "prove",
            "generate",
            "convert",
            "stats",
            "scenarios",
            "survey",
            "serve",
            "levels",
            "databases",
            "completion");

    @TempDir
    Path folder;

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void everyCommandHasHelpWithExamplesAndExitCodes(String command) {
        Cli.Result help = Cli.run(command, "--help").expect(0);
        assertEquals("", help.err());
        assertTrue(help.out().startsWith("Usage: isolde " + command), help.out());
        assertTrue(help.out().contains("Examples:\n  isolde " + command), help.out());
        assertTrue(help.out().contains("Exit codes: 0"), help.out());
        assertEquals(help.out(), Cli.run(command, "-h").expect(0).out());
        assertEquals(help.out(), Cli.run("help", command).expect(0).out());
        assertFits(help.out());
    }

    @Test
    void theMainHelpNamesEveryCommand() {
        String help = Cli.run("--help").expect(0).out();
        for (String command : COMMANDS) {
            assertTrue(help.contains("\n  " + command + " "), help);
        }
        assertTrue(help.contains("Exit codes: 0 satisfied, 1 violated, 2 bad input or call, 3 undecided."), help);
        assertFits(help);
        assertEquals(help, Cli.run("help").expect(0).out());
        assertEquals(help, Cli.run().expect(0).out(), "without arguments");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exit-codes", "environment", "files", "isolation"})
    void helpHasTopics(String topic) {
        String text = Cli.run("help", topic).expect(0).out();
        assertTrue(text.lines().count() > 4, text);
        assertFits(text);
        assertTrue(Cli.run("--help").expect(0).out().contains(topic));
    }

    @Test
    void helpOnNothingNamesTheTopics() {
        String err = Cli.run("help", "weather").expect(2).err();
        assertTrue(err.contains("no help on 'weather'") && err.contains("exit-codes"), err);
    }

    /** As bash calls it when a person presses the tab key. */
    @Test
    void aShellCompletesCommandsAndOptions() throws Exception {
        Path script = Files.write(
                folder.resolve("completion"),
                Cli.run("completion", "bash").expect(0).bytes());
        String ask = "source " + script + "; COMP_WORDS=(isolde %s); COMP_CWORD=%d; _complete_isolde 2>/dev/null;"
                + " printf '%%s\\n' \"${COMPREPLY[@]}\"";
        assertEquals(List.of("check"), bash(ask.formatted("che", 1)));
        assertEquals(List.of("--password-file"), bash(ask.formatted("test --pass", 2)));
        assertEquals(
                List.of("--undo-ratio", "--until"),
                bash(ask.formatted("test --un", 2)).stream().sorted().toList());
        assertEquals(List.of("sqlite"), bash(ask.formatted("test --db sqli", 3)));
    }

    private static List<String> bash(String text) throws Exception {
        Process process =
                new ProcessBuilder("bash", "-c", text).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out.lines().map(String::strip).toList();
    }

    private static void assertFits(String text) {
        text.lines().forEach(line -> assertTrue(line.length() <= TextLayout.WIDTH, line));
        assertFalse(text.contains(" \n."), text);
        assertFalse(text.contains("\u001b"), "colours, although not on a terminal");
    }

    @Test
    void theHelpOfGenerateNamesWhatItTakes() {
        String help = Cli.run("generate", "--help").expect(0).out().replaceAll("\\s+", " ");
        for (InjectedAnomaly anomaly : InjectedAnomaly.values()) {
            assertTrue(help.contains(anomaly.text()), anomaly.text());
        }
        for (SimulatedStore store : SimulatedStore.values()) {
            assertTrue(
                    help.contains(
                            store.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-')),
                    store.name());
        }
    }

    /** The calls of a help text's examples: what stands behind the name of the command, without the words beside it. */
    private static List<String[]> examples(String... call) {
        List<String[]> examples = new ArrayList<>();
        for (String line : Cli.run(call).expect(0).out().lines().toList()) {
            if (line.startsWith("  isolde ")) {
                String example = line.strip().split(" {2,}", -1)[0];
                String[] words = example.split(" ", -1);
                examples.add(Arrays.copyOfRange(words, 1, words.length));
            }
        }
        assertFalse(examples.isEmpty());
        return examples;
    }

    /** Where help pipes a generated anomaly into a check, the check finds it. */
    @Test
    void theExamplesOfHelpFindWhatTheyInject() {
        int found = 0;
        for (String[] example : examples("generate", "--help")) {
            int pipe = Arrays.asList(example).indexOf("|");
            if (pipe >= 0) {
                found++;
                Cli.Result made = Cli.run(Arrays.copyOf(example, pipe)).expect(0);
                InjectedAnomaly anomaly = InjectedAnomaly.byName(example[pipe - 1]);
                Cli.Result check = Cli.runOn(made.bytes(), "check", "-").expect(1);
                assertTrue(check.out().contains("\n" + anomaly.paperName() + " ("), check.out());
            }
        }
        assertEquals(1, found);
    }

    /** Of databases only those are tried that run in this JVM, and for a short time. */
    @Test
    void theExamplesThatNeedNothingWork() {
        int tried = 0;
        List<String[]> examples = new ArrayList<>(examples("--help"));
        examples.addAll(examples("test", "--help"));
        for (String[] example : examples) {
            List<String> words = new ArrayList<>(Arrays.asList(example));
            int db = words.indexOf("--db");
            if (words.get(0).equals("test") && (db < 0 || words.get(db + 1).equals("sqlite"))) {
                words.addAll(List.of("--time", "500ms", "--out", folder.toString()));
                assertNotEquals(2, Cli.run(words.toArray(String[]::new)).code(), words.toString());
                tried++;
            } else if (words.equals(List.of("levels"))) {
                Cli.run("levels").expect(0);
                tried++;
            }
        }
        assertEquals(4, tried);
    }

    /** Those that need a server are at least calls that can be understood: what is wrong is only that there is none. */
    @Test
    void theExamplesThatNeedADatabaseAreUnderstood() {
        int tried = 0;
        for (String command : List.of("test", "scenarios")) {
            for (String[] example : examples(command, "--help")) {
                int db = Arrays.asList(example).indexOf("--db");
                if (db >= 0) {
                    String[] call = example.clone();
                    String kind = call[db + 1].startsWith("jdbc:mariadb") ? "mariadb" : "postgresql";
                    call[db + 1] = "jdbc:" + kind + "://127.0.0.1:1/test";
                    List<String> words = new ArrayList<>(Arrays.asList(call));
                    int file = words.indexOf("--password-file");
                    if (file >= 0) {
                        words.subList(file, file + 2).clear();
                    }
                    // a monitor needs timestamps, which the database that stands in here does not tell
                    words.remove("--monitor");
                    String err = Cli.run(words.toArray(String[]::new)).expect(2).err();
                    assertTrue(err.startsWith("isolde: can't connect to jdbc:" + kind), words + ": " + err);
                    tried++;
                }
            }
        }
        assertEquals(10, tried);
    }

    @Test
    void theHelpOfCheckNamesAllLevels() {
        String help = Cli.run("check", "--help").expect(0).out().replaceAll("\\s+", " ");
        StringBuilder all = new StringBuilder();
        for (Level level : Level.values()) {
            all.append(' ').append(level.text());
        }
        assertTrue(help.contains(all), help);
    }

    @Test
    void everyCommandKnowsTheVersion() {
        String version = Cli.run("--version").expect(0).out();
        assertTrue(version.matches("isolde \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R"), version);
        for (String command : COMMANDS) {
            assertEquals(version, Cli.run(command, "--version").expect(0).out(), command);
        }
    }

    @Test
    void levelsExplainsEachLevel() {
        String text = Cli.run("levels").expect(0).out();
        for (Level level : Level.values()) {
            assertTrue(text.contains("\n" + level.text() + "  " + level.title() + "\n"), level.text());
            for (String alias : level.aliases()) {
                assertTrue(text.contains(alias), alias);
            }
        }
        assertFits(text);
    }

    @Test
    void levelsAsJsonIsTheLattice() {
        List<JsonNode> lines = Cli.run("levels", "--json").expect(0).json();
        assertEquals(Level.values().length, lines.size());
        for (int i = 0; i < lines.size(); i++) {
            JsonNode line = lines.get(i);
            Level level = Level.values()[i];
            assertEquals(level.text(), line.get("level").asText());
            for (String field : List.of("title", "meaning", "definition", "source")) {
                assertFalse(line.get(field).asText().isEmpty(), field);
            }
            assertEquals(level.aliases(), Cli.texts(line.get("aliases")));
            assertEquals(level.implied().stream().map(Level::text).toList(), Cli.texts(line.get("implies")));
        }
    }

    /** Lin stands aside, below the picture. */
    @Test
    void levelsDrawsEveryLevel() {
        String picture = Cli.run("levels").expect(0).out().split("\n\n", -1)[1];
        Map<Level, Integer> drawn = new EnumMap<>(Level.class);
        for (String word : picture.split("[^a-z0-9-]+|-->?|->", -1)) {
            for (Level level : Level.values()) {
                if (level.text().equals(word)) {
                    drawn.merge(level, 1, Integer::sum);
                }
            }
        }
        for (Level level : Level.values()) {
            assertTrue(level == Level.LIN || drawn.containsKey(level), level.text() + " not in\n" + picture);
        }
    }

    private static final String SMALL = """
            {"isolde":1,"initial":0,"database":{"name":"none"}}
            {"session":"a","ops":[["r","x",0],["w","x",7],["w","y",7]],"begin":1,"end":2}
            {"session":"a","status":"aborted","ops":[["w","x",9]],"begin":3,"end":4}
            {"session":"b","status":"unknown","ops":[["w","z",1]],"begin":1}
            {"session":"b","ops":[["r","x",7]],"begin":2,"end":3}
            {"session":"c","ops":[],"begin":2,"end":3}
            """;

    @Test
    void statsCounts() throws IOException {
        String file = Cli.file(folder, "small.jsonl", SMALL);
        assertEquals(
                Cli.parse("""
                        {"file":"FILE","format":"isolde","sessions":3,"transactions":5,
                         "statuses":{"committed":3,"aborted":1,"unknown":1},"read-only transactions":2,"operations":6,
                         "operations a transaction":{"least":0,"mean":1.2,"most":3},"kinds":{"reads":2,"writes":4},
                         "keys":3,"hottest keys":{"x":4,"y":1,"z":1},"distinct values":4,"repeated writes":0,
                         "evidence":["real-time"],"header":{"database":{"name":"none"}}}
                        """.replace("FILE", file)),
                Cli.run("stats", "--json", file).expect(0).object());
        assertEquals(file + """

                  format                   isolde
                  sessions                 3
                  transactions             5
                  statuses                 committed 3, aborted 1, unknown 1
                  read-only transactions   2
                  operations               6
                  operations a transaction least 0, mean 1.20, most 3
                  kinds                    reads 2, writes 4
                  keys                     3
                  hottest keys             x 4, y 1, z 1
                  distinct values          4
                  repeated writes          0
                  evidence                 real-time
                  header                   database {"name":"none"}
                """, Cli.run("stats", file).expect(0).out());
    }

    @Test
    void statsCountsListsAndCompareAndSets() throws IOException {
        String lists = Cli.file(folder, "lists.jsonl", """
                {"isolde":1}
                {"session":0,"ops":[["append","x",1],["append","x",2]]}
                {"session":1,"ops":[["r","x",[1,2,3]],["r","y",[]]]}
                """);
        JsonNode stats = Cli.run("stats", "--json", lists).expect(0).object();
        assertEquals(Cli.parse("{\"list reads\":2,\"appends\":2}"), stats.get("kinds"));
        assertEquals(3, stats.get("distinct values").intValue());
        assertEquals(List.of("versions"), Cli.texts(stats.get("evidence")));
        String cas = Cli.file(folder, "cas.jsonl", """
                {"isolde":1,"initial":0}
                {"session":0,"ops":[["cas","x",0,1]],"begin":1,"end":2}
                {"session":1,"ops":[["cas-failed","x",5]],"begin":1,"end":2}
                """);
        stats = Cli.run("stats", "--json", cas).expect(0).object();
        assertEquals(Cli.parse("{\"cas reads\":1,\"cas writes\":1,\"failed cas\":1}"), stats.get("kinds"));
    }

    @Test
    void statsGoesOnAfterABadFile() throws IOException {
        String bad = Cli.file(folder, "bad.txt", "w(1,1,0,0)\nw(1\n");
        String good = Cli.file(folder, "good.txt", "w(1,1,0,0)\n");
        List<JsonNode> lines =
                Cli.run("stats", "--json", bad, good, "missing.txt").expect(2).json();
        assertEquals(3, lines.size());
        assertEquals(2, lines.get(0).get("error").get("line").intValue());
        assertEquals(1, lines.get(1).get("transactions").intValue());
        assertTrue(lines.get(2).has("error"));
        Cli.Result text = Cli.run("stats", bad, good).expect(2);
        assertTrue(text.err().startsWith("isolde: " + bad + ":2: "), text.err());
        assertTrue(text.out().startsWith(good), text.out());
    }

    @Test
    void statsOfStandardInput() {
        Cli.Result made =
                Cli.run("generate", "--transactions", "0", "--out", "-").expect(0);
        JsonNode stats =
                Cli.runOn(made.bytes(), "stats", "--json", "-").expect(0).object();
        assertEquals("-", stats.get("file").asText());
        assertEquals(0, stats.get("transactions").intValue());
        assertTrue(Cli.runOn(made.bytes(), "stats", "-").expect(0).out().startsWith("standard input\n"));
    }
}
