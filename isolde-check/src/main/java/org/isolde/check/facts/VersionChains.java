package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;

/**
 * The versions of every key in the order that the history gives. A version is the last value that a counted transaction wrote
 * to a key; what it wrote in between is skipped.
 *
 * <p>The versions of key {@code k} have the numbers {@code first(k) .. first(k + 1) - 1}, earliest first if the key is
 * {@link #isOrdered}, else in no order. The initial version is before them and has no number.
 */
public final class VersionChains {
    private final int[] first;
    /** The key of a version. */
    private final int[] keyOf;
    /** The value of a version. */
    private final int[] value;
    /** The transaction that wrote it. */
    private final int[] writer;
    /** The version that a value is; -1 if it is none. */
    private final int[] versionOf;
    /** Keys of which two versions are there, and the history does not say which was first; null if there are none. */
    private final boolean[] open;

    private VersionChains(int[] first, int[] keyOf, int[] value, int[] writer, int[] versionOf, boolean[] open) {
        this.first = first;
        this.keyOf = keyOf;
        this.value = value;
        this.writer = writer;
        this.versionOf = versionOf;
        this.open = open;
    }

    static VersionChains of(Facts facts) {
        return new Ordering(facts).chains();
    }

    /** Whether the order of all versions of a key is known. */
    public boolean isOrdered(int key) {
        return open == null || !open[key];
    }

    /** Whether the order of all versions of all keys is known. */
    public boolean areOrdered() {
        return open == null;
    }

    /** The first version of a key, from 0 to {@code history.keys()}; the last one gives the number of all versions. */
    public int first(int key) {
        return first[key];
    }

    public int size() {
        return value.length;
    }

    public int value(int version) {
        return value[version];
    }

    public int writer(int version) {
        return writer[version];
    }

    public int key(int version) {
        return keyOf[version];
    }

    /** The version that a value is, if a counted transaction wrote it last to its key; else -1. */
    public int version(int valueNumber) {
        return valueNumber <= 0 ? -1 : versionOf[valueNumber];
    }

    /** Puts versions, at first numbered as they come, in order. */
    private static final class Ordering {
        private final Facts facts;
        private final History history;
        private final int[] first;
        private final int[] value;
        /** Of each value of a counted transaction, the version that the transaction made of its key in the end. */
        private final int[] installed;

        Ordering(Facts facts) {
            this.facts = facts;
            this.history = facts.history;
            first = new int[history.keys() + 1];
            installed = new int[history.values()];
            Arrays.fill(installed, -1);
            int[] last = new int[history.keys()];
            for (int t = 1; t <= history.transactions(); t++) {
                if (facts.counts(t)) {
                    count(t, last);
                }
            }
            Offsets.sum(first);
            value = new int[first[history.keys()]];
            int[] next = Offsets.next(first);
            Arrays.fill(last, 0);
            for (int t = 1; t <= history.transactions(); t++) {
                if (facts.counts(t)) {
                    place(t, last, next);
                }
            }
        }

        private void count(int t, int[] last) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op) && last[history.key(op)] != t) {
                    last[history.key(op)] = t;
                    first[history.key(op) + 1]++;
                }
            }
        }

        private void place(int t, int[] last, int[] next) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op)) {
                    int key = history.key(op);
                    next[key] += last[key] == t ? 0 : 1;
                    last[key] = t;
                    installed[history.value(op)] = next[key] - 1;
                    value[next[key] - 1] = history.value(op);
                }
            }
        }

        VersionChains chains() {
            int[] keyOf = new int[value.length];
            for (int k = 0; k < history.keys(); k++) {
                Arrays.fill(keyOf, first[k], first[k + 1], k);
            }
            int[] place = places(keyOf);
            int[] ordered = new int[value.length];
            int[] writer = new int[value.length];
            int[] versionOf = new int[history.values()];
            Arrays.fill(versionOf, -1);
            for (int v = 0; v < value.length; v++) {
                ordered[place[v]] = value[v];
                writer[place[v]] = history.writer(value[v]);
                versionOf[value[v]] = place[v];
            }
            return new VersionChains(first, keyOf, ordered, writer, versionOf, open(place, keyOf));
        }

        /**
         * The place of each version among all: those of a key in a topological order of what is given, and behind them, in no
         * order, what lies on a cycle.
         */
        private int[] places(int[] keyOf) {
            VersionOrder given = facts.given();
            int[] edgeFirst = new int[value.length + 1];
            int[] incoming = new int[value.length];
            for (int e = 0; e < given.size(); e++) {
                edgeFirst[installed[given.older(e)] + 1]++;
                incoming[installed[given.newer(e)]]++;
            }
            Offsets.sum(edgeFirst);
            int[] target = new int[given.size()];
            int[] next = Offsets.next(edgeFirst);
            for (int e = 0; e < given.size(); e++) {
                target[next[installed[given.older(e)]]++] = installed[given.newer(e)];
            }
            int[] place = new int[value.length];
            int[] nextPlace = Offsets.next(first);
            int[] queue = new int[value.length];
            int size = 0;
            for (int v = 0; v < value.length; v++) {
                if (incoming[v] == 0) {
                    queue[size++] = v;
                }
            }
            for (int i = 0; i < size; i++) {
                int v = queue[i];
                place[v] = nextPlace[keyOf[v]]++;
                for (int e = edgeFirst[v]; e < edgeFirst[v + 1]; e++) {
                    if (--incoming[target[e]] == 0) {
                        queue[size++] = target[e];
                    }
                }
            }
            for (int v = 0; v < value.length; v++) {
                if (incoming[v] > 0) {
                    place[v] = nextPlace[keyOf[v]]++;
                }
            }
            return place;
        }

        /** An order is the only one if it has all versions, and each is given as the one directly before the next. */
        private boolean[] open(int[] place, int[] keyOf) {
            boolean[] linked = new boolean[value.length];
            boolean[] open = new boolean[history.keys()];
            boolean any = false;
            VersionOrder given = facts.given();
            for (int e = 0; e < given.size(); e++) {
                int older = place[installed[given.older(e)]];
                int newer = place[installed[given.newer(e)]];
                if (newer == older + 1) {
                    linked[newer] = true;
                } else if (newer < older) {
                    open[keyOf[installed[given.older(e)]]] = true;
                    any = true;
                }
            }
            for (int v = 0; v < value.length; v++) {
                boolean single = first[keyOf[v] + 1] - first[keyOf[v]] == 1;
                boolean isKnown = linked[place[v]] || place[v] == first[keyOf[v]];
                if (!single && !(isKnown && given.names(value[v]))) {
                    open[keyOf[v]] = true;
                    any = true;
                }
            }
            return any ? open : null;
        }
    }
}
