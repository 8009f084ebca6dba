package org.isolde.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The build of a plug-in: its database is held to the contract, with Isolde and the test jar on the class path, and
 * nothing else of Isolde's tests.
 */
@Timeout(300)
class PluginContractTest {
    /** What the test jar has in it; the pom says the same. */
    private static final String IN_THE_JAR = "org/isolde/run/contract";

    @TempDir
    private Path folder;

    @Test
    void aPluginIsTestedByTheContractInItsOwnBuild() throws Exception {
        Path tests = place();
        Path jar = Files.createDirectories(folder.resolve("jar"));
        copy(tests.resolve(IN_THE_JAR), Files.createDirectories(jar.resolve(IN_THE_JAR)));
        Path plugin = Files.createDirectory(folder.resolve("plugin"));
        String classPath = plugin + File.pathSeparator + jar + File.pathSeparator + without(tests);
        compile(tests.resolve("plugin/mine"), plugin, classPath);
        String said = run(classPath);
        assertTrue(said.matches("(?s)(.*\\D)?(\\d{2,}) tests, \\2 succeeded\\s*"), said);
    }

    /** Where the classes of the tests are. */
    private static Path place() throws URISyntaxException {
        return Path.of(PluginContractTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private static String without(Path tests) {
        return String.join(
                File.pathSeparator,
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .filter(entry -> !Path.of(entry).equals(tests))
                        .toList());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static void compile(Path sources, Path to, String classPath) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-d", to.toString(), "-cp", classPath, "-proc:none"));
        try (Stream<Path> files = Files.list(sources)) {
            files.forEach(file -> arguments.add(file.toString()));
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
    }

    private String run(String classPath) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        "mine.RunTests")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertTrue(process.waitFor(4, TimeUnit.MINUTES), "it hangs");
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(output);
        assertEquals(0, process.exitValue(), said);
        return said;
    }
}
