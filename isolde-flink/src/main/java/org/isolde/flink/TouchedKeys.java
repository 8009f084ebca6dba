package org.isolde.flink;

import java.util.Arrays;

/**
 * The keys of the transaction that is being looked at, in the order in which it touched them.
 *
 * <p>Invariant: {@code slots} is an open-addressing table at most half full, with one more than the index of a key, or 0.
 */
final class TouchedKeys {
    private TouchedKey[] keys = new TouchedKey[16];
    private int[] slots = new int[32];
    private int count;

    void clear() {
        if (count > 0) {
            count = 0;
            Arrays.fill(slots, 0);
        }
    }

    int size() {
        return count;
    }

    TouchedKey get(int i) {
        return keys[i];
    }

    /** The key of a name, which is among them from now on. */
    TouchedKey of(Name name) {
        int slot = slot(name);
        if (slots[slot] != 0) {
            return keys[slots[slot] - 1];
        }
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, count * 2);
            slots = new int[count * 4];
            for (int i = 0; i < count; i++) {
                slots[slot(keys[i].name)] = i + 1;
            }
            slot = slot(name);
        }
        if (keys[count] == null) {
            keys[count] = new TouchedKey();
        }
        keys[count].begin(name);
        slots[slot] = ++count;
        return keys[count - 1];
    }

    private int slot(Name name) {
        int mask = slots.length - 1;
        int slot = (name.hashCode() * 0x9E3779B9 >>> 16) & mask;
        while (slots[slot] != 0 && !keys[slots[slot] - 1].name.equals(name)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
