package org.isolde.check.facts;

import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Names;
import org.isolde.check.graph.IntList;

import java.util.ArrayList;
import java.util.List;
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
    private final Subject subject;
    private final History history;
    /** Bad operations and what is wrong with each, in the order of operations. */
    private final IntList operations = new IntList();

    private final List<AnomalyKind> kinds = new ArrayList<>();

    private ReadConsistency(Subject subject) {
        this.subject = subject;
        this.history = subject.history;
    }

    /** Checks all reads, and marks the bad ones in the subject. */
    static ReadConsistency check(Subject subject) {
        ReadConsistency check = new ReadConsistency(subject);
        check.run();
        return check;
    }

    int size() {
        return operations.size();
    }

    int operation(int index) {
        return operations.get(index);
    }

    AnomalyKind kind(int index) {
        return kinds.get(index);
    }

    private void run() {
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
                operations.add(list.get(i));
                kinds.add(all[list.get(i + 1)]);
                subject.badReads.add(list.get(i));
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
        java.util.Arrays.fill(lastWrite, -1);
        return lastWrite;
    }

    /** Pairs of bad operation and ordinal of its anomaly. */
    private IntList classify(int from, int to, OperationSet replaced) {
        IntList found = new IntList();
        int[] lastWrite = lastWrites();
        boolean noneReplaced = replaced.isEmpty();
        for (int t = from; t < to; t++) {
            if (!subject.counts(t)) {
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
                } else if (!subject.allCount() && history.status(writer) == Status.ABORTED) {
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

    /** The anomaly of one bad read, with its story. */
    Anomaly anomaly(int index) {
        int op = operations.get(index);
        AnomalyKind kind = kinds.get(index);
        int reader = history.transactionOf(op);
        int value = history.value(op);
        int writer = history.writer(value);
        Names names = new Names(history);
        String read = names.transaction(reader) + " read " + names.keyValue(op);
        String story = switch (kind) {
            case THIN_AIR_READ -> read + ", which nobody wrote";
            case ABORTED_READ ->
                read + ", which " + names.transaction(writer) + " wrote, and that transaction was rolled back";
            case INTERMEDIATE_READ ->
                read + ", which " + names.transaction(writer) + " wrote and then overwrote itself";
            case FUTURE_READ -> read + ", which it wrote only afterwards";
            case NOT_MY_LAST_WRITE ->
                read + ", an older write of its own, after it had written "
                        + names.keyValue(ownWriteBefore(op, reader));
            default ->
                read + (writer < 0 ? ", which nobody wrote" : " of " + names.transaction(writer))
                        + ", after it had written " + names.keyValue(ownWriteBefore(op, reader)) + " itself";
        };
        List<Integer> involved = writer > 0 && writer != reader ? List.of(writer, reader) : List.of(reader);
        return new Anomaly(kind, kind.breaks(), involved, history.key(op), value, op, List.of(), story);
    }

    private int ownWriteBefore(int op, int transaction) {
        for (int before = op - 1; before >= history.firstOp(transaction); before--) {
            if (history.isWrite(before) && history.key(before) == history.key(op)) {
                return before;
            }
        }
        throw new IllegalStateException("no own write before operation " + op);
    }
}
