package org.isolde.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code examples/junit}: its test passes, and fails without the lock, as its comment says. */
class SampleProjectTest {
    private static final Path PROJECT = Path.of("..", "examples", "junit");

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        System.clearProperty("lock");
    }

    private Launched run() throws Exception {
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        folder.toString(),
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PROJECT.resolve("src/test/java/shop/SalesTest.java").toString());
        assertEquals(0, code);
        try (URLClassLoader classes =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            return Launched.run(classes.loadClass("shop.SalesTest"), folder.resolve("isolde"));
        }
    }

    @Test
    void itsTestPasses() throws Exception {
        assertEquals(new Launched(1, List.of()), run());
    }

    @Test
    void withoutTheLockASaleIsLost() throws Exception {
        System.setProperty("lock", "false");
        String message = run().message();
        assertTrue(message.contains("LostUpdate (G-single)"), message);
        assertTrue(message.contains("session client "), message);
    }

    /** What it depends on is what this build makes and tests. */
    @Test
    void itsVersionsAreOurs() throws Exception {
        String parent = Files.readString(Path.of("..", "pom.xml"));
        String sample = Files.readString(PROJECT.resolve("pom.xml"));
        for (String property : List.of("junit.version", "h2.version")) {
            String version = parent.replaceAll("(?s).*<" + property + ">(.*?)</.*", "$1");
            assertTrue(sample.contains("<version>" + version + "</version>"), property + " " + version);
        }
        String own = parent.replaceAll("(?s).*?<artifactId>isolde-parent</artifactId>\\s*<version>(.*?)</.*", "$1");
        assertTrue(sample.contains("<artifactId>isolde-junit</artifactId>\n      <version>" + own + "</version>"), own);
    }
}
