package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTest {
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    @Test
    void aFileThatCannotBeOpenedIsClosed(@TempDir Path folder) throws IOException {
        assumeTrue(Files.isDirectory(OPEN_FILES));
        for (byte[] damaged : new byte[][] {
            {0x1f, (byte) 0x8b, 8},
            {0x1f, (byte) 0x8b, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 7}
        }) {
            Path file = Files.write(folder.resolve("damaged"), damaged);
            assertThrows(IOException.class, () -> Source.of(file));
            assertEquals(0, timesOpen(file));
        }
        Path good = Files.writeString(folder.resolve("good"), "w(1,2,3,4)\n");
        try (Source source = Source.of(good)) {
            assertEquals(1, timesOpen(good), source.name());
        }
        assertEquals(0, timesOpen(good));
    }

    private static long timesOpen(Path file) throws IOException {
        try (Stream<Path> all = Files.list(OPEN_FILES)) {
            return all.filter(descriptor -> {
                        try {
                            return Files.readSymbolicLink(descriptor).equals(file.toRealPath());
                        } catch (IOException e) {
                            // closed meanwhile
                            return false;
                        }
                    })
                    .count();
        }
    }
}
