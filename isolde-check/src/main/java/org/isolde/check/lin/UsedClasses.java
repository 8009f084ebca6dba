package org.isolde.check.lin;

import java.util.Arrays;
import org.isolde.check.graph.IntList;

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
    /** A bit for each of the used ones, several for one bit: what has a bit that another one lacks is not within it. */
    private long[] bits = new long[16];

    private int size = 1;
    private int[] table = new int[32];
    private final IntList classesOfResult = new IntList();
    private final IntList countsOfResult = new IntList();

    /** So many of one class. */
    int of(int used, int times) {
        return intern(used, times, 0);
    }

    /** The same and one more of a class. */
    int with(int used, int added) {
        int at = copyBefore(used, added);
        boolean known = at != 0 && classOf[at] == added;
        return onTop(intern(added, known ? count[at] + 1 : 1, known ? rest[at] : at));
    }

    /** The same and one less of a class, if there is one. */
    int without(int used, int removed) {
        int at = copyBefore(used, removed);
        if (at == 0 || classOf[at] != removed) {
            return used;
        }
        return onTop(count[at] == 1 ? rest[at] : intern(removed, count[at] - 1, rest[at]));
    }

    /** Of each class the greater of two counts. */
    int union(int a, int b) {
        if (isWithin(a, b)) {
            return b;
        }
        classesOfResult.clear();
        countsOfResult.clear();
        int left = a;
        int right = b;
        while (left != 0 && right != 0 && left != right) {
            int first = Math.min(classOf[left], classOf[right]);
            int most = 0;
            if (classOf[left] == first) {
                most = count[left];
                left = rest[left];
            }
            if (classOf[right] == first) {
                most = Math.max(most, count[right]);
                right = rest[right];
            }
            classesOfResult.add(first);
            countsOfResult.add(most);
        }
        return onTop(left == 0 ? right : left);
    }

    /** Notes down the pairs before a class; returns the rest. */
    private int copyBefore(int used, int wanted) {
        classesOfResult.clear();
        countsOfResult.clear();
        int at = used;
        while (at != 0 && classOf[at] < wanted) {
            classesOfResult.add(classOf[at]);
            countsOfResult.add(count[at]);
            at = rest[at];
        }
        return at;
    }

    /** Puts the pairs that were noted down before a list. */
    private int onTop(int list) {
        int result = list;
        for (int i = classesOfResult.size() - 1; i >= 0; i--) {
            result = intern(classesOfResult.get(i), countsOfResult.get(i), result);
        }
        return result;
    }

    /** Whether no class is used more often in the first than in the second. */
    boolean isWithin(int fewer, int more) {
        if ((bits[fewer] & ~bits[more]) != 0) {
            return false;
        }
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
        return 20L * count.length + 4L * table.length;
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
            bits = Arrays.copyOf(bits, size * 2);
        }
        classOf[size] = first;
        count[size] = times;
        rest[size] = others;
        bits[size] = bits[others];
        for (int i = 1; i <= times; i++) {
            bits[size] |= 1L << hash(first, i, 0);
        }
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
