package org.isolde.history;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Numbers of pairs whatever they are. The pairs are divided into parts by their hash; in the history the numbers of part 0
 * come first, and those of a part are by first appearance.
 *
 * <p>First every stretch of the input sorts its pairs by part, keeping their order; then every part is numbered by itself,
 * stretch by stretch, with a table that fits the cache; and at last every stretch is told its numbers in the order of
 * the input. Threads take whole stretches and whole parts, so nothing depends on them.
 */
final class HashedNumbering implements ValueNumbering {
    /** So many pairs a part, if there can be so many parts: their table is some 500 kB then. */
    private static final int PAIRS_A_PART = 1 << 15;

    private static final int MOST_PARTS = 1 << 8;

    private final int partBits;
    private final int parts;
    private final Stretch[] stretches;
    /** The number before the first of each part. */
    private final int[] before;

    /** @param pairs how many there will be, roughly; the numbers depend on it */
    HashedNumbering(int stretches, long pairs) {
        this.partBits = 64 - Long.numberOfLeadingZeros(Math.min(MOST_PARTS - 1, pairs / PAIRS_A_PART));
        this.parts = 1 << partBits;
        this.stretches = new Stretch[stretches];
        this.before = new int[parts + 1];
    }

    private static long hash(int key, long code) {
        long hash = (code + key * 0xC2B2AE3D27D4EB4FL) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
        return hash * 0xBF58476D1CE4E5B9L;
    }

    /** Pairs sorted by part, those of a part in the order of the input. */
    private static final class Stretch {
        /** The part of each pair, in the order of the input. */
        final byte[] part;
        /** Where the pairs of each part begin. */
        final int[] first;
        /** Keys; once a part is numbered, the numbers of its pairs, from 1. */
        final int[] key;
        /** Codes; once a part is numbered, its codes in the order of their numbers, over all stretches. */
        final long[] code;

        Stretch(byte[] part, int[] first) {
            this.part = part;
            this.first = first;
            this.key = new int[part.length];
            this.code = new long[part.length];
        }
    }

    /** Takes the pairs of a stretch after the other, for one thread. */
    final class Collector {
        private int[] keys = new int[1 << 10];
        private long[] codes = new long[1 << 10];
        private byte[] part = new byte[1 << 10];
        private final int[] next = new int[parts + 1];
        private int size;

        void add(int key, long code) {
            if (size == keys.length) {
                int capacity = (int) Math.min(Integer.MAX_VALUE - 64, 2L * size);
                keys = Arrays.copyOf(keys, capacity);
                codes = Arrays.copyOf(codes, capacity);
                part = Arrays.copyOf(part, capacity);
            }
            int own = partBits == 0 ? 0 : (int) (hash(key, code) >>> (64 - partBits));
            keys[size] = key;
            codes[size] = code;
            part[size++] = (byte) own;
            next[own + 1]++;
        }

        /** What came since the last call are the pairs of a stretch. */
        void end(int stretch) {
            HistoryColumns.stretches(next);
            Stretch sorted = new Stretch(Arrays.copyOf(part, size), next.clone());
            for (int i = 0; i < size; i++) {
                int at = next[part[i] & 0xff]++;
                sorted.key[at] = keys[i];
                sorted.code[at] = codes[i];
            }
            stretches[stretch] = sorted;
            Arrays.fill(next, 0);
            size = 0;
        }
    }

    /** Numbers all pairs, when all stretches have been collected. */
    void number(int threads) {
        AtomicInteger next = new AtomicInteger();
        Workers.compute(Math.min(threads, parts), worker -> {
            Table table = new Table();
            int part;
            while ((part = next.getAndIncrement()) < parts) {
                before[part + 1] = numberPart(part, table);
            }
        });
        HistoryColumns.stretches(before);
    }

    /** Returns how many different pairs the part has. */
    private int numberPart(int part, Table table) {
        table.clear();
        // where the code of the next new pair goes: never beyond the pair that is being looked at
        int newStretch = 0;
        int newAt = stretches[0].first[part];
        for (Stretch stretch : stretches) {
            int end = stretch.first[part + 1];
            for (int i = stretch.first[part]; i < end; i++) {
                long code = stretch.code[i];
                int known = table.size;
                int number = table.intern(stretch.key[i], code);
                stretch.key[i] = number;
                if (number > known) {
                    while (newAt == stretches[newStretch].first[part + 1]) {
                        newAt = stretches[++newStretch].first[part];
                    }
                    stretches[newStretch].code[newAt++] = code;
                }
            }
        }
        return table.size;
    }

    @Override
    public Numbers numbers(int stretch) {
        return new Numbers() {
            private final byte[] part = stretches[stretch].part;
            private final int[] number = stretches[stretch].key;
            private final int[] next = stretches[stretch].first.clone();
            private int pair;

            @Override
            public int next(int key, long code) {
                int own = part[pair++] & 0xff;
                return number[next[own]++] + before[own];
            }
        };
    }

    @Override
    public int size() {
        return before[parts] + 1;
    }

    @Override
    public boolean hasFailed() {
        return false;
    }

    @Override
    public void finish(HistoryColumns columns) {
        long[] codes = new long[size()];
        for (int part = 0; part < parts; part++) {
            int at = before[part] + 1;
            int end = before[part + 1] + 1;
            for (int s = 0; at < end; s++) {
                int first = stretches[s].first[part];
                int count = Math.min(end - at, stretches[s].first[part + 1] - first);
                System.arraycopy(stretches[s].code, first, codes, at, count);
                at += count;
            }
        }
        columns.valueCodes(codes);
    }

    /** The pairs of a part by their numbers, from 1, and an open-addressing table of these. */
    private static final class Table {
        int size;
        private long[] codes = new long[1 << 9];
        private int[] keys = new int[1 << 9];
        private int[] slots = new int[1 << 10];

        void clear() {
            Arrays.fill(slots, 0);
            size = 0;
        }

        int intern(int key, long code) {
            int mask = slots.length - 1;
            int slot = (int) hash(key, code) & mask;
            int found;
            while ((found = slots[slot]) != 0) {
                if (codes[found - 1] == code && keys[found - 1] == key) {
                    return found;
                }
                slot = (slot + 1) & mask;
            }
            codes[size] = code;
            keys[size] = key;
            slots[slot] = ++size;
            int number = size;
            if (size == codes.length) {
                grow();
            }
            return number;
        }

        /** The table is at most half full. */
        private void grow() {
            codes = Arrays.copyOf(codes, 2 * size);
            keys = Arrays.copyOf(keys, 2 * size);
            slots = new int[4 * size];
            int mask = slots.length - 1;
            for (int i = 0; i < size; i++) {
                int slot = (int) hash(keys[i], codes[i]) & mask;
                while (slots[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                slots[slot] = i + 1;
            }
        }
    }
}
