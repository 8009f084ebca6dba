package org.isolde.online.rocks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.isolde.app.monitor.RocksPromise;
import org.isolde.online.aion.DiskMap;

/** Large changes that were promised, and not made before the process was killed, are made at the next opening. */
public final class PromisedChanges implements RocksPromise {
    private static byte[] number(int i) {
        return new byte[] {'k', (byte) i};
    }

    @Override
    public void check(Path folder) throws IOException {
        RocksOpener opener = new RocksOpener();
        byte[] value = new byte[100_000];
        Path kept = folder.resolve("kept");
        Path redo = folder.resolve("changes.redo");
        try (DiskMap rocks = opener.open(folder, 32 << 20)) {
            DiskMap.Changes changes = rocks.changes();
            for (int i = 0; i < 100; i++) {
                changes.put(number(i), value);
            }
            rocks.write(changes);
            changes = rocks.changes();
            value[0] = 9;
            for (int i = 0; i < 100; i++) {
                changes.put(number(i), value);
            }
            ((RocksChanges) changes).writeFile();
            Files.copy(redo, kept, StandardCopyOption.REPLACE_EXISTING);
            assertEquals(0, rocks.get(number(5))[0]);
        }
        try (DiskMap rocks = opener.open(folder, 32 << 20)) {
            assertEquals(9, rocks.get(number(5))[0]);
            assertFalse(Files.exists(redo));
        }
        // killed before the file was gone: once more
        Files.move(kept, redo);
        try (DiskMap rocks = opener.open(folder, 32 << 20)) {
            assertEquals(9, rocks.get(number(99))[0]);
        }
    }
}
