package org.isolde.online.aion;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedKeysTest {
    private static byte[] name(int key) {
        return new Encoder().ordered(key).toBytes();
    }

    @Test
    void asAMapDoes() {
        Random random = new Random(3);
        PackedKeys packed = new PackedKeys();
        Map<Integer, byte[]> all = new HashMap<>();
        for (int i = 0; i < 300_000; i++) {
            int key = random.nextInt(20_000);
            byte[] expected = all.remove(key);
            byte[] taken = packed.take(name(key));
            if (expected == null) {
                assertNull(taken);
            } else {
                assertArrayEquals(expected, taken);
            }
            if (random.nextInt(3) > 0) {
                byte[] record = new byte[random.nextInt(random.nextInt(50) == 0 ? 5000 : 60)];
                random.nextBytes(record);
                assertTrue(packed.put(name(key), record));
                all.put(key, record);
            }
            if (random.nextInt(1000) == 0) {
                packed.compact();
            }
            if (random.nextInt(100_000) == 0) {
                packed.clear();
                all.clear();
            }
            assertEquals(all.size(), packed.size());
        }
        all.forEach((key, record) -> assertArrayEquals(record, packed.take(name(key))));
        packed.compact();
        assertEquals(0, packed.size());
        assertTrue(packed.bytes() < 1 << 20, "what was taken out takes no room: " + packed.bytes());
    }

    @Test
    void whatIsVeryLongIsLeftToTheDisk() {
        PackedKeys packed = new PackedKeys();
        assertFalse(packed.put(name(1), new byte[1 << 20]));
        assertNull(packed.take(name(1)));
    }
}
