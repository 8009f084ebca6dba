package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isolde.history.Level;

/** Runs the command in this JVM and catches what it prints; the standard streams are as before afterwards. */
final class Cli {
    /** Takes nothing but JSON as it is specified, each name once in an object. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Schema CHECK_SCHEMA = Schema.ofCheck();

    private Cli() {}

    /** What a run left behind. */
    record Result(String command, int code, byte[] bytes, String err) {
        String out() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        /** Asserts the exit code, showing what was printed if it is another. */
        Result expect(int expected) {
            assertEquals(expected, code, () -> "standard output:\n" + out() + "\nstandard error:\n" + err);
            return this;
        }

        /** The lines of standard output, each a JSON object; those of {@code check} fit the schema and the lattice. */
        List<JsonNode> json() {
            List<JsonNode> objects = new ArrayList<>();
            for (String line : out().lines().toList()) {
                JsonNode object = parse(line);
                if (command.equals("check")) {
                    assertEquals(List.of(), CHECK_SCHEMA.problems(object), line);
                    assertInTheLattice(object);
                }
                objects.add(object);
            }
            return objects;
        }

        /** The only line of standard output, a JSON object. */
        JsonNode object() {
            List<JsonNode> objects = json();
            assertEquals(1, objects.size(), this::out);
            return objects.get(0);
        }
    }

    /**
     * Whatever satisfies a level satisfies all that it implies; so what breaks one breaks all that imply it. That holds under
     * one kind of evidence: timestamps ask more than values do, and ask more of si, which has starts, than of ser.
     */
    private static void assertInTheLattice(JsonNode line) {
        JsonNode verdicts = line.path("verdicts");
        JsonNode byTimestamps = line.path("countsByLevel");
        for (Level level : Level.values()) {
            for (Level below : Level.values()) {
                String verdict = verdicts.path(level.text()).asText();
                String verdictBelow = verdicts.path(below.text()).asText();
                boolean asked = !verdict.equals("inapplicable") && !verdict.isEmpty();
                if (!asked || !level.implies(below) || below == Level.SI && byTimestamps.has("si")) {
                    continue;
                }
                boolean sameEvidence = byTimestamps.has(level.text()) == byTimestamps.has(below.text());
                assertFalse(
                        verdictBelow.equals("violated")
                                && (sameEvidence ? !verdict.equals("violated") : verdict.equals("satisfied")),
                        () -> below.text() + " is violated, but " + level.text() + " " + verdict);
                assertFalse(
                        sameEvidence && verdict.equals("satisfied") && verdictBelow.equals("undecided"),
                        () -> level.text() + " is satisfied, but " + below.text() + " undecided");
            }
        }
    }

    static Result run(String... args) {
        return runOn(new byte[0], args);
    }

    /** Runs with this on standard input. */
    static Result runOn(byte[] input, String... args) {
        InputStream in = System.in;
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream caughtOut = new ByteArrayOutputStream();
        ByteArrayOutputStream caughtErr = new ByteArrayOutputStream();
        int code;
        try {
            System.setIn(new ByteArrayInputStream(input));
            System.setOut(new PrintStream(caughtOut, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(caughtErr, true, StandardCharsets.UTF_8));
            code = Main.run(args);
            System.out.flush();
            System.err.flush();
        } finally {
            System.setIn(in);
            System.setOut(out);
            System.setErr(err);
        }
        return new Result(
                args.length == 0 ? "" : args[0],
                code,
                caughtOut.toByteArray(),
                caughtErr.toString(StandardCharsets.UTF_8));
    }

    static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new AssertionError("not JSON: " + json, e);
        }
    }

    /** Writes a text file into a folder and returns its path. */
    static String file(Path folder, String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    /** The texts of a JSON array. */
    static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(item -> texts.add(item.asText()));
        return texts;
    }
}
