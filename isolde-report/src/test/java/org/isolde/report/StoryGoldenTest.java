package org.isolde.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.Isolde;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.InjectedAnomaly;
import org.isolde.generate.SimulatedStore;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The text of each of the fourteen anomalies and of each kind of cycle, to the letter, as files beside this test. To change
 * them, run it with {@code -Disolde.stories=write}, and read what has become of them.
 */
class StoryGoldenTest {
    private static final Path STORIES = Path.of("src/test/resources/org/isolde/report/stories");

    /** A history, the level that is checked, and the anomaly of it that is told. */
    private record Scene(History history, Level level, String name, String alias) {}

    private static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry("cycle-g0", "ru DirtyWrite G0: A{wx1 wy1} B{wx2 wy2} x<1 2> y<2 1>"),
            Map.entry("cycle-g0-session", "si DirtyWrite G0-session: A{wx1} A{wx2} x<2 1>"),
            Map.entry("cycle-g0-realtime", "sser RealTimeViolation G0-realtime: A[1-2]{wx1} B[3-4]{wx2} x<2 1>"),
            Map.entry("cycle-g1c", "g1 CircularInformationFlow G1c: A{wx1 ry2} B{wy2 rx1}"),
            Map.entry("cycle-g1c-session", "rc CircularInformationFlow G1c-session: A{ry2} A{wx1} B{rx1 wy2}"),
            Map.entry("cycle-g1c-realtime", "sser RealTimeViolation G1c-realtime: A[1-2]{rx1} B[3-4]{wx1}"),
            Map.entry("cycle-g-single", "cv ReadSkew G-single: A{rx0 wx1} B{rx1 wx2 wy2} C{rx0 ry2}"),
            Map.entry(
                    "cycle-g-single-session", "psi ReadSkew G-single-session: A{rx0 wx1} A{ry0 wy2} B{ry2 rx0} B{rx1}"),
            Map.entry(
                    "cycle-g-single-realtime", "sser RealTimeViolation G-single-realtime: A[1-2]{rx0 wx1} B[3-4]{rx0}"),
            Map.entry("cycle-g-nonadjacent", "si LongFork G-nonadjacent: A{wx1} B{wy2} C{rx1 ry0} D{rx0 ry2}"),
            Map.entry(
                    "cycle-g-nonadjacent-session",
                    "si LongFork G-nonadjacent-session: A{wx1} A{rx1 ry0} B{wy2} B{ry2 rx0}"),
            Map.entry(
                    "cycle-g-nonadjacent-realtime",
                    "strong-si RealTimeViolation G-nonadjacent-realtime: A[1-2]{rx0 wx1} B[1-8]{ry0 wy2} C[3-4]{ry0} D[1-9]{ry2 rx0}"),
            Map.entry("cycle-g2-item", "rr WriteSkew G2-item: A{rx0 ry0 wx1} B{rx0 ry0 wy2}"),
            Map.entry("cycle-g2-item-session", "ser WriteSkew G2-item-session: A{ry0 wy2} A{rx0} B{rx0 wx1 ry0}"),
            Map.entry(
                    "cycle-g2-item-realtime",
                    "sser RealTimeViolation G2-item-realtime: A[2-3]{ry0 wy2} B[1-9]{rx0 wx1 ry0} C[5-6]{rx0}"),
            Map.entry("internal-inconsistency", "g1 InternalInconsistency internal: A{ax1 rx[]}"),
            Map.entry(
                    "incompatible-order",
                    "g1 IncompatibleOrder incompatible-order: A{ax1} B{ax2} C{rx[1,2]} D{rx[2,1]}"),
            Map.entry("duplicate-elements", "g1 DuplicateElements duplicate-elements: A{ax1} B{rx[1,1]}"),
            Map.entry("dirty-update", "g1 DirtyUpdate dirty-update: A!{ax1} B{ax2} C{rx[1,2]}"),
            Map.entry("write-skew-by-cases", "ser WriteSkew G2-item: A{ru0 wx1} B{rz0 wx2} C{rx1 wz3} D{rx2 wu4}"),
            Map.entry("contradictory-versions", "ru ContradictoryVersions cyclic-versions: A{wx1 wx2} B{wx3} x<2 1>"),
            Map.entry("unknown-version", "g1 UnknownVersion garbage version: A{wx1} x<1 2>"),
            Map.entry("read-skew-by-cases", "psi ReadSkew G-single-session: A{wy5} A{wx8} A{rz0} B{wx9 wz7} B{ry0}"),
            Map.entry(
                    "no-version-order",
                    "psi NoVersionOrder cyclic-versions: A{ry0 wy7} B{wz6 rx0} B{wy14} B{wx17} A{wz10 ry7 wx11} B{rz6}"
                            + " A{rx11 wx25}"),
            Map.entry(
                    "by-timestamps-not-from-snapshot",
                    "si NotFromSnapshot EXT: A(1-2){rx0 wx1 wy1} B(3-4){rx1 wx2 wy2} C(5-8){rx1 ry2} D(6-7){wx3}"),
            Map.entry(
                    "by-timestamps-not-from-snapshot-at-commit",
                    "ser NotFromSnapshot EXT: A(1-4){rx0 ry0 wx1} B(2-5){rx0 ry0 wy2}"),
            Map.entry(
                    "by-timestamps-not-from-snapshot-of-lists",
                    "si NotFromSnapshot EXT: A(1-2){ax1} B(3-4){ax2} C(5-6){ax3} D(7-7){rx[1,3]}"),
            Map.entry(
                    "by-timestamps-aborted-value",
                    "si NotFromSnapshot EXT: A!{wx1} B(3-4){wx2} C(5-6){rx1 wy3} A(7-8){wx4}"),
            Map.entry("by-timestamps-false-failure", "si NotFromSnapshot EXT: A(1-2){wx1} B(3-4){fx1} C(5-6){rx1}"),
            Map.entry(
                    "by-timestamps-unsteady-read", "si UnsteadyRead INT: A(1-2){wx1} B(3-4){wx2} C(5-9){rx2 wy1 rx1}"),
            Map.entry(
                    "by-timestamps-overlapping-writers",
                    "si OverlappingWriters NOCONFLICT: A(1-5){rx0 wx1 wy1} B(3-8){rx0 ry0 wx2} C(9-9){rx2}"),
            Map.entry(
                    "by-timestamps-session-not-seen",
                    "si SessionNotSeen SESSION: A(1-6){wx1} A(4-8){rx0 wy2} B(9-9){ry2}"),
            Map.entry("by-timestamps-session-gap", "si SessionNotSeen SESSION: A(1-2){wx1} A+(4-8){wy2} B(9-9){ry2}"),
            Map.entry(
                    "by-timestamps-start-after-commit",
                    "si StartAfterCommit timestamps: A(1-2){wx1} B(9-4){rx1 wx2} C(5-6){rx1}"),
            Map.entry(
                    "by-timestamps-same-commit",
                    "si SameCommitTimestamp timestamps: A(1-4){wx1 wy1} B(2-4){wx2 wz2} C(5-6){rx2}"),
            Map.entry(
                    "by-timestamps-commit-against-time",
                    "sser CommitAgainstTime realtime: A(5-8)[1-2]{wx1} B(3-4)[3-6]{rx0 wy1} C(9-9)[7-8]{ry1}"),
            Map.entry("stale-read", "lin StaleRead G-single-realtime: A[1-2]{wx1} A[3-4]{wx2} B[5-6]{rx1}"),
            Map.entry("early-read", "lin EarlyRead G1c-realtime: A[1-2]{rx1} B[3-4]{wx1}"),
            Map.entry("false-failure", "lin FalseFailure realtime: A[1-2]{wx1} B[3-4]{fx1} C[5-6]{rx1}"),
            Map.entry(
                    "not-linearizable",
                    "lin NotLinearizable realtime: A[1-2]{wx1} A[3-4]{wx2} B[5-6]{rx1} A[7-8]{wx1} A[9-10]{wx2}"));

    /** What the expected serial order shows, of rows and of registers: level, name, alias, and the native text. */
    private static final Map<String, String> BY_ORDER = Map.of(
            "by-order-against-session", "ser OrderAgainstSession expected order: " + """
                    {"isolde":1,"initial":0}
                    {"session":"A","id":1,"ops":[["w","x",1]],"order":5}
                    {"session":"B","id":2,"ops":[["r","x",1]],"order":6}
                    {"session":"A","id":3,"ops":[["w","y",1]],"order":4}
                    """,
            "by-order-against-time", "sser OrderAgainstTime expected order: " + """
                    {"isolde":1,"initial":0}
                    {"session":"A","id":1,"ops":[["w","x",1]],"begin":1,"end":2,"order":5}
                    {"session":"B","id":2,"ops":[["r","y",0]],"begin":3,"end":4,"order":4}
                    """,
            "by-order-unexpected-read", "ser UnexpectedRead expected order: " + """
                    {"isolde":1,"initial":0}
                    {"session":"A","id":1,"ops":[["w","x",1],["w","z",1]],"order":1}
                    {"session":"B","id":2,"ops":[["w","x",2]],"order":2}
                    {"session":"C","id":3,"ops":[["r","x",1],["r","z",1],["w","y",1]],"order":3}
                    {"session":"D","id":4,"ops":[["r","y",1]],"order":4}
                    """,
            "by-order-unexpected-result", "ser UnexpectedResult phantom: " + """
                    {"isolde":1}
                    {"session":"A","id":1,"ops":[["w","t/3",1,{"a":1}]],"order":1}
                    {"session":"B","id":2,"ops":[["w","t/9",2,{"a":4}]],"order":9}
                    {"session":"C","id":3,"ops":[["rp","t","a < 5",[["t/3",1]]]],"order":12}
                    """,
            "by-order-write-after-delete", "ser WriteAfterDelete expected order: " + """
                    {"isolde":1}
                    {"session":"A","id":1,"ops":[["w","t/3",1,{"a":1}]],"order":1}
                    {"session":"B","id":2,"ops":[["d","t/3",2]],"order":2}
                    {"session":"C","id":3,"ops":[["w","t/3",3,{"a":2}]],"order":3}
                    """);

    /** What conditions, with the version sets of a certificate, show: in the same form. */
    private static final Map<String, String> OF_PREDICATES = Map.of(
            "phantom", "ser Phantom G-single: " + """
                    {"isolde":1}
                    {"session":0,"id":"T1","ops":[["w","t/x",1,{"a":1}],["w","t/z",1,{"a":9}]]}
                    {"session":1,"id":"T2","ops":[["w","t/y",1,{"a":2,"b":"new"}]]}
                    {"session":2,"id":"T3","ops":[["rp","t","a < 5",[["t/x",1]],{"sees":[["t/x",1],["t/z",1]]}],["rp","t","a < 5",[["t/x",1],["t/y",1]],{"sees":[["t/x",1],["t/y",1],["t/z",1]]}]]}
                    {"session":0,"id":"T4","ops":[["r","t/z",1],["w","t/z",2,{"a":8}]]}
                    {"versions":{"key":"t/z","order":[1,2]}}
                    """,
            "phantom-of-a-deletion", "cv Phantom G-single: " + """
                    {"isolde":1}
                    {"session":0,"id":"T1","number":1,"ops":[["w","t/x",1,{"a":1}],["w","t/y",1,{"a":3}]]}
                    {"session":1,"id":"T2","number":2,"ops":[["d","t/x",2],["w","t/y",2,{"a":4}]]}
                    {"session":2,"id":"T3","number":3,"ops":[["rp","t","a between 1 and 5",{"count":2},{"snapshot":{"upto":1}}],["r","t/y",2]]}
                    {"versions":{"key":"t/x","order":[1,2]}}
                    {"versions":{"key":"t/y","order":[1,2]}}
                    """,
            "predicate-write-skew", "ser PredicateWriteSkew G2: " + """
                    {"isolde":1}
                    {"session":0,"id":"T0","number":1,"ops":[["w","t/x",1,{"a":1}],["w","t/z",1,{"a":2}]]}
                    {"session":1,"id":"T1","number":2,"snapshot":{"upto":1},"ops":[["rp","t","a = 1",[["t/x",1]]],["w","t/y1",1,{"a":1}],["r","t/z",1]]}
                    {"session":2,"id":"T2","number":3,"snapshot":{"upto":1},"ops":[["rp","t","a = 1",{"count":1}],["w","t/y2",1,{"a":1}]]}
                    {"session":3,"id":"T3","number":4,"ops":[["r","t/y1",1]]}
                    """,
            "result-set-mismatch", "g1 ResultSetMismatch result-set-mismatch: " + """
                    {"isolde":1}
                    {"session":0,"id":"T1","ops":[["w","t/x",1,{"a":1}],["w","t/z",1,{"a":3}]]}
                    {"session":1,"id":"T2","ops":[["w","t/y",1,{"a":2}]]}
                    {"session":2,"id":"T3","ops":[["rp","t","a > 0",[["t/x",1],["t/z",1]],{"sees":[["t/x",1],["t/y",1],["t/z",1]]}]]}
                    """,
            "result-set-mismatch-of-versions", "g1 ResultSetMismatch result-set-mismatch: " + """
                    {"isolde":1}
                    {"session":0,"id":"T1","number":1,"ops":[["w","t/x",1,{"a":1}],["w","t/y",1,{"a":7}],["w","t/z",1,{"a":2}]]}
                    {"session":1,"id":"T2","number":2,"ops":[["w","t/x",2,{"a":2}],["w","t/w",1,{"a":0}]]}
                    {"session":2,"id":"T3","number":3,"ops":[["rp","t","a < 5",[["t/x",2],["t/y",1],["t/z",1],["t/z",1]],{"snapshot":{"upto":2,"but":[2]}}]]}
                    {"versions":{"key":"t/x","order":[1,2]}}
                    """,
            "result-set-mismatch-of-a-sum", "g1 ResultSetMismatch result-set-mismatch: " + """
                    {"isolde":1}
                    {"session":0,"id":"T1","ops":[["w","t/x",1,{"a":1}],["w","t/z",1,{"a":30}]]}
                    {"session":1,"id":"T2","ops":[["w","t/y",1,{"a":2}]]}
                    {"session":2,"id":"T3","ops":[["rp","t","a < 5",{"sum(a)":1},{"sees":[["t/x",1],["t/y",1],["t/z",1]]}]]}
                    """,
            "impossible-version-set", "g1 ImpossibleVersionSet G1: " + """
                    {"isolde":1}
                    {"session":0,"id":"T1","ops":[["w","t/x",1,{"a":1}],["w","t/z",1,{"a":3}]]}
                    {"session":1,"id":"T2","status":"aborted","ops":[["w","t/y",1,{"a":7}]]}
                    {"session":2,"id":"T3","ops":[["rp","t","a < 5",[["t/x",1],["t/z",1]],{"sees":[["t/x",1],["t/y",1],["t/z",1]]}]]}
                    """,
            "outside-snapshot", "si OutsideSnapshot G-SIa: " + """
                    {"isolde":1}
                    {"session":0,"id":"T1","number":1,"ops":[["w","t/x",1,{"a":1}],["w","t/y",1,{"a":1}]]}
                    {"session":1,"id":"T2","number":2,"ops":[["w","t/x",2,{"a":2}]]}
                    {"session":2,"id":"T3","number":3,"snapshot":{"upto":1},"ops":[["rp","t","a < 5",[["t/x",1],["t/y",1]]],["w","t/x",3,{"a":3}]]}
                    {"versions":{"key":"t/x","order":[1,2,3]}}
                    """,
            "lost-update-of-rows", "ser LostUpdate G-single: " + """
                    {"isolde":1}
                    {"session":0,"id":"T1","ops":[["w","t/x",1,{"a":1,"b":"it's"}],["w","t/y",1,{"a":2,"b":null}]]}
                    {"session":1,"id":"T2","ops":[["rp","t","a < 5",[["t/x",1],["t/y",1]]],["w","t/x",2,{"a":2,"b":"it's"}]]}
                    {"session":2,"id":"T3","ops":[["r","t/x",1],["d","t/x",3]]}
                    """);

    private static final Map<String, Scene> SCENES = scenes();

    @TestFactory
    Stream<DynamicTest> eachStoryIsTold() {
        return SCENES.entrySet().stream()
                .map(scene ->
                        DynamicTest.dynamicTest(scene.getKey(), () -> assertTold(scene.getKey(), scene.getValue())));
    }

    /** Every kind of anomaly that the fourteen and the cycles have is among the stories. */
    @Test
    void noKindIsLeftOut() {
        Set<AnomalyKind> told = EnumSet.noneOf(AnomalyKind.class);
        for (Scene scene : SCENES.values()) {
            for (AnomalyKind kind : AnomalyKind.values()) {
                if (kind.text().equals(scene.name)) {
                    told.add(kind);
                }
            }
        }
        assertEquals(EnumSet.allOf(AnomalyKind.class), told);
        for (String shape : List.of("G0", "G1c", "G-single", "G-nonadjacent", "G2-item")) {
            for (String variant : List.of("", "-session", "-realtime")) {
                assertTrue(
                        SCENES.values().stream().anyMatch(scene -> scene.alias.equals(shape + variant)),
                        shape + variant);
            }
        }
    }

    /** No file is left behind by a story that is no longer told. */
    @Test
    void eachFileHasAStory() throws IOException {
        try (Stream<Path> files = Files.list(STORIES)) {
            Set<String> names = new java.util.TreeSet<>();
            files.forEach(file -> names.add(file.getFileName().toString().replace(".txt", "")));
            assertEquals(new java.util.TreeSet<>(SCENES.keySet()), names);
        }
    }

    private static void assertTold(String name, Scene scene) throws Exception {
        CheckResult all = Isolde.check(scene.history, CheckOptions.of(EnumSet.allOf(Level.class)));
        CheckResult result = Isolde.check(scene.history, CheckOptions.of(EnumSet.of(scene.level)));
        Anomaly anomaly = result.anomalies().stream()
                .filter(one ->
                        one.kind().text().equals(scene.name) && one.alias().equals(scene.alias))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no such anomaly among " + result.anomalies()));
        MinimalCase minimal = new Minimizer(result).minimize(anomaly);
        StoryText text = new StoryText(Ink.PLAIN);
        Story story = Story.of(minimal, all.strongestSatisfied());
        ByteArrayOutputStream history = new ByteArrayOutputStream();
        Format.ISOLDE.write(scene.history, history);
        String told = history.toString(StandardCharsets.UTF_8) + "\n"
                + text.full(
                        story, "told by " + TextLayout.count(minimal.history().transactions(), "transaction")) + "\n\n"
                + text.brief(Story.of(scene.history, anomaly, Set.of())) + "\n";
        Path file = STORIES.resolve(name + ".txt");
        if ("write".equals(System.getProperty("isolde.stories"))) {
            Files.writeString(file, told);
        }
        assertEquals(Files.readString(file), told.replace(System.lineSeparator(), "\n"));
        told.lines()
                .skip(scene.history.transactions() + 1L)
                .forEach(line -> assertTrue(line.startsWith("{") || line.length() <= TextLayout.WIDTH, line));
    }

    private static Map<String, Scene> scenes() {
        Map<String, Scene> scenes = new TreeMap<>();
        for (InjectedAnomaly anomaly : InjectedAnomaly.values()) {
            AnomalyKind kind = AnomalyKind.valueOf(anomaly.name());
            scenes.put(anomaly.text(), new Scene(injected(anomaly), kind.breaks(), kind.text(), kind.alias()));
        }
        OTHERS.forEach((name, scene) -> scenes.put(name, scene(scene, HistoryNotation::read)));
        BY_ORDER.forEach((name, scene) -> scenes.put(name, scene(scene, StoryGoldenTest::readText)));
        OF_PREDICATES.forEach((name, scene) -> scenes.put(name, scene(scene, StoryGoldenTest::readText)));
        return scenes;
    }

    private static History injected(InjectedAnomaly anomaly) {
        return Generator.generate(GeneratorOptions.builder()
                .store(SimulatedStore.SERIAL)
                .transactions(0)
                .inject(List.of(anomaly))
                .build());
    }

    /** {@code LEVEL NAME ALIAS: HISTORY}. */
    private static Scene scene(String text, Function<String, History> read) {
        String[] parts = text.split(": ", 2);
        String[] names = parts[0].split(" ", 3);
        return new Scene(read.apply(parts[1]), Level.parse(names[0]).iterator().next(), names[1], names[2]);
    }

    private static History readText(String text) {
        try (Source source = Source.of("scene", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
            return Format.ISOLDE.read(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
