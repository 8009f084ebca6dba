package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.AnomalyKind;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * Read consistency, which every level but {@code ru} demands: algorithm 4 of AWDIT.
 *
 * <p>Every read of a counted transaction is classified once, in this order: what it should have seen of its own
 * transaction's writes, thin air, aborted, intermediate. Linear in the history. List reads are classified by
 * {@link ListReads}.
 */
final class ReadConsistency {
    private final Counted counted;
    private final History history;

    private ReadConsistency(Counted counted) {
        this.counted = counted;
        this.history = counted.history();
    }

    /** Examines all reads but those of lists. */
    static void examine(Counted counted, BadReads badReads) {
        new ReadConsistency(counted).run(badReads);
    }

    private void run(BadReads badReads) {
        int workers = Ranges.workers(history);
        IntList[] overwritten = new IntList[workers];
        Ranges.transactions(history, (w, from, to) -> overwritten[w] = overwrittenWrites(from, to));
        OperationSet replaced = new OperationSet(history.operations());
        for (IntList list : overwritten) {
            for (int i = 0; i < list.size(); i++) {
                replaced.add(list.get(i));
            }
        }
        IntList[] found = new IntList[workers];
        Ranges.transactions(history, (w, from, to) -> found[w] = classify(from, to, replaced));
        AnomalyKind[] all = AnomalyKind.values();
        for (IntList list : found) {
            for (int i = 0; i < list.size(); i += 2) {
                badReads.add(list.get(i), all[list.get(i + 1)], history.value(list.get(i)));
            }
        }
    }

    /** Writes that the same transaction overwrote later. */
    private IntList overwrittenWrites(int from, int to) {
        IntList overwritten = new IntList();
        int[] lastWrite = lastWrites();
        for (int t = from; t < to; t++) {
            int first = history.firstOp(t);
            int end = history.firstOp(t + 1);
            for (int op = first; op < end; op++) {
                if (history.isWrite(op)) {
                    int key = history.key(op);
                    int before = lastWrite[key];
                    if (before >= first) {
                        overwritten.add(before);
                    }
                    lastWrite[key] = op;
                }
            }
        }
        return overwritten;
    }

    /** The last write of each key so far; it is one of the current transaction iff it is not before its first operation. */
    private int[] lastWrites() {
        int[] lastWrite = new int[history.keys()];
        Arrays.fill(lastWrite, -1);
        return lastWrite;
    }

    /** Pairs of bad operation and ordinal of its anomaly. */
    private IntList classify(int from, int to, OperationSet replaced) {
        IntList found = new IntList();
        int[] lastWrite = lastWrites();
        boolean noneReplaced = replaced.isEmpty();
        for (int t = from; t < to; t++) {
            if (!counted.counts(t)) {
                continue;
            }
            int first = history.firstOp(t);
            int end = history.firstOp(t + 1);
            for (int op = first; op < end; op++) {
                byte kind = history.kind(op);
                int key = history.key(op);
                if (OpKind.isWrite(kind)) {
                    lastWrite[key] = op;
                    continue;
                }
                if (kind == OpKind.LIST_READ || kind == OpKind.CAS_FAILED) {
                    continue;
                }
                int value = history.value(op);
                int own = lastWrite[key];
                int writer = history.writer(value);
                if (own >= first) {
                    if (history.value(own) != value) {
                        AnomalyKind bad = writer != t
                                ? AnomalyKind.NOT_MY_OWN_WRITE
                                : history.writeOp(value) < op ? AnomalyKind.NOT_MY_LAST_WRITE : AnomalyKind.FUTURE_READ;
                        add(found, op, bad);
                    }
                } else if (value == 0) {
                    continue;
                } else if (writer == History.NOBODY) {
                    add(found, op, AnomalyKind.THIN_AIR_READ);
                } else if (writer == t) {
                    add(found, op, AnomalyKind.FUTURE_READ);
                } else if (!counted.allCount() && history.status(writer) == Status.ABORTED) {
                    add(found, op, AnomalyKind.ABORTED_READ);
                } else if (!noneReplaced && replaced.contains(history.writeOp(value))) {
                    add(found, op, AnomalyKind.INTERMEDIATE_READ);
                }
            }
        }
        return found;
    }

    private static void add(IntList found, int op, AnomalyKind kind) {
        found.add(op);
        found.add(kind.ordinal());
    }
}
