package org.isolde.check.known;

import java.util.Arrays;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.Offsets;
import org.isolde.history.History;

/**
 * What is known, without search, of the order of versions: for each version the nearest ones that are known to be later.
 *
 * <p>The version that a transaction installs of a key is the last value that it wrote to it; whatever is said of its other
 * values is said of that one. Versions are numbered as in {@link Facts#version}. The steps from version {@code v} are {@code first[v] .. first[v + 1] - 1} (CSR). A step leads from
 * one transaction's version to another one's, both counted, and says how it is known. The initial version leads to every
 * version that nothing else is known to precede; so whoever read it is known to come before all writers of the key.
 */
final class VersionSteps {
    private final Facts facts;
    private final History history;
    /** The last value that the writer of a value wrote to the same key. */
    private final int[] installed;

    private final int[] first;
    private final int[] older;
    private final int[] newer;
    /** Whether whoever made the later version of a step had read the earlier one. */
    private final boolean[] byRead;

    VersionSteps(Facts facts) {
        this.facts = facts;
        this.history = facts.history;
        this.installed = installedValues(history);
        Steps steps = new Steps();
        VersionOrder given = facts.given();
        for (int i = 0; i < given.size(); i++) {
            steps.add(given.older(i), given.newer(i), false);
        }
        addOverwritten(steps);
        addFirst(steps);

        int versions = facts.versions();
        first = new int[versions + 1];
        int count = steps.from.size();
        for (int i = 0; i < count; i++) {
            first[steps.from.get(i) + 1]++;
        }
        Offsets.sum(first);
        older = new int[count];
        newer = new int[count];
        byRead = new boolean[count];
        int[] next = Arrays.copyOf(first, versions);
        for (int i = 0; i < count; i++) {
            int at = next[steps.from.get(i)]++;
            older[at] = steps.older.get(i);
            newer[at] = steps.newer.get(i);
            byRead[at] = steps.byRead.get(i) != 0;
        }
    }

    /** The steps while they are collected. */
    private final class Steps {
        final IntList from = new IntList();
        final IntList older = new IntList();
        final IntList newer = new IntList();
        final IntList byRead = new IntList();
        /** Which installed versions are known to be later than another one than the initial. */
        final boolean[] follows = new boolean[history.values()];

        void add(int olderValue, int newerValue, boolean read) {
            from.add(installed[olderValue]);
            older.add(olderValue);
            newer.add(newerValue);
            byRead.add(read ? 1 : 0);
            follows[installed[newerValue]] = true;
        }

        void addFirst(int key, int value) {
            from.add(history.values() + key);
            older.add(0);
            newer.add(value);
            byRead.add(0);
        }
    }

    /** By value, the last one that its writer wrote to the same key. */
    static int[] installedValues(History history) {
        int[] last = new int[history.values()];
        int[] lastWrite = new int[history.keys()];
        for (int t = 1; t <= history.transactions(); t++) {
            int begin = history.firstOp(t);
            int end = history.firstOp(t + 1);
            for (int op = begin; op < end; op++) {
                if (history.isWrite(op)) {
                    lastWrite[history.key(op)] = op;
                }
            }
            for (int op = begin; op < end; op++) {
                if (history.isWrite(op) && history.writeOp(history.value(op)) == op) {
                    last[history.value(op)] = history.value(lastWrite[history.key(op)]);
                }
            }
        }
        return last;
    }

    /** Whether an operation of a transaction installs a version. */
    private boolean installs(int op, int t) {
        return history.isWrite(op)
                && installed[history.value(op)] == history.value(op)
                && history.writeOp(history.value(op)) == op
                && history.writer(history.value(op)) == t;
    }

    /** Whoever read a version and wrote its key comes after its writer. */
    private void addOverwritten(Steps steps) {
        int[] lastUpdater = new int[facts.versions()];
        Updates.forEach(facts, (t, read, write) -> {
            int version = facts.version(read);
            if (history.value(read) != 0 && lastUpdater[version] != t) {
                steps.add(history.value(read), history.value(write), true);
            }
            lastUpdater[version] = t;
        });
    }

    /** The initial version of a key comes before what follows nothing else; if everything does, before all. */
    private void addFirst(Steps steps) {
        boolean[] hasFirst = new boolean[history.keys()];
        for (int round = 0; round < 2; round++) {
            boolean all = round == 1;
            for (int t = 1; t <= history.transactions(); t++) {
                if (!facts.counts(t)) {
                    continue;
                }
                for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                    int key = history.key(op);
                    if (!installs(op, t)) {
                        continue;
                    }
                    if (all ? !hasFirst[key] : !steps.follows[history.value(op)]) {
                        steps.addFirst(key, history.value(op));
                        hasFirst[key] |= !all;
                    }
                }
            }
        }
    }

    /** The version that a read saw. */
    int versionRead(int op) {
        int version = facts.version(op);
        return version < installed.length ? installed[version] : version;
    }

    int versions() {
        return first.length - 1;
    }

    /** The first step from a version; the steps end where those of the next version begin. */
    int firstStep(int version) {
        return first[version];
    }

    /** The transaction of the earlier version of a step; the initial one for an initial version. */
    int before(int step) {
        return history.writer(older[step]);
    }

    /** The transaction of the later version of a step. */
    int after(int step) {
        return history.writer(newer[step]);
    }

    int key(int step) {
        return history.key(history.writeOp(newer[step]));
    }

    /** Whether whoever made the later version had read the earlier one. */
    boolean isByRead(int step) {
        return byRead[step];
    }
}
