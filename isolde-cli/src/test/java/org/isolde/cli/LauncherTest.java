package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.isolde.cli.ScriptStage.Ended;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher, {@code ./isolde}: how it starts the JVM, and what it says when it can't build. */
class LauncherTest {
    private static final String RED = "\033[1;31m";
    private static final String PLAIN = "\033[m";

    @TempDir
    private Path folder;

    private ScriptStage stage;

    @BeforeEach
    void setTheStage() throws IOException {
        stage = new ScriptStage(folder, "isolde");
    }

    /** A release, and a JVM that prints its arguments. The class archive is there, so that it isn't made. */
    private void release() throws IOException {
        stage.file("isolde.jar", "");
        stage.file("isolde-17.0.15.jsa", "");
        stage.file("jdk/release", "JAVA_VERSION=\"17.0.15\"\n");
        stage.program("jdk/bin/java", "printf '%s\\n' \"$@\"");
        stage.javaHome("jdk");
    }

    /** The optimising compiler is left out only where a command is known to be over soon. */
    @ParameterizedTest
    @CsvSource({
        "--help, true",
        "--version, true",
        "levels, true",
        "databases, true",
        "completion bash, true",
        "check, true",
        "stats, true",
        "convert, true",
        "check -, false",
        "generate, false",
        "test, false",
        "monitor, false",
        "cluster check, false",
        "explain, false",
        "minimize, false",
        "prove, false",
        "scenarios, false",
        "replay, false",
        "serve, false",
        "a-command-to-come, false"
    })
    void onlyWhatIsKnownToBeShortRunsWithoutTheOptimisingCompiler(String command, boolean isShort) throws Exception {
        release();
        Ended ended = stage.run(command.split(" ", -1));
        assertEquals(0, ended.code(), ended.output());
        assertEquals(isShort, ended.output().contains("-XX:TieredStopAtLevel=1\n"), ended.output());
    }

    /** Newer JDKs have a cache that also knows what code is hot; the older archive is used where it was made for. */
    @Test
    void theArchiveIsOfTheJdksKind() throws Exception {
        release();
        stage.file("isolde-17.0.15.jsa", "classes");
        String older = stage.run("--help").output();
        assertTrue(older.contains("-XX:SharedArchiveFile=") && older.contains("-XX:ArchiveRelocationMode=0\n"), older);
        stage.file("jdk/release", "JAVA_VERSION=\"25.0.3\"\n");
        stage.file("isolde-25.0.3.jsa", "classes");
        String newer = stage.run("--help").output();
        assertTrue(newer.contains("-XX:AOTCache="), newer);
        assertFalse(newer.contains("-Xshare") || newer.contains("SharedArchiveFile"), newer);
    }

    private Path hole(String name, long mebibytes) throws IOException {
        try (var file = new RandomAccessFile(folder.resolve(name).toFile(), "rw")) {
            file.setLength(mebibytes << 20); // a hole, not bytes
        }
        return folder.resolve(name);
    }

    /** A heap that is large from the start, and several threads to collect it, take longer than a small history. */
    @Test
    void theHeapFitsTheHistory() throws Exception {
        release();
        String small = stage.run("check", hole("small.txt", 20).toString()).output();
        assertTrue(small.contains("-XX:+UseG1GC\n") && small.contains("-XX:InitialRAMPercentage=2\n"), small);
        String medium = stage.run("check", hole("medium.txt", 100).toString()).output();
        assertTrue(medium.contains("-XX:+UseParallelGC\n") && medium.contains("-XX:InitialRAMPercentage=50\n"), medium);
        assertTrue(medium.contains("TieredStopAtLevel=1"), medium);
        assertTrue(stage.run("test").output().contains("-XX:+UseParallelGC\n"));
    }

    @Test
    void aLargeFileIsNoShortRun() throws Exception {
        release();
        String small = stage.file("small.txt", "").toString();
        assertTrue(stage.run("check", small).output().contains("TieredStopAtLevel=1"));
        String both =
                stage.run("check", small, hole("large.txt", 200).toString()).output();
        assertFalse(both.contains("TieredStopAtLevel=1"), both);
        String large = folder.resolve("large.txt").toString();
        for (String[] level : new String[][] {{"--level", "rc"}, {"--level=ra"}, {"-l", "rc"}}) {
            String soon = stage.run(Stream.concat(Stream.of("check", large), Stream.of(level))
                            .toArray(String[]::new))
                    .output();
            assertTrue(soon.contains("TieredStopAtLevel=1"), soon);
        }
        String longer = stage.run("check", "--level", "rc,ser", large).output();
        assertFalse(longer.contains("TieredStopAtLevel=1"), longer);
    }

    /** The job's jar lies in a folder of the release. */
    @Test
    void aReleaseHasTheJobForFlink() throws Exception {
        release();
        String flag = "-Disolde.cluster=" + folder.toRealPath() + "/cluster/isolde-flink.jar\n";
        assertTrue(stage.run("cluster", "check", "some.jsonl").output().contains(flag));
        assertFalse(stage.run("check", "some.jsonl").output().contains("isolde.cluster"));
    }

    /** What is compiled against Flink is built when it is called, and not before. */
    @Test
    void aCheckoutBuildsTheJobForFlinkWhenItIsCalled() throws Exception {
        stage.file("pom.xml", "");
        stage.file("jdk/release", "JAVA_VERSION=\"17.0.15\"\n");
        stage.program("jdk/bin/java", "printf '%s\\n' \"$@\"");
        stage.program("jdk/bin/javac", "");
        stage.javaHome("jdk");
        stage.program(
                "bin/mvn",
                "echo \"$@\" >>built; mkdir -p isolde-cli/target/launcher/lib isolde-flink/target/launcher\n"
                        + "touch isolde-cli/target/launcher/isolde.jar isolde-flink/target/launcher/isolde-flink-1.jar");
        for (String call : List.of("levels", "cluster --help", "cluster check --help", "cluster")) {
            assertEquals(0, stage.run(call.split(" ", -1)).code(), call);
        }
        List<String> built = Files.readAllLines(folder.resolve("built"));
        assertEquals(1, built.size(), built::toString);
        assertTrue(built.get(0).contains("-pl isolde-cli -am"), built::toString);
        Ended ended = stage.run("cluster", "check", "some.jsonl");
        assertTrue(ended.output().startsWith("isolde: building the job for Flink (first use) ...\n"), ended.output());
        assertTrue(Files.exists(folder.resolve(".isolde/cluster/isolde-flink.jar")));
        stage.run("cluster", "monitor", "some.jsonl");
        built = Files.readAllLines(folder.resolve("built"));
        assertEquals(2, built.size(), built::toString);
        assertTrue(built.get(1).contains("-pl isolde-flink -am"), built::toString);
    }

    /** A checkout whose Maven says something and fails. */
    private Ended failedBuild(String... log) throws Exception {
        stage.file("pom.xml", "");
        stage.file("log", String.join("\n", log) + "\n");
        stage.program("bin/mvn", "cat \"${BASH_SOURCE[0]%/*}/../log\"; exit 1");
        Ended ended = stage.run("levels");
        assertEquals(2, ended.code(), ended.output());
        assertTrue(
                ended.lastLine().startsWith("isolde: the build failed; the whole log is " + folder.toRealPath()),
                ended.output());
        return ended;
    }

    private static List<String> said(Ended ended) {
        List<String> lines = ended.output().lines().toList();
        assertEquals("isolde: building (first use) ...", lines.get(0));
        return lines.subList(1, lines.size() - 1);
    }

    /** The reason stands on the very line that points to help. */
    @Test
    void aBuildThatFailsOfflineSaysWhatIsMissing() throws Exception {
        String reason = "Failed to execute goal on project isolde-history: Could not resolve dependencies for project"
                + " org.isolde:isolde-history:jar:1: Cannot access central in offline mode and the artifact"
                + " io.airlift:aircompressor:jar:2.0.3 has not been downloaded from it before.";
        Ended ended = failedBuild(
                "[ERROR] " + reason + " -> [Help 1]",
                "[ERROR] ",
                "[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.",
                "[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/DependencyResolutionException");
        assertEquals(List.of("[ERROR] " + reason), said(ended));
    }

    @Test
    void errorsInColourAreToldWithoutItAndOnce() throws Exception {
        String error = "[" + RED + "ERROR" + PLAIN + "] ";
        String place = "/isolde-history/src/main/java/org/isolde/history/History.java:[12,5] ';' expected";
        Ended ended = failedBuild(
                "[\033[1;33mWARNING" + PLAIN + "] something else",
                error + "COMPILATION ERROR : ",
                error + place,
                error + "Failed to execute goal " + RED + "compile" + PLAIN + ": Compilation failure",
                error + place,
                error + "-> " + RED + "[Help 1]" + PLAIN,
                error,
                error + "To see the full stack trace of the errors, re-run Maven with the " + RED + "-e" + PLAIN);
        assertEquals(
                List.of(
                        "[ERROR] COMPILATION ERROR : ",
                        "[ERROR] " + place,
                        "[ERROR] Failed to execute goal compile: Compilation failure"),
                said(ended));
    }

    @Test
    void mavenThatDoesNotStartIsQuoted() throws Exception {
        Ended ended =
                failedBuild("Unrecognized VM option 'NoSuch'", "Error: Could not create the Java Virtual Machine.");
        assertEquals(
                List.of("Unrecognized VM option 'NoSuch'", "Error: Could not create the Java Virtual Machine."),
                said(ended));
        assertTrue(Files.exists(folder.resolve(".isolde/build.log")));
    }
}
