package org.isolde.history.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFolderTest {
    @TempDir
    private Path home;

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void whatIsMadeIsForItsOwnerAlone() throws Exception {
        Path folder = home.resolve("a/b");
        PrivateFolder.create(folder);
        assertEquals("rwx------", mode(folder));
        assertEquals("rwx------", mode(home.resolve("a")));
        PrivateFolder.createInside(folder.resolve("run"));
        assertEquals("rwx------", mode(folder.resolve("run")));
        assertThrows(FileAlreadyExistsException.class, () -> PrivateFolder.createInside(folder.resolve("run")));
    }

    /** Whoever makes the folder says who may look. */
    @Test
    void aFolderThatIsThereSaysWhoItIsFor() throws Exception {
        Path folder = Files.createDirectory(home.resolve("shared"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
        PrivateFolder.create(folder);
        assertEquals("rwxr-x---", mode(folder));
        Path run = folder.resolve("run");
        PrivateFolder.createInside(run);
        Files.createDirectory(run.resolve("inner"));
        Path file = Files.writeString(run.resolve("inner/file"), "x");
        Path outside = Files.writeString(home.resolve("outside"), "x");
        Files.setPosixFilePermissions(outside, PosixFilePermissions.fromString("rw-r--r--"));
        Files.createSymbolicLink(run.resolve("link"), outside);
        PrivateFolder.close(run);
        assertEquals("rwxr-x---", mode(run.resolve("inner")));
        assertEquals("rw-r-----", mode(file));
        assertEquals("rw-r--r--", mode(outside), "links are not followed");
    }
}
