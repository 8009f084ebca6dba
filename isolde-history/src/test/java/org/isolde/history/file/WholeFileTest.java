package org.isolde.history.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is there as a whole, or it is not there. */
class WholeFileTest {
    @TempDir
    private Path folder;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void whatIsWrittenReplacesWhatWasThere() throws IOException {
        Path file = folder.resolve("a.txt");
        WholeFile.write(file, "one\n");
        WholeFile.write(file, "two\n");
        assertEquals("two\n", Files.readString(file));
        assertEquals(List.of("a.txt"), names());
    }

    @Test
    void whatFailsLeavesNothing() throws IOException {
        Path file = folder.resolve("a.txt");
        WholeFile.Content fails = out -> {
            out.write(new byte[1 << 20]);
            assertFalse(Files.exists(file) && Files.size(file) > 4, "it is not written in its place");
            throw new IOException("No space left on device");
        };
        assertThrows(IOException.class, () -> WholeFile.write(file, fails));
        assertEquals(List.of(), names());
        WholeFile.write(file, "old\n");
        assertThrows(IOException.class, () -> WholeFile.write(file, fails));
        assertEquals("old\n", Files.readString(file));
        assertEquals(List.of("a.txt"), names());
    }

    @Test
    void anyoneMayReadItWhoMayReadNewFiles() throws IOException {
        Path plain = Files.writeString(folder.resolve("plain"), "");
        Path whole = folder.resolve("whole");
        WholeFile.write(whole, "");
        if (Files.getFileStore(plain).supportsFileAttributeView("posix")) {
            assertEquals(Files.getPosixFilePermissions(plain), Files.getPosixFilePermissions(whole));
        }
    }

    @Test
    void aDeviceIsNotReplaced() throws IOException {
        Path device = Path.of("/dev/null");
        if (Files.exists(device)) {
            WholeFile.write(device, "nothing\n");
            assertTrue(Files.exists(device) && !Files.isRegularFile(device));
        }
    }
}
