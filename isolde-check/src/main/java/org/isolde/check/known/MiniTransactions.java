package org.isolde.check.known;

import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.Names;
import org.isolde.check.facts.Subject;
import org.isolde.check.graph.IntList;

import org.isolde.history.History;
import org.isolde.history.Level;

/**
 * What is known of the version orders without search: a transaction that read a version of a key and wrote the key comes
 * after whoever wrote that version, and overwrote it. If two transactions did that (DIVERGENCE, MTC, definition 10), an
 * update was lost, whatever else happened.
 *
 * <p>If every write of the history is preceded by a read of its key (mini-transactions, of any number of operations), and
 * no transaction read two versions of a key, and nothing diverges, that is all there is to know: the version orders are
 * then determined.
 */
public final class MiniTransactions {
    private final Subject subject;
    private final History history;
    /** The transaction that overwrote a value, 0 if none did; not for the initial value. */
    private final int[] nextWriter;
    /** The transaction that overwrote the initial version of a key, 0 if none did. */
    private final int[] firstWriter;
    /** Diverging transactions, by threes: two writers, and the operation with which the second one read the version. */
    private final IntList divergences = new IntList();

    /** A write that is not preceded by a read of its key, or that follows reads of two versions: -1 if there is none. */
    private int blindWrite = -1;

    public MiniTransactions(Subject subject) {
        this.subject = subject;
        this.history = subject.history;
        this.nextWriter = new int[history.values()];
        this.firstWriter = new int[history.keys()];
        link();
    }

    /** Whether the version orders are determined, as far as nothing diverges. */
    public boolean isComplete() {
        return blindWrite < 0;
    }

    /** The transaction of a write that leaves version orders open. */
    public int blindWriter() {
        return history.transactionOf(blindWrite);
    }

    private void link() {
        // the operation of the current transaction that read a key first; its own if not below the first operation
        int[] readOp = new int[history.keys()];
        int[] written = new int[history.keys()];
        java.util.Arrays.fill(readOp, -1);
        for (int t = 1; t <= history.transactions(); t++) {
            if (!subject.counts(t)) {
                continue;
            }
            int first = history.firstOp(t);
            int end = history.firstOp(t + 1);
            for (int op = first; op < end; op++) {
                int key = history.key(op);
                if (history.isWrite(op)) {
                    if (written[key] == t) {
                        continue;
                    }
                    written[key] = t;
                    if (readOp[key] < first) {
                        blindWrite = blindWrite < 0 ? op : blindWrite;
                    } else {
                        overwrite(t, key, readOp[key]);
                    }
                } else if (subject.source(op, t) >= 0) {
                    if (readOp[key] < first) {
                        readOp[key] = op;
                    } else if (history.value(readOp[key]) != history.value(op)) {
                        // two versions of one key: which of them a write replaced can't be told
                        blindWrite = blindWrite < 0 ? op : blindWrite;
                    }
                }
            }
        }
    }

    private void overwrite(int t, int key, int readOp) {
        int value = history.value(readOp);
        int before = value == 0 ? firstWriter[key] : nextWriter[value];
        if (before != 0) {
            divergences.add(before);
            divergences.add(t);
            divergences.add(readOp);
        } else if (value == 0) {
            firstWriter[key] = t;
        } else {
            nextWriter[value] = t;
        }
    }

    /** Who overwrote the version that an operation read: the target of its anti-dependency, or 0. */
    int overwriter(int readOp) {
        int value = history.value(readOp);
        return value == 0 ? firstWriter[history.key(readOp)] : nextWriter[value];
    }

    public int divergences() {
        return divergences.size() / 3;
    }

    /** The lost update of a divergence, as a cycle of an overwritten read and an overwrite. */
    Anomaly lostUpdate(int index, Level level) {
        return lostUpdate(
                history,
                divergences.get(index * 3),
                divergences.get(index * 3 + 1),
                divergences.get(index * 3 + 2),
                level);
    }

    /** Two transactions that overwrote the version that the second one read with an operation, and the first one too. */
    static Anomaly lostUpdate(History history, int a, int b, int readOp, Level level) {
        int key = history.key(readOp);
        Names names = new Names(history);
        String read = names.keyValue(readOp);
        int writer = history.writer(history.value(readOp));
        String first = names.transaction(a);
        String second = names.transaction(b);
        Edge overwritten = Edge.seen(
                b,
                a,
                EdgeKind.RW,
                key,
                second + " read " + read + ", which "
                        + (writer == History.INITIAL ? "was the initial value" : names.transaction(writer) + " wrote")
                        + "; " + first + " overwrote it" + with(history, a, key) + ", so " + second + " comes before "
                        + first);
        Edge overwrite = Edge.seen(
                a,
                b,
                EdgeKind.WW,
                key,
                first + " had read " + read + " as well, and " + second + " overwrote it" + with(history, b, key)
                        + ": whichever of the two came second overwrote what it had not seen");
        return new Anomaly(
                AnomalyKind.LOST_UPDATE,
                level,
                java.util.List.of(a, b),
                key,
                history.value(readOp),
                readOp,
                java.util.List.of(overwritten, overwrite),
                names.transaction(a) + " and " + names.transaction(b) + " both read " + read
                        + " and both overwrote it: one of the two updates was lost");
    }

    /** The value that a transaction leaves behind at a key, in words. */
    private static String with(History history, int transaction, int key) {
        for (int op = history.firstOp(transaction + 1) - 1; op >= history.firstOp(transaction); op--) {
            if (history.isWrite(op) && history.key(op) == key) {
                return " with " + history.valueName(history.value(op));
            }
        }
        throw new IllegalStateException("no such write");
    }
}
