package org.isolde.online.aion;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.isolde.online.axiom.Decoder;
import org.isolde.online.axiom.Encoder;
import org.junit.jupiter.api.Test;

class PackedKeysTest {
    private static byte[] name(int key) {
        return new Encoder().ordered(key).toBytes();
    }

    /** What the map should have of a key. */
    private record Expected(byte[] record, byte[] reads, boolean waits) {}

    private static void assertFound(Expected expected, PackedKeys packed) {
        assertEquals(expected.waits, packed.waits());
        assertArrayEquals(expected.record, bytes(packed.record(), expected.record.length));
        assertArrayEquals(expected.reads, bytes(packed.reads(), expected.reads.length));
    }

    private static byte[] bytes(Decoder decoder, int length) {
        byte[] bytes = decoder.raw(length);
        assertFalse(decoder.hasMore());
        return bytes;
    }

    @Test
    void asAMapDoes() {
        Random random = new Random(3);
        PackedKeys packed = new PackedKeys();
        Map<Integer, Expected> all = new HashMap<>();
        Map<Integer, byte[]> disk = new HashMap<>();
        for (int i = 0; i < 300_000; i++) {
            int key = random.nextInt(20_000);
            assertEquals(all.containsKey(key), packed.look(name(key), 8));
            if (all.containsKey(key)) {
                assertFound(all.get(key), packed);
            }
            Expected expected = all.remove(key);
            assertEquals(expected != null, packed.take(name(key), 8));
            if (expected != null) {
                assertFound(expected, packed);
            }
            if (random.nextInt(3) > 0) {
                byte[] record = new byte[random.nextInt(random.nextInt(50) == 0 ? 5000 : 60)];
                random.nextBytes(record);
                byte[] reads = new byte[random.nextInt(4)];
                byte[] both =
                        new Encoder().raw(record).raw(reads).raw(new byte[3]).toBytes();
                boolean waits = random.nextBoolean();
                assertTrue(packed.put(name(key), both, both.length - 3, reads.length, waits));
                all.put(key, new Expected(record, reads, waits));
            }
            if (random.nextInt(20_000) == 0) {
                save(packed, all, disk);
            }
            if (random.nextInt(50_000) == 0) {
                save(packed, all, disk);
                packed.shrink(packed.bytes() / 2);
                int before = all.size();
                all.keySet().removeIf(each -> !packed.look(name(each), 8));
                assertTrue(all.size() < before && !all.isEmpty());
            }
            if (random.nextInt(30_000) == 0) {
                shorten(packed, all);
            }
            assertEquals(all.size(), packed.size());
        }
        all.forEach((key, record) -> assertTrue(packed.take(name(key), 8)));
        assertEquals(0, packed.size());
        packed.shrink(0);
        assertTrue(packed.bytes() < 1 << 10, "what was taken out takes no room: " + packed.bytes());
    }

    private static void save(PackedKeys packed, Map<Integer, Expected> all, Map<Integer, byte[]> disk) {
        disk.clear();
        packed.save((array, name, record, end) -> disk.put(
                ByteBuffer.wrap(array, name, record - name).getInt(name + 4), Arrays.copyOfRange(array, record, end)));
        assertEquals(all.values().stream().filter(Expected::waits).count(), disk.size());
        all.replaceAll((key, expected) -> {
            if (expected.waits) {
                assertArrayEquals(expected.record, disk.get(key));
            }
            return new Expected(expected.record, expected.reads, false);
        });
    }

    /** Long records lose their second half. */
    private static void shorten(PackedKeys packed, Map<Integer, Expected> all) {
        packed.shorten((array, name, record, end) -> end - record > 30 ? record + (end - record) / 2 : end);
        all.replaceAll((key, old) -> {
            int length = old.record.length;
            return length > 30 ? new Expected(Arrays.copyOf(old.record, length / 2), old.reads, true) : old;
        });
        long bytes = 0;
        for (Expected each : all.values()) {
            bytes += 7 + 8 + each.record.length + each.reads.length + 3;
        }
        assertTrue(packed.bytes() < bytes + 4 * (1 << 18) + 8L * (1 << 16), "no garbage: " + packed.bytes());
    }

    @Test
    void garbageIsBounded() {
        PackedKeys packed = new PackedKeys();
        byte[] record = new byte[60];
        for (int i = 0; i < 2_000_000; i++) {
            packed.take(name(i % 40_000), 8);
            packed.put(name(i % 40_000), record, record.length, 0, true);
        }
        assertEquals(40_000, packed.size());
        assertTrue(packed.bytes() < 40_000 * 76 * 2 + (1 << 20), "takes " + packed.bytes());
    }

    @Test
    void whatIsVeryLongIsLeftToTheDisk() {
        PackedKeys packed = new PackedKeys();
        assertFalse(packed.put(name(1), new byte[1 << 20], 1 << 20, 0, true));
        assertFalse(packed.take(name(1), 8));
    }
}
