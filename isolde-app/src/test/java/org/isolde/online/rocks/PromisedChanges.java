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
        powerCuts(folder);
    }

    private static DiskMap.Changes large(DiskMap map, int mark) {
        DiskMap.Changes changes = map.changes();
        byte[] value = new byte[100_000];
        value[0] = (byte) mark;
        for (int i = 0; i < 100; i++) {
            changes.put(number(i), value);
        }
        return changes;
    }

    private static void powerCuts(Path folder) throws IOException {
        UnforcedNames storage = new UnforcedNames();
        RocksOpener opener = new RocksOpener(storage);
        try (DiskMap rocks = opener.open(folder, 32 << 20)) {
            rocks.write(large(rocks, 10));
            DiskMap.Changes later = rocks.changes();
            later.put(number(5), new byte[] {11});
            rocks.write(later);
        }
        storage.powerCut();
        // the large changes are not made once more, over what came behind them
        try (DiskMap rocks = opener.open(folder, 32 << 20)) {
            assertEquals(11, rocks.get(number(5))[0]);
            assertEquals(10, rocks.get(number(6))[0]);
            ((RocksChanges) large(rocks, 12)).writeFile();
        }
        storage.powerCut();
        try (DiskMap rocks = opener.open(folder, 32 << 20)) {
            assertEquals(12, rocks.get(number(5))[0]);
        }
    }
}
