package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.isolde.app.Versions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code isolde cluster}: the jar that is submitted to a cluster, linked with the Flink that is fetched. */
@Timeout(240)
class ClusterCommandTest {
    private static final String JAR = "isolde.cluster";

    @TempDir
    private Path folder;

    @BeforeAll
    static void findTheJar() throws Exception {
        Path target = Path.of(ClusterCommandTest.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .getParent();
        Path jar = Path.of("../isolde-flink")
                .resolve(Path.of("").toAbsolutePath().relativize(target))
                .resolve("isolde-flink-" + Versions.ISOLDE + ".jar")
                .toAbsolutePath();
        assumeTrue(Files.exists(jar), "the jar of isolde-flink is made by mvn package");
        System.setProperty(JAR, jar.toString());
    }

    @AfterAll
    static void forgetTheJar() {
        System.clearProperty(JAR);
    }

    private String history(String... options) {
        String file = folder.resolve("history.jsonl").toString();
        List<String> call =
                new ArrayList<>(List.of("generate", "--store", "si", "--timestamps", "--seed", "3", "--out", file));
        call.addAll(List.of(options));
        Cli.run(call.toArray(String[]::new)).expect(0);
        return file;
    }

    /** The same verdict and counts, and the violations that the monitor tells, but for its numbers and times. */
    @Test
    void tellsWhatCheckAndMonitorTell() {
        String file = history("--transactions", "2000", "--inject", "stale-snapshot");
        JsonNode check =
                Cli.run("check", "--json", "--level", "si", file).expect(1).object();
        List<JsonNode> monitor =
                Cli.run("monitor", "--json", "--level", "si", file).expect(1).json();
        List<JsonNode> cluster = Cli.run("cluster", "check", "--json", "--level", "si", "--backend", "rocksdb", file)
                .expect(1)
                .json();
        assertEquals(2, cluster.size());
        JsonNode violation = cluster.get(0);
        for (String field : List.of("kind", "session", "seq", "id", "key", "expected", "seen", "other", "says")) {
            assertEquals(monitor.get(0).get(field), violation.get(field), field);
        }
        JsonNode summary = cluster.get(1);
        assertEquals(check.get("counts"), summary.get("counts"));
        assertEquals(check.get("transactions"), summary.get("transactions"));
        assertEquals("violated", summary.get("verdict").asText());
    }

    @Test
    void aStreamIsToldInSentences() {
        String file = history("--transactions", "500");
        assertEquals(
                "si: satisfied, 500 transactions, 0 violations.\n",
                Cli.run("cluster", "monitor", "--parallelism", "1", file)
                        .expect(0)
                        .out());
    }

    @Test
    void aBadLineIsToldWithItsPlace() throws Exception {
        String file = history("--transactions", "50");
        List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(file)));
        lines.add(20, "{\"session\":1,");
        Files.write(Path.of(file), lines);
        Cli.Result failed =
                Cli.run("cluster", "check", "--parallelism", "1", file).expect(2);
        assertEquals("", failed.out());
        assertTrue(failed.err().startsWith("isolde: " + file + ":21: "), failed.err());
        assertEquals(1, failed.err().lines().count(), failed.err());
    }

    /** SIGTERM reaches the command alone, which passes it on; what the job says then is still told, and nothing that was not read counts as missing. */
    @Test
    void aSignalWhileItBeginsStopsIt() throws Exception {
        String file = history("--transactions", "100000", "--shuffle", "200ms");
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        ChildIsolde command = ChildIsolde.start(
                List.of(),
                List.of("-Xmx384m", "-Djava.io.tmpdir=" + scratch, "-D" + JAR + "=" + System.getProperty(JAR)),
                folder,
                "cluster",
                "monitor",
                file);
        int code;
        try {
            while (!holds(scratch, "minicluster")) {
                assertTrue(command.isAlive(), "it has ended by itself; standard error:\n" + command.err());
                Thread.sleep(20);
            }
            command.handle().destroy();
            code = command.code();
        } finally {
            command.handle().descendants().forEach(ProcessHandle::destroyForcibly);
            command.kill();
        }
        assertEquals(
                "isolde: stopped; what depends on the rest of the input is not judged, and there is no --state to go on"
                        + " from\n",
                command.err());
        assertEquals("", command.out());
        assertEquals(3, code);
        assertFalse(holds(scratch, "isolde-cluster"), "it leaves something behind");
    }

    /** Whether there is something whose name begins like this, in a folder or in one in it. */
    private static boolean holds(Path folder, String name) throws IOException {
        try (Stream<Path> inside = Files.walk(folder, 2)) {
            return inside.anyMatch(each -> each.getFileName().toString().startsWith(name));
        }
    }

    /** What is wrong with a call is known before anything is fetched. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cluster",
                "cluster check",
                "cluster check --kafka localhost:9092",
                "cluster check --topic t some.jsonl",
                "cluster check --kafka localhost:9092 --topic t some.jsonl",
                "cluster check --level rc some.jsonl",
                "cluster check --settle 5s some.jsonl",
                "cluster check -",
                "cluster check --parallelism 0 some.jsonl",
                "cluster check --initial [1] some.jsonl",
                "cluster check --backend tape some.jsonl",
                "cluster monitor --checkpoint-every 1ms some.jsonl",
                "cluster monitor --out-topic v some.jsonl",
                "cluster monitor --kafka localhost:9092 --topic t --kafka-properties none.properties"
            })
    void badCallsAreRefused(String call) {
        Cli.Result refused = Cli.run(call.split(" ", -1)).expect(2);
        assertEquals("", refused.out());
        assertTrue(refused.err().startsWith("isolde: "), refused.err());
    }

    @Test
    void withoutTheJarItSaysWhatToDo() {
        String jar = System.clearProperty(JAR);
        try {
            String err = Cli.run("cluster", "check", "some.jsonl").expect(2).err();
            assertTrue(err.startsWith("isolde: the jar of isolde-flink is not there; start"), err);
        } finally {
            System.setProperty(JAR, jar);
        }
    }
}
