package org.isolde.generate;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * Which version followed which, key by key, or as much of it as is to be known: each version is forgotten with the same
 * chance, and those that are left keep their order.
 *
 * <p>Invariant: the versions stand in the order in which they were installed, all keys together.
 */
final class VersionLog {
    private final double share;
    private final RandomSource random;
    private int[] keys = new int[1024];
    private int[] values = new int[1024];
    private int count;
    private int keyCount;

    VersionLog(double share, RandomSource random) {
        this.share = share;
        this.random = random;
    }

    void add(int key, int value) {
        if (share < 1 && !random.chance(share)) {
            return;
        }
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        keys[count] = key;
        values[count++] = value;
        keyCount = Math.max(keyCount, key + 1);
    }

    /** Writes a version order for each key that has one. */
    void write(IntToLongFunction codeOfKey, TransactionSink sink) throws IOException {
        int[] next = new int[keyCount + 1];
        for (int i = 0; i < count; i++) {
            next[keys[i] + 1]++;
        }
        for (int key = 0; key < keyCount; key++) {
            next[key + 1] += next[key];
        }
        int[] sorted = new int[count];
        for (int i = 0; i < count; i++) {
            sorted[next[keys[i]]++] = values[i];
        }
        // now next[key] is the end of a key's versions
        for (int key = 0, from = 0; key < keyCount; from = next[key++]) {
            if (next[key] > from) {
                sink.versions(
                        codeOfKey.applyAsLong(key),
                        Arrays.stream(sorted, from, next[key]).asLongStream().toArray());
            }
        }
    }
}
