package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A test leaves nothing in the folder for temporary files: native libraries are large. */
@Timeout(120)
class TemporaryFilesTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "rocksdb"})
    void nothingIsLeft(String database) throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        ChildIsolde child = ChildIsolde.start(
                List.of("env", "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=" + temporary),
                folder,
                "test",
                "--db",
                database,
                "--isolation",
                "serializable",
                "--level",
                "rc",
                "--sessions",
                "2",
                "--time",
                "200ms");
        assertEquals(Main.SATISFIED, child.code(), child.err());
        // whoever removes the database's folder may outlive the process by a moment
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!left(temporary).isEmpty() && System.nanoTime() < limit) {
            Thread.sleep(50);
        }
        assertEquals(List.of(), left(temporary));
    }

    private static List<String> left(Path temporary) throws IOException {
        try (Stream<Path> left = Files.list(temporary)) {
            return left.map(file -> file.getFileName().toString()).toList();
        }
    }
}
