package org.isolde.check.polygraph;

import java.util.Arrays;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Lanes;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;

/**
 * The versions of all keys, each the last write of a counted transaction to a key, with its readers.
 *
 * <p>The versions of key {@code k} are {@code keyFirst[k] .. keyFirst[k + 1] - 1}, sorted by the lane of their writers and
 * then by the place in it, so that those of one lane are a <em>cell</em>: {@code cellFirst[c] .. cellFirst[c + 1] - 1}, and
 * the cells of a key {@code keyCell[k] .. keyCell[k + 1] - 1}. Behind them come the initial versions, that of key {@code k}
 * in row {@code count + k}.
 *
 * <p>Of the transactions that read a version from outside only the last of each lane is kept: what must come after it must
 * come after the earlier ones too. Those that also wrote the key are kept whole: they overwrote what they read.
 */
final class Versions {
    final int count;
    final int[] keyFirst;
    final int[] keyCell;
    final int[] cellFirst;
    final int[] cellLane;
    /** The transaction that installed a version. */
    final int[] writer;
    /** The key of a version. */
    final int[] key;
    /** The last readers of version {@code v}: {@code reader[readerFirst[v]] .. reader[readerFirst[v + 1] - 1]}. */
    final int[] readerFirst;

    final int[] reader;
    /** Those who read a version and wrote its key, in the same way. */
    final int[] updaterFirst;

    final int[] updater;

    private final Facts facts;
    private final History history;
    private final Lanes lanes;
    private final int[] placeOf;
    /** The version that a value belongs to. */
    private final int[] versionOf;

    Versions(Facts facts, Lanes lanes, int[] placeOf) {
        this.facts = facts;
        this.history = facts.history;
        this.lanes = lanes;
        this.placeOf = placeOf;
        int keys = history.keys();
        int[] last = new int[keys];
        keyFirst = new int[keys + 1];
        for (int t : lanes.member) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op) && last[history.key(op)] != t) {
                    last[history.key(op)] = t;
                    keyFirst[history.key(op) + 1]++;
                }
            }
        }
        Offsets.sum(keyFirst);
        count = keyFirst[keys];
        writer = new int[count];
        key = new int[count];
        versionOf = new int[history.values()];
        Arrays.fill(versionOf, -1);
        int[] next = keyFirst.clone();
        for (int t : lanes.member) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op)) {
                    int k = history.key(op);
                    if (next[k] == keyFirst[k] || writer[next[k] - 1] != t) {
                        writer[next[k]] = t;
                        key[next[k]++] = k;
                    }
                    versionOf[history.value(op)] = next[k] - 1;
                }
            }
        }
        IntList cells = new IntList(count / 2 + 16);
        IntList cellLanes = new IntList(count / 2 + 16);
        keyCell = new int[keys + 1];
        for (int k = 0; k < keys; k++) {
            int lane = -1;
            for (int v = keyFirst[k]; v < keyFirst[k + 1]; v++) {
                if (lanes.laneOf[writer[v]] != lane) {
                    lane = lanes.laneOf[writer[v]];
                    cells.add(v);
                    cellLanes.add(lane);
                }
            }
            keyCell[k + 1] = cells.size();
        }
        cells.add(count);
        cellFirst = cells.toArray();
        cellLane = cellLanes.toArray();
        ReaderColumn readers = new ReaderColumn(false);
        readerFirst = readers.first;
        reader = readers.items;
        ReaderColumn updaters = new ReaderColumn(true);
        updaterFirst = updaters.first;
        updater = updaters.items;
    }

    /** Readers of each version: the last of each lane, or all that wrote the key. */
    private final class ReaderColumn {
        final int[] first = new int[count + keyFirst.length];
        final int[] items;

        ReaderColumn(boolean updatersOnly) {
            int versions = count + keyFirst.length - 1;
            int[] last = new int[versions];
            forEachRead(updatersOnly, (version, t) -> {
                if (isNew(last[version], t, updatersOnly)) {
                    first[version + 1]++;
                }
                last[version] = t;
            });
            Offsets.sum(first);
            items = new int[first[versions]];
            int[] next = Arrays.copyOf(first, versions);
            Arrays.fill(last, 0);
            forEachRead(updatersOnly, (version, t) -> {
                if (isNew(last[version], t, updatersOnly)) {
                    next[version]++;
                }
                last[version] = t;
                items[next[version] - 1] = t;
            });
        }

        private boolean isNew(int last, int t, boolean updatersOnly) {
            return last == 0 || (updatersOnly ? last != t : lanes.laneOf[last] != lanes.laneOf[t]);
        }
    }

    /** A read from outside. */
    private interface Read {
        void of(int version, int reader);
    }

    private void forEachRead(boolean updatersOnly, Read read) {
        int[] written = updatersOnly ? new int[history.keys()] : null;
        for (int t : lanes.member) {
            int first = history.firstOp(t);
            int end = history.firstOp(t + 1);
            if (updatersOnly) {
                for (int op = first; op < end; op++) {
                    if (history.isWrite(op)) {
                        written[history.key(op)] = t;
                    }
                }
            }
            for (int op = first; op < end; op++) {
                if (facts.source(op, t) >= 0 && (!updatersOnly || written[history.key(op)] == t)) {
                    read.of(readBy(op), t);
                }
            }
        }
    }

    /** The version that an operation read from outside. */
    int readBy(int op) {
        int version = facts.version(op);
        return version < versionOf.length ? versionOf[version] : version - versionOf.length + count;
    }

    /** The version that a write belongs to. */
    int writtenBy(int op) {
        return versionOf[history.value(op)];
    }

    boolean isInitial(int version) {
        return version >= count;
    }

    /** The key of a version, also of an initial one. */
    int keyOf(int version) {
        return version >= count ? version - count : key[version];
    }

    /** The writer of a version, also of an initial one. */
    int writerOf(int version) {
        return version >= count ? History.INITIAL : writer[version];
    }

    /** The version of a key that a transaction installed, or -1. */
    int of(int k, int t) {
        int lane = lanes.laneOf[t];
        for (int cell = keyCell[k]; cell < keyCell[k + 1]; cell++) {
            if (cellLane[cell] == lane) {
                int place = placeOf[t];
                int low = cellFirst[cell];
                int high = cellFirst[cell + 1] - 1;
                while (low < high) {
                    int middle = (low + high) >>> 1;
                    if (placeOf[writer[middle]] < place) {
                        low = middle + 1;
                    } else {
                        high = middle;
                    }
                }
                return writer[low] == t ? low : -1;
            }
        }
        return -1;
    }
}
