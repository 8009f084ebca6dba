package org.isolde.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code isolde test} says of a database that is broken, as a user calls it. */
class BrokenDatabaseTest {
    @TempDir
    Path folder;

    private Usage test(String... options) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "org.isolde.cli.Main",
                "test",
                "--out",
                folder.toString(),
                "--isolation",
                "read-committed",
                "--time",
                "2s",
                "--seed",
                "1"));
        words.addAll(Arrays.asList(options));
        return ChildProcess.run(words, Map.of());
    }

    /** One in five: nobody would find it who never rolls back what he wrote. */
    @Test
    void aForgottenRollbackIsFoundByTheDefaults() throws Exception {
        Usage broken = test("--db", "broken:h2", "--db-option", "fault=forgotten-rollback");
        assertEquals(1, broken.exitCode(), broken::toString);
        assertTrue(broken.out().contains("AbortedRead"), broken::out);
        assertTrue(broken.out().contains("rc         read committed               VIOLATED"), broken::out);
    }
}
