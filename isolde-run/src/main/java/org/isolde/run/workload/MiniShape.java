package org.isolde.run.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * The shape of a mini-transaction (MTC, definition 8): one or two reads and at most two writes, each write behind a read
 * of its key. Written as in {@code rx wx ry}: x is the key that is used first.
 *
 * <p>Invariant: step {@code i} reads or writes, as {@code kinds[i]} says, key x if {@code keys[i]} is 0, and y if it is 1.
 */
final class MiniShape {
    private static final int MOST_READS = 2;
    private static final int MOST_WRITES = 2;

    private final String text;
    private final Steps.Kind[] kinds;
    private final int[] keys;

    private MiniShape(String text) {
        String[] steps = text.split(" ", -1);
        this.text = text;
        this.kinds = new Steps.Kind[steps.length];
        this.keys = new int[steps.length];
        for (int step = 0; step < steps.length; step++) {
            kinds[step] = steps[step].charAt(0) == 'w' ? Steps.Kind.WRITE : Steps.Kind.READ;
            keys[step] = steps[step].charAt(1) - 'x';
        }
    }

    /** The shape of a text. */
    static MiniShape of(String text) {
        return new MiniShape(text);
    }

    /** Every shape there is, the shorter ones first. */
    static List<MiniShape> all() {
        List<MiniShape> shapes = new ArrayList<>();
        List<String> prefixes = List.of("rx");
        while (!prefixes.isEmpty()) {
            List<String> longer = new ArrayList<>();
            for (String prefix : prefixes) {
                shapes.add(new MiniShape(prefix));
                addLonger(prefix, longer);
            }
            prefixes = longer;
        }
        return shapes;
    }

    private static void addLonger(String prefix, List<String> longer) {
        if (count(prefix, 'r') < MOST_READS) {
            longer.add(prefix + " rx");
            longer.add(prefix + " ry");
        }
        if (count(prefix, 'w') < MOST_WRITES) {
            for (char key = 'x'; key <= 'y'; key++) {
                if (prefix.contains("r" + key)) {
                    longer.add(prefix + " w" + key);
                }
            }
        }
    }

    private static long count(String text, char letter) {
        return text.chars().filter(one -> one == letter).count();
    }

    boolean isReadOnly() {
        return Steps.areReadOnly(kinds);
    }

    boolean usesTwoKeys() {
        return text.indexOf('y') >= 0;
    }

    /** How often it writes x (0) or y (1). */
    int writes(int key) {
        int writes = 0;
        for (int step = 0; step < kinds.length; step++) {
            if (kinds[step] == Steps.Kind.WRITE && keys[step] == key) {
                writes++;
            }
        }
        return writes;
    }

    /** The transaction of this shape on these keys. */
    Transaction on(long x, long y, boolean rollsBack) {
        long[] used = new long[keys.length];
        for (int step = 0; step < keys.length; step++) {
            used[step] = keys[step] == 0 ? x : y;
        }
        return new Steps(kinds, used, rollsBack);
    }

    @Override
    public String toString() {
        return text;
    }
}
