package org.isolde.app.monitor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.isolde.online.MemoryMap;
import org.isolde.online.aion.DiskMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The map on disk is the one in memory, and is there again. */
class MonitorDiskTest {
    @TempDir
    private Path folder;

    private DiskMap open() throws IOException {
        return new MonitorDisk((what, share) -> {}).open(folder, 32 << 20);
    }

    private static byte[] key(Random random) {
        byte[] key = new byte[1 + random.nextInt(3)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(16) * 16);
        }
        return key;
    }

    private static void assertSame(DiskMap.Entry one, DiskMap.Entry other) {
        if (one == null || other == null) {
            assertEquals(one, other);
        } else {
            assertArrayEquals(one.key(), other.key());
            assertArrayEquals(one.value(), other.value());
        }
    }

    @Test
    void itIsTheMapInMemory() throws IOException {
        Random random = new Random(7);
        MemoryMap memory = new MemoryMap();
        for (int round = 0; round < 5; round++) {
            try (DiskMap rocks = open()) {
                for (int step = 0; step < 20; step++) {
                    DiskMap.Changes one = memory.changes();
                    DiskMap.Changes other = rocks.changes();
                    for (int i = 0; i < 20; i++) {
                        byte[] key = key(random);
                        if (random.nextInt(3) == 0) {
                            one.remove(key);
                            other.remove(key);
                        } else {
                            byte[] value = {(byte) i, (byte) step};
                            one.put(key, value);
                            other.put(key, value);
                        }
                    }
                    memory.write(one);
                    rocks.write(other);
                    for (int i = 0; i < 50; i++) {
                        byte[] key = key(random);
                        assertArrayEquals(memory.get(key), rocks.get(key));
                        assertSame(memory.floor(key), rocks.floor(key));
                        assertSame(memory.higher(key), rocks.higher(key));
                    }
                }
            }
        }
    }

    private static byte[] number(int i) {
        return new byte[] {'k', (byte) (i >> 8), (byte) i};
    }

    /** How many files of changes there are that were not made. */
    private long parts() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".part")).count();
        }
    }

    @Test
    void largeChangesAreAllOrNothing() throws IOException {
        byte[] value = new byte[100_000];
        try (DiskMap rocks = open()) {
            DiskMap.Changes changes = rocks.changes();
            for (int i = 0; i < 200; i++) {
                value[0] = (byte) i;
                changes.put(number(i), value);
            }
            assertTrue(parts() > 1);
            assertNull(rocks.get(number(0)));
            rocks.write(changes);
            assertEquals(0, parts());
            assertEquals((byte) 150, rocks.get(number(150))[0]);
            // one that is never written
            DiskMap.Changes lost = rocks.changes();
            for (int i = 0; i < 100; i++) {
                lost.remove(number(i));
                lost.put(number(1000 + i), value);
            }
            assertTrue(parts() > 0);
        }
        try (DiskMap rocks = open()) {
            assertEquals(0, parts());
            for (int i = 0; i < 200; i++) {
                assertEquals((byte) i, rocks.get(number(i))[0]);
            }
            assertNull(rocks.get(number(1000)));
        }
    }

    @Test
    void ofAKeyInLargeChangesTheLastOneCounts() throws IOException {
        Random random = new Random(8);
        MemoryMap memory = new MemoryMap();
        for (int round = 0; round < 3; round++) {
            try (DiskMap rocks = open()) {
                DiskMap.Changes one = memory.changes();
                DiskMap.Changes other = rocks.changes();
                for (int i = 0; i < 600; i++) {
                    byte[] key = number(random.nextInt(200));
                    if (random.nextInt(3) == 0) {
                        one.remove(key);
                        other.remove(key);
                    } else {
                        byte[] value = new byte[random.nextInt(100_000)];
                        random.nextBytes(value);
                        one.put(key, value);
                        other.put(key, value);
                    }
                }
                assertTrue(parts() > 1);
                memory.write(one);
                rocks.write(other);
                for (int i = 0; i < 200; i++) {
                    assertArrayEquals(memory.get(number(i)), rocks.get(number(i)));
                    assertSame(memory.higher(number(i)), rocks.higher(number(i)));
                }
            }
        }
    }
}
