package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.isolde.check.AnomalyKind;
import org.isolde.check.EdgeKind;
import org.isolde.check.TimestampAxiom;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.isolde.history.format.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code check --json}: what programs may rely on. */
class JsonOutputTest {
    private static final Set<String> VERDICTS = Set.of("satisfied", "violated", "undecided", "inapplicable");
    private static final Set<String> EDGES =
            Arrays.stream(EdgeKind.values()).map(EdgeKind::text).collect(Collectors.toSet());

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void everyAnomalyHasTheDocumentedFields(InjectedAnomaly anomaly) {
        String file = folder.resolve("history.jsonl").toString();
        Cli.run("generate", "--inject", anomaly.text(), "--rmw", "1", "--transactions", "50", "--out", file)
                .expect(0);
        List<JsonNode> lines = Cli.run("check", "--json", "--violations", "all", file, file)
                .expect(1)
                .json();
        assertEquals(2, lines.size());
        lines.forEach(line -> assertComplete(line, file));
        assertFalse(lines.get(0).get("anomalies").isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "read-committed", "causal"})
    void everyAnomalyOfAWeakStoreHasThem(String store) {
        String file = folder.resolve("history.jsonl").toString();
        Cli.run("generate", "--store", store, "--rmw", "1", "--keys", "10", "--ops", "2-6", "--out", file)
                .expect(0);
        for (String violations : List.of("first", "each", "all")) {
            JsonNode line = Cli.run("check", "--json", "--violations", violations, file)
                    .expect(1)
                    .object();
            assertComplete(line, file);
        }
    }

    /** The first of a level, one of each kind of a level, or all. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "read-committed", "causal"})
    void asManyViolationsAsWanted(String store) {
        String file = folder.resolve("history.jsonl").toString();
        Cli.run("generate", "--store", store, "--rmw", "1", "--transactions", "500", "--seed", "3", "--out", file)
                .expect(0);
        for (Level level : Level.parse("g1,rc,wfr,ra,cc,cs,si")) {
            JsonNode first = anomalies(file, level, "first");
            JsonNode each = anomalies(file, level, "each");
            JsonNode all = anomalies(file, level, "all");
            assertEquals(each.isEmpty() ? 0 : 1, first.size(), level.text());
            assertEquals(names(all), names(each), level.text());
            assertEquals(names(each).size(), each.size(), () -> level.text() + " has a kind twice: " + names(each));
            assertTrue(all.size() >= each.size());
        }
    }

    private static JsonNode anomalies(String file, Level level, String violations) {
        return Cli.run("check", "--json", "--level", level.text(), "--violations", violations, file)
                .object()
                .get("anomalies");
    }

    private static Set<String> names(JsonNode anomalies) {
        Set<String> names = new HashSet<>();
        anomalies.forEach(anomaly -> names.add(
                anomaly.get("name").asText() + " " + anomaly.get("alias").asText()));
        return names;
    }

    private static void assertComplete(JsonNode line, String file) {
        assertEquals(file, line.get("file").asText());
        assertTrue(line.get("format").isTextual());
        for (String count : List.of("sessions", "transactions", "operations")) {
            assertTrue(line.get(count).isInt(), count);
        }
        assertTrue(line.get("evidence").isArray());
        List<String> levels = new ArrayList<>();
        line.get("verdicts").properties().forEach(verdict -> {
            levels.add(verdict.getKey());
            assertTrue(VERDICTS.contains(verdict.getValue().asText()), verdict::toString);
            JsonNode algorithm = line.get("algorithm").get(verdict.getKey());
            assertFalse(algorithm.asText().isEmpty(), verdict.getKey());
            boolean needsReason = Set.of("undecided", "inapplicable")
                    .contains(verdict.getValue().asText());
            JsonNode reasons = line.path("reasons");
            assertEquals(needsReason, reasons.hasNonNull(verdict.getKey()), verdict.getKey());
        });
        List<String> all = new ArrayList<>();
        for (Level level : Level.values()) {
            all.add(level.text());
        }
        assertEquals(all, levels, "weakest first");
        line.get("seconds")
                .properties()
                .forEach(phase -> assertTrue(phase.getValue().doubleValue() >= 0));
        assertTrue(line.get("seconds").has("reading"));
        line.get("anomalies").forEach(JsonOutputTest::assertCompleteAnomaly);
    }

    private static void assertCompleteAnomaly(JsonNode anomaly) {
        for (String text : List.of("name", "alias", "level", "story")) {
            assertFalse(anomaly.get(text).asText().isEmpty(), text);
        }
        assertEquals(1, Level.parse(anomaly.get("level").asText()).size());
        assertTrue(anomaly.has("key") && anomaly.has("value"), anomaly::toString);
        assertFalse(anomaly.get("transactions").isEmpty());
        Set<JsonNode> involved = new HashSet<>();
        anomaly.get("transactions").forEach(involved::add);
        assertEquals(anomaly.get("transactions").size(), involved.size(), "each transaction once");
        if (!anomaly.has("cycle")) {
            return;
        }
        JsonNode cycle = anomaly.get("cycle");
        assertTrue(cycle.size() >= 2, cycle::toString);
        for (int i = 0; i < cycle.size(); i++) {
            JsonNode edge = cycle.get(i);
            assertEquals(edge.get("to"), cycle.get((i + 1) % cycle.size()).get("from"), "a cycle closes");
            assertTrue(EDGES.contains(edge.get("kind").asText()), edge::toString);
            assertTrue(edge.has("key"), edge::toString);
            assertFalse(edge.get("because").asText().isEmpty());
            JsonNode from = edge.get("from");
            assertTrue(involved.contains(from) || from.asText().equals("initial"), edge::toString);
            if (edge.has("reader")) {
                assertTrue(involved.contains(edge.get("reader")), edge::toString);
            }
        }
    }

    /** The schema names just what there is, so that it can't fall behind. */
    @Test
    void theSchemaKnowsEveryName() throws IOException {
        JsonNode schema = Cli.parse(Files.readString(Path.of("..", "docs", "check-output.schema.json")));
        JsonNode definitions = schema.get("$defs");
        List<String> levels = new ArrayList<>();
        for (Level level : Level.values()) {
            levels.add(level.text());
        }
        assertEquals(levels, Cli.texts(definitions.get("level").get("enum")));
        Set<String> anomalies = new TreeSet<>();
        for (AnomalyKind kind : AnomalyKind.values()) {
            anomalies.add(kind.text());
        }
        assertEquals(anomalies, new TreeSet<>(Cli.texts(schema.at("/$defs/anomaly/properties/name/enum"))));
        List<String> axioms = new ArrayList<>();
        for (TimestampAxiom axiom : TimestampAxiom.values()) {
            axioms.add(axiom.name());
        }
        assertEquals(axioms, Cli.texts(definitions.get("counts").get("required")));
        Set<String> formats = new TreeSet<>();
        for (Format format : Format.values()) {
            formats.add(format.text());
        }
        assertEquals(formats, new TreeSet<>(Cli.texts(schema.at("/$defs/result/properties/format/enum"))));
        assertEquals(EDGES, Set.copyOf(Cli.texts(schema.at("/$defs/step/properties/kind/enum"))));
    }

    @Test
    void theSchemaRefusesWhatIsWrong() {
        Schema schema = Schema.ofCheck();
        String good = "{\"file\":\"x\",\"error\":{\"message\":\"m\"}}";
        assertEquals(List.of(), schema.problems(Cli.parse(good)));
        for (String bad : List.of(
                "{}",
                "[]",
                good.replace("\"m\"", "1"),
                good.replace("\"error\"", "\"errors\""),
                good.replace("\"message\"", "\"line\":0,\"message\""),
                good.replace("\"message\"", "\"column\":1,\"message\""))) {
            assertFalse(schema.problems(Cli.parse(bad)).isEmpty(), bad);
        }
    }

    @Test
    void onlyWhatWasAskedFor() throws IOException {
        String file = Cli.file(folder, "h.txt", "w(1,1,0,0)\n");
        JsonNode line =
                Cli.run("check", "--json", "--level", "ser,rc", file).expect(0).object();
        assertEquals(Cli.parse("{\"rc\":\"satisfied\",\"ser\":\"satisfied\"}"), line.get("verdicts"));
        assertFalse(line.has("reasons"));
        assertEquals(0, line.get("anomalies").size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert('x')</script>",
                "quote \" and backslash \\",
                "line\nfeed\r\n\ttab",
                "null \0, bell \7, escape \33[31m, delete \177",
                "\u2028 \u2029 \ufeff \u00e9 \u6f22",
                "\ud83d\ude00",
                "",
                " ",
                "null",
                "1"
            })
    void anyTextComesBackAsItWas(String text) throws IOException {
        String quoted = Json.of(text);
        String file = Cli.file(
                folder,
                "odd.jsonl",
                "{\"isolde\":1}\n{\"session\":S,\"id\":S,\"ops\":[[\"r\",S,S]]}\n".replace("S", quoted));
        JsonNode anomaly = Cli.run("check", "--json", "--level", "rc", file)
                .expect(1)
                .object()
                .get("anomalies")
                .get(0);
        assertEquals("ThinAirRead", anomaly.get("name").asText());
        assertEquals(List.of(text), Cli.texts(anomaly.get("transactions")));
        assertTrue(anomaly.get("transactions").get(0).isTextual());
        assertEquals(text, anomaly.get("key").textValue());
        assertEquals(text, anomaly.get("value").textValue());
        assertTrue(anomaly.get("story").asText().contains(text));
        JsonNode stats = Cli.run("stats", "--json", file).expect(0).object();
        assertEquals(1, stats.get("hottest keys").get(text).intValue());
    }

    @Test
    void dependenciesOfConditionsAreNamed() throws IOException {
        String file = Cli.file(folder, "phantom.jsonl", """
                {"isolde":1}
                {"session":1,"id":1,"ops":[["w","t/y",1,{"a":2}]]}
                {"session":2,"id":2,"ops":[["rp","t","a < 5",[],{"sees":[]}],["r","t/y",1]]}
                """);
        JsonNode line =
                Cli.run("check", "--json", "--level", "ser", file).expect(1).object();
        assertEquals(List.of(), Schema.ofCheck().problems(line));
        assertEquals("Phantom", line.at("/anomalies/0/name").textValue());
        assertEquals("predicate-rw", line.at("/anomalies/0/cycle/1/kind").textValue());
    }

    @Test
    void numbersStayNumbersAndTextsStayTexts() throws IOException {
        String file = Cli.file(folder, "ids.jsonl", """
                {"isolde":1,"initial":0}
                {"session":1,"id":9223372036854775807,"ops":[["r",1,0],["w",1,10]]}
                {"session":2,"id":"9223372036854775807","ops":[["r",1,0],["w",1,20]]}
                {"session":3,"id":-3,"ops":[["r","1",0],["w","1","10"]]}
                {"session":4,"id":"x","ops":[["r","1",0],["w","1","20"]]}
                """);
        JsonNode line = Cli.run("check", "--json", "--violations", "all", "--level", "cs", file)
                .expect(1)
                .object();
        JsonNode anomalies = line.get("anomalies");
        assertEquals(2, anomalies.size(), line::toString);
        assertEquals(
                Cli.parse("[9223372036854775807,\"9223372036854775807\"]"),
                anomalies.get(0).get("transactions"));
        assertEquals(Cli.parse("1"), anomalies.get(0).get("key"));
        assertEquals(Cli.parse("0"), anomalies.get(0).get("value"));
        assertEquals(Cli.parse("[-3,\"x\"]"), anomalies.get(1).get("transactions"));
        assertEquals(Cli.parse("\"1\""), anomalies.get(1).get("key"));
    }

    /** Without ids a transaction goes by its session and its place in it. */
    @Test
    void transactionsWithoutIdsGoByTheirPlace() throws IOException {
        String file = Cli.file(folder, "no-ids.jsonl", """
                {"isolde":1}
                {"session":"a","ops":[]}
                {"session":"a","ops":[["r","x",7]]}
                {"session":5,"ops":[["r","x",8]]}
                """);
        JsonNode anomalies = Cli.run("check", "--json", "--violations", "all", "--level", "rc", file)
                .expect(1)
                .object()
                .get("anomalies");
        assertEquals(Cli.parse("[\"a:1\"]"), anomalies.get(0).get("transactions"));
        assertEquals(Cli.parse("[\"5:0\"]"), anomalies.get(1).get("transactions"));
    }

    @Test
    void largeUnsignedNumbersOfPlumeKeepAllDigits() throws IOException {
        String file = Cli.file(folder, "large.txt", "r(18446744073709551615,18446744073709551614,0,7)\n");
        JsonNode anomaly = Cli.run("check", "--json", "--level", "rc", file)
                .expect(1)
                .object()
                .get("anomalies")
                .get(0);
        assertEquals(
                "18446744073709551615", anomaly.get("key").bigIntegerValue().toString());
        assertEquals(
                "18446744073709551614", anomaly.get("value").bigIntegerValue().toString());
        assertEquals(Cli.parse("[7]"), anomaly.get("transactions"));
    }

    @Test
    void namesOfFilesAreEscapedToo() throws IOException {
        String file = Cli.file(folder, "odd \"name\" \u00e9 <b>.txt", "w(1,1,0,0)\n");
        assertEquals(
                file,
                Cli.run("check", "--json", file).expect(0).object().get("file").asText());
        String bad = Cli.file(folder, "bad \"name\".txt", "w(1,1,0,0)\n\"<oops>\\\n");
        JsonNode error = Cli.run("check", "--json", bad).expect(2).object();
        assertEquals(bad, error.get("file").asText());
        assertTrue(error.get("error").get("message").asText().contains("\"<oops>\\"), error::toString);
    }

    /** A value of both an aborted and a committed transaction belongs to the latter, and a warning says so. */
    @Test
    void warningsAreInTheObject() throws IOException {
        String file = Cli.file(folder, "warned.jsonl", """
                {"isolde":1}
                {"session":0,"status":"aborted","ops":[["w","x",1]]}
                {"session":1,"ops":[["w","x",1]]}
                {"session":2,"ops":[["r","x",1]]}
                """);
        Cli.Result result = Cli.run("check", "--json", "--level", "rc", file).expect(0);
        assertEquals(1, result.object().get("warnings").size(), result::out);
        assertTrue(result.err().startsWith("isolde: warning: " + file + ": "), result.err());
    }

    @Test
    void evidenceIsWhatWasUsed() {
        String file = folder.resolve("timed.jsonl").toString();
        Cli.run("generate", "--transactions", "20", "--timestamps", "--out", file)
                .expect(0);
        assertEquals(List.of("real-time", "timestamps"), evidence(file, "all", "all"));
        assertEquals(List.of("real-time", "timestamps"), evidence(file, "sser", "all"));
        assertEquals(List.of("real-time"), evidence(file, "sser", "real-time,versions"));
        assertEquals(List.of("timestamps"), evidence(file, "ser", "all"), "ser does not ask for real time");
        assertEquals(List.of(), evidence(file, "rc", "all"), "timestamps say nothing about rc");
        assertEquals(List.of(), evidence(file, "ser", "real-time,versions"));
        assertEquals(List.of(), evidence(file, "all", "versions,order"));
        assertEquals(List.of(), evidence(file, "all", "none"));
        Cli.run("generate", "--transactions", "20", "--shape", "list-append", "--out", file)
                .expect(0);
        assertEquals(List.of("real-time", "versions"), evidence(file, "all", "all"));
        assertEquals(List.of("versions"), evidence(file, "rc", "all"));
        assertEquals(List.of("real-time"), evidence(file, "all", "real-time"));
    }

    /** A bad read by timestamps says what should have been there and who wrote it; counts are exact, levels have their own. */
    @Test
    void timestampsSayWhatWasExpected() throws IOException {
        String file = Cli.file(
                folder,
                "stamped.jsonl",
                "{\"isolde\":1,\"initial\":0}\n"
                        + "{\"session\":1,\"id\":1,\"ops\":[[\"w\",\"x\",1]],\"start\":1,\"commit\":2}\n"
                        + "{\"session\":2,\"id\":2,\"ops\":[[\"w\",\"x\",2]],\"start\":3,\"commit\":4}\n"
                        + "{\"session\":3,\"id\":3,\"ops\":[[\"r\",\"x\",1],[\"r\",\"y\",9]],\"start\":5,\"commit\":6}\n"
                        + "{\"session\":4,\"id\":4,\"ops\":[[\"r\",\"x\",1]],\"start\":5,\"commit\":8}\n");
        JsonNode line = Cli.run("check", "--json", "--level", "si,ser", "--violations", "all", file)
                .expect(1)
                .object();
        assertEquals(Cli.parse("{\"SESSION\":0,\"INT\":0,\"EXT\":3,\"NOCONFLICT\":0}"), line.get("counts"));
        assertEquals(3, line.at("/countsByLevel/ser/EXT").asInt());
        assertEquals(0, line.at("/countsByLevel/si/START_AFTER_COMMIT").asInt());
        JsonNode first = line.get("anomalies").get(0);
        assertEquals("NotFromSnapshot", first.get("name").asText());
        assertEquals("EXT", first.get("alias").asText());
        assertEquals(1, first.get("value").asInt());
        assertEquals(2, first.get("expected").asInt());
        assertEquals(2, first.get("expectedFrom").asInt());
        assertEquals(1, first.get("seenFrom").asInt());
        JsonNode air = line.get("anomalies").get(1);
        assertTrue(air.get("seenFrom").isNull(), air.toString());
        JsonNode plain = Cli.run("check", "--json", "--level", "si", "--evidence", "none", file)
                .object();
        assertTrue(!plain.has("counts") && !plain.has("countsByLevel"), plain.toString());
    }

    private static List<String> evidence(String file, String levels, String allowed) {
        return Cli.texts(Cli.run("check", "--json", "--level", levels, "--evidence", allowed, file)
                .object()
                .get("evidence"));
    }
}
