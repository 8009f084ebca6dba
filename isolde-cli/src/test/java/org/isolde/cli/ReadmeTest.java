package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The README is true to its last command: the quick ones are run in their order, the others are calls that are understood. */
@Timeout(120)
class ReadmeTest {
    private static final Path ROOT = Path.of("..");

    /** A block of commands, indented or not. */
    private static final Pattern COMMANDS = Pattern.compile("(?ms)^ *```sh\\n(.*?)^ *```$");

    /** A link to a file of the project, perhaps to a heading in it. */
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#]*)(?:#([^)]*))?\\)");

    /** Commands that need neither a server nor minutes, each with the exit code that the README leads one to expect. */
    private static final Map<String, Integer> QUICK =
            Map.of("generate", 0, "check", 1, "explain", 1, "minimize", 1, "replay", 1, "monitor", 1);

    /** What the commands hand on to each other. */
    private static final Set<String> FILES = Set.of("history.jsonl", "small.jsonl", "out");

    @TempDir
    private Path folder;

    private static String readme() throws Exception {
        return Files.readString(ROOT.resolve("README.md"));
    }

    /** The calls of isolde, without comments; what is joined by a pipe stands behind each other. */
    private static List<String> calls() throws Exception {
        List<String> calls = new ArrayList<>();
        for (Matcher block = COMMANDS.matcher(readme()); block.find(); ) {
            for (String line : block.group(1).lines().toList()) {
                for (String call : line.replaceAll(" +#.*", "").split("\\|", -1)) {
                    if (call.strip().startsWith("./isolde ")) {
                        calls.add(call.strip().substring("./isolde ".length()));
                    }
                }
            }
        }
        return calls;
    }

    @Test
    void everyCallIsUnderstood() throws Exception {
        assertTrue(calls().size() >= 15, calls()::toString);
        for (String call : calls()) {
            assertDoesNotThrow(() -> understand(call), call);
        }
    }

    private static void understand(String call) {
        Call read = new Call(List.of(call.split(" +", -1)));
        read.read();
        read.complete();
    }

    @Test
    void theQuickOnesDoWhatIsSaid() throws Exception {
        Set<String> run = new TreeSet<>();
        byte[] piped = new byte[0];
        for (String call : calls()) {
            String[] args = call.split(" +", -1);
            boolean needsServer = Arrays.asList(args).contains("--db") && !call.contains("--db h2");
            if (needsServer || call.contains("--listen") || !QUICK.containsKey(args[0])) {
                continue;
            }
            for (int i = 0; i < args.length; i++) {
                args[i] = FILES.contains(args[i]) ? folder.resolve(args[i]).toString() : args[i];
            }
            Cli.Result result = Cli.runOn(piped, args).expect(QUICK.get(args[0]));
            piped = result.bytes();
            run.add(args[0]);
        }
        assertEquals(new TreeSet<>(QUICK.keySet()), run);
    }

    @Test
    void whatItLeadsToIsThere() throws Exception {
        int links = 0;
        for (Matcher link = LINK.matcher(readme()); link.find(); links++) {
            Path file = ROOT.resolve(link.group(1));
            assertTrue(Files.exists(file), link.group());
            if (link.group(2) != null) {
                assertTrue(anchors(file).contains(link.group(2)), link.group());
            }
        }
        assertTrue(links > 40, "links: " + links);
    }

    /** As hosts of Git make them of headings. */
    private static List<String> anchors(Path file) throws Exception {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceAll("^#+ ", "")
                        .toLowerCase(java.util.Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .toList();
    }
}
