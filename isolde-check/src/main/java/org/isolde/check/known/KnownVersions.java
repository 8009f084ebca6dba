package org.isolde.check.known;

import org.isolde.check.Anomaly;
import org.isolde.check.Names;
import org.isolde.check.facts.Subject;
import org.isolde.check.facts.VersionOrder;
import org.isolde.check.facts.VersionSource;
import org.isolde.check.graph.IntList;

import java.util.Arrays;
import org.isolde.history.History;
import org.isolde.history.Level;

/**
 * What is known, without search, of the order of versions: for each version the nearest ones that are known to be later.
 *
 * <p>The version that a transaction installs of a key is the last value that it wrote to it; whatever is said of its other
 * values is said of that one. Versions are value numbers, and the initial version of key {@code k} is number
 * {@code values + k}. The steps from version {@code v} are {@code first[v] .. first[v + 1] - 1} (CSR). A step leads from
 * one transaction's version to another one's, both counted, and says how it is known. The initial version leads to every
 * version that nothing else is known to precede; so whoever read it is known to come before all writers of the key.
 */
final class KnownVersions {
    private final Subject subject;
    private final History history;
    /** The last value that the writer of a value wrote to the same key. */
    private final int[] installed;

    private final int[] first;
    private final int[] older;
    private final int[] newer;
    private final byte[] source;
    /** Who read the same version and wrote its key, by threes: two writers, and the read of the second one. */
    private final IntList divergences = new IntList();

    /**
     * @param derived further orderings, or null
     */
    KnownVersions(Subject subject, VersionOrder versionOrder, DerivedOrderings derived) {
        this.subject = subject;
        this.history = subject.history;
        this.installed = installedValues();
        Steps steps = new Steps();
        for (int i = 0; i < versionOrder.size(); i++) {
            steps.add(versionOrder.older(i), versionOrder.newer(i), versionOrder.source(i));
        }
        addOverwritten(steps);
        for (int i = 0; derived != null && i < derived.size(); i++) {
            steps.add(
                    versionOf(derived.before(i), derived.key(i)),
                    versionOf(derived.after(i), derived.key(i)),
                    VersionSource.DERIVED);
        }
        addFirst(steps);

        int versions = history.values() + history.keys();
        first = new int[versions + 1];
        int count = steps.from.size();
        for (int i = 0; i < count; i++) {
            first[steps.from.get(i) + 1]++;
        }
        for (int v = 0; v < versions; v++) {
            first[v + 1] += first[v];
        }
        older = new int[count];
        newer = new int[count];
        source = new byte[count];
        int[] next = Arrays.copyOf(first, versions);
        for (int i = 0; i < count; i++) {
            int at = next[steps.from.get(i)]++;
            older[at] = steps.older.get(i);
            newer[at] = steps.newer.get(i);
            source[at] = (byte) steps.source.get(i);
        }
    }

    /** The steps while they are collected. */
    private final class Steps {
        final IntList from = new IntList();
        final IntList older = new IntList();
        final IntList newer = new IntList();
        final IntList source = new IntList();
        /** Which installed versions are known to be later than another one than the initial. */
        final boolean[] follows = new boolean[history.values()];

        void add(int olderValue, int newerValue, VersionSource by) {
            from.add(installed[olderValue]);
            older.add(olderValue);
            newer.add(newerValue);
            source.add(by.ordinal());
            follows[installed[newerValue]] = true;
        }

        void addFirst(int key, int value) {
            from.add(history.values() + key);
            older.add(0);
            newer.add(value);
            source.add(VersionSource.INITIAL.ordinal());
        }
    }

    private int[] installedValues() {
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
        // the write of the current transaction to a key, if not below its first operation
        int[] write = new int[history.keys()];
        Arrays.fill(write, -1);
        int[] overwriter = new int[history.values() + history.keys()];
        for (int t = 1; t <= history.transactions(); t++) {
            if (!subject.counts(t)) {
                continue;
            }
            int begin = history.firstOp(t);
            int end = history.firstOp(t + 1);
            boolean writes = false;
            for (int op = begin; op < end; op++) {
                if (installs(op, t)) {
                    write[history.key(op)] = op;
                    writes = true;
                }
            }
            for (int op = begin; writes && op < end; op++) {
                if (write[history.key(op)] < begin || subject.source(op, t) < 0) {
                    continue;
                }
                int version = versionRead(op);
                if (history.value(op) != 0 && overwriter[version] != t) {
                    steps.add(history.value(op), history.value(write[history.key(op)]), VersionSource.OVERWRITTEN);
                }
                if (overwriter[version] == 0) {
                    overwriter[version] = t;
                } else if (overwriter[version] != t && !isLastDivergence(overwriter[version], t)) {
                    divergences.add(overwriter[version]);
                    divergences.add(t);
                    divergences.add(op);
                }
            }
        }
    }

    private boolean isLastDivergence(int a, int b) {
        int size = divergences.size();
        return size > 0 && divergences.get(size - 3) == a && divergences.get(size - 2) == b;
    }

    /** The initial version of a key comes before what follows nothing else; if everything does, before all. */
    private void addFirst(Steps steps) {
        boolean[] hasFirst = new boolean[history.keys()];
        for (int round = 0; round < 2; round++) {
            boolean all = round == 1;
            for (int t = 1; t <= history.transactions(); t++) {
                if (!subject.counts(t)) {
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

    private int versionOf(int writer, int key) {
        for (int op = history.firstOp(writer + 1) - 1; op >= history.firstOp(writer); op--) {
            if (history.isWrite(op) && history.key(op) == key) {
                return history.value(op);
            }
        }
        throw new IllegalArgumentException(
                "transaction " + history.transactionName(writer) + " did not write key " + history.keyName(key));
    }

    /** In how many ways two transactions overwrote the version of a key that both had read (MTC's divergence). */
    int divergences() {
        return divergences.size() / 3;
    }

    /** The lost update of a divergence. */
    Anomaly lostUpdate(int index, Level level) {
        return MiniTransactions.lostUpdate(
                history,
                divergences.get(index * 3),
                divergences.get(index * 3 + 1),
                divergences.get(index * 3 + 2),
                level);
    }

    /** The version that a read saw. */
    int versionRead(int op) {
        int value = history.value(op);
        return value == 0 ? history.values() + history.key(op) : installed[value];
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

    /** The value that the step leads to. */
    int newer(int step) {
        return newer[step];
    }

    int key(int step) {
        return history.key(history.writeOp(newer[step]));
    }

    VersionSource source(int step) {
        return VersionSource.of(source[step]);
    }

    /** Why the later version of a step is later, in words. */
    String because(int step, Names names) {
        return source(step).because(history, names, older[step], newer[step]);
    }
}
