package org.isolde.check;

import java.util.Arrays;

/**
 * How many operations of each class a search has used, as numbers that are equal if and only if the counts are.
 *
 * <p>Invariant: number 0 is "none"; any other one is a list of (class, count), by class, counts above 0, kept once: its
 * first pair and the number of the rest.
 */
final class UsedClasses {
    private int[] classOf = new int[16];
    private int[] count = new int[16];
    private int[] rest = new int[16];
    private int size = 1;
    private int[] table = new int[32];
    private final IntList before = new IntList();

    /** How many of a class are used. */
    int count(int used, int wanted) {
        int at = used;
        while (at != 0 && classOf[at] < wanted) {
            at = rest[at];
        }
        return at != 0 && classOf[at] == wanted ? count[at] : 0;
    }

    /** The same and one more of a class. */
    int with(int used, int added) {
        before.clear();
        int at = used;
        while (at != 0 && classOf[at] < added) {
            before.add(at);
            at = rest[at];
        }
        int result = at != 0 && classOf[at] == added ? intern(added, count[at] + 1, rest[at]) : intern(added, 1, at);
        for (int i = before.size() - 1; i >= 0; i--) {
            result = intern(classOf[before.get(i)], count[before.get(i)], result);
        }
        return result;
    }

    /** Whether no class is used more often in the first than in the second. */
    boolean isWithin(int fewer, int more) {
        int a = fewer;
        int b = more;
        while (a != b && a != 0) {
            while (b != 0 && classOf[b] < classOf[a]) {
                b = rest[b];
            }
            if (b == 0 || classOf[b] != classOf[a] || count[b] < count[a]) {
                return false;
            }
            a = rest[a];
            b = rest[b];
        }
        return true;
    }

    long bytes() {
        return 12L * count.length + 4L * table.length;
    }

    private int intern(int first, int times, int others) {
        int mask = table.length - 1;
        int at = hash(first, times, others) & mask;
        while (table[at] != 0) {
            int known = table[at];
            if (classOf[known] == first && count[known] == times && rest[known] == others) {
                return known;
            }
            at = (at + 1) & mask;
        }
        if (size == count.length) {
            classOf = Arrays.copyOf(classOf, size * 2);
            count = Arrays.copyOf(count, size * 2);
            rest = Arrays.copyOf(rest, size * 2);
        }
        classOf[size] = first;
        count[size] = times;
        rest[size] = others;
        table[at] = size++;
        if (size * 2 > table.length) {
            rehash();
        }
        return size - 1;
    }

    private void rehash() {
        table = new int[table.length * 2];
        int mask = table.length - 1;
        for (int i = 1; i < size; i++) {
            int at = hash(classOf[i], count[i], rest[i]) & mask;
            while (table[at] != 0) {
                at = (at + 1) & mask;
            }
            table[at] = i;
        }
    }

    private static int hash(int first, int times, int others) {
        int h = (first * 0x9E3779B9 + times) * 0x85EBCA6B + others;
        h ^= h >>> 15;
        h *= 0xC2B2AE35;
        return h ^ (h >>> 13);
    }
}
