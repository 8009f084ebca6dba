package org.isolde.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.Anomaly;
import org.isolde.check.CheckResult;
import org.isolde.check.TimestampSnapshots;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * The part of a history that shows an anomaly of timestamps: what the anomaly speaks of, and whatever that rests on.
 *
 * <p>Unlike a {@link Selection}, it can't be found by leaving out and checking again: without some writer a snapshot is another
 * one, and a read that was right would be wrong. So it is built up from nothing.
 *
 * <p>Invariant, when it is whole: the part violates an axiom only where the whole violates it too, for
 * <ul>
 *   <li>a read comes with the last writer that it must see by the timestamps, or with what its own transaction did to the key
 *       just before it, and with the writers of unknown outcome whose value it saw;
 *   <li>of the values of a list that is read, all writes are there or none;
 *   <li>a writer whose timestamps are also another one's stays a writer, for those who only read come later then;
 *   <li>all else, sessions, overlaps and real time, is a question about two transactions, which the rest can't change.
 * </ul>
 */
final class TimestampPart {
    private static final int MOST = 500;

    private final History history;
    private final Anomaly anomaly;
    private final BitSet transactions = new BitSet();
    private final BitSet operations = new BitSet();
    /** Keys of which a list is read. */
    private final BitSet listKeys = new BitSet();
    /** Operations of which it is not yet known what they rest on. */
    private final Deque<Integer> added = new ArrayDeque<>();

    /** By key and value; only of keys that were asked for. */
    private final Map<Integer, Map<Integer, List<Integer>>> repeatedWrites = new HashMap<>();

    private TimestampSnapshots snapshots;

    private TimestampPart(CheckResult result, Anomaly anomaly) {
        this.history = result.history();
        this.anomaly = anomaly;
    }

    /** The part of the result's history that shows an anomaly; null if that is too large to be of use. */
    static Excerpt of(CheckResult result, Anomaly anomaly) {
        TimestampPart part = new TimestampPart(result, anomaly);
        part.anomaly();
        part.complete();
        if (part.isTooLarge()) {
            return null;
        }
        return Excerpt.of(part.history, part.transactions.stream().toArray(), part.operations::get);
    }

    // ---- what the anomaly speaks of

    private void anomaly() {
        int transaction = anomaly.transactions().get(0);
        switch (anomaly.kind()) {
            case UNSTEADY_READ, NOT_FROM_SNAPSHOT -> {
                if (anomaly.expectation().place() >= 0) {
                    listKeys.set(anomaly.key());
                    addWrites(anomaly.expectation().value(), anomaly.key());
                }
                add(anomaly.operation());
                addWrites(anomaly.value(), anomaly.key());
            }
            case OVERLAPPING_WRITERS, SAME_COMMIT_TIMESTAMP ->
                anomaly.transactions().forEach(t -> add(writeOf(t, anomaly.key())));
            case SESSION_NOT_SEEN -> {
                // behind a gap there is nobody to name; one before it shows that there is a gap
                int before = anomaly.transactions().size() > 1
                        ? anomaly.transactions().get(1)
                        : transaction - 1;
                if (anomaly.transactions().size() == 1) {
                    // and whom it follows, for it would be said to miss another one
                    followed(transaction);
                }
                int missed = missedRead(before, transaction);
                if (missed >= 0) {
                    add(missed);
                    add(lastWriteOf(before, history.key(missed)));
                } else {
                    example(before);
                    example(transaction);
                }
            }
            default -> anomaly.transactions().forEach(this::example);
        }
    }

    /** Adds the transaction before one in its session, of those that take part. */
    private void followed(int transaction) {
        int first = history.firstTransaction(history.session(transaction));
        for (int t = transaction - 1; t >= first; t--) {
            if (takesPart(t)) {
                example(t);
                return;
            }
        }
    }

    /** The first read of something that another transaction wrote, which is what a session would notice; -1 if there is none. */
    private int missedRead(int writer, int reader) {
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            if (history.kind(op) == OpKind.READ && lastWriteOf(writer, history.key(op)) >= 0) {
                return op;
            }
        }
        return -1;
    }

    /** A transaction of which any operation will do, the more telling the better. */
    private void example(int t) {
        transactions.set(t);
        int write = anyWrite(t);
        if (write >= 0) {
            add(write);
        } else if (history.firstOp(t) < history.firstOp(t + 1)) {
            add(history.firstOp(t));
        }
    }

    // ---- what that rests on

    private void complete() {
        do {
            while (!added.isEmpty() && !isTooLarge()) {
                restsOn(added.remove());
            }
            if (!isTooLarge()) {
                keepWriters();
            }
        } while (!added.isEmpty() && !isTooLarge());
    }

    /** Where few values are written to a list over and over, a part that is true to it is nearly the whole. */
    private boolean isTooLarge() {
        return transactions.cardinality() > MOST;
    }

    private void add(int op) {
        if (op >= 0 && !operations.get(op)) {
            operations.set(op);
            transactions.set(history.transactionOf(op));
            added.add(op);
        }
    }

    private void restsOn(int op) {
        int t = history.transactionOf(op);
        int key = history.key(op);
        switch (history.kind(op)) {
            case OpKind.CAS_READ -> {
                add(op + 1);
                read(t, key, op);
            }
            case OpKind.READ, OpKind.CAS_FAILED -> read(t, key, op);
            case OpKind.LIST_READ -> listRead(t, key, op);
            case OpKind.CAS_WRITE -> {
                add(op - 1);
                written(key, op);
            }
            default -> written(key, op);
        }
    }

    private void read(int t, int key, int op) {
        if (!takesPart(t)) {
            return;
        }
        for (int before = op - 1; before >= history.firstOp(t); before--) {
            if (history.key(before) == key && history.kind(before) != OpKind.CAS_FAILED) {
                add(before);
                return;
            }
        }
        int writer = snapshotWriter(t, key, op);
        if (writer > History.INITIAL) {
            add(lastWriteOf(writer, key));
        }
        if (history.kind(op) == OpKind.CAS_FAILED) {
            addUnknownWriter(key);
        } else {
            addUnknownWrites(history.value(op), key);
        }
    }

    private int snapshotWriter(int t, int key, int op) {
        Anomaly.Expectation known = anomaly.expectation();
        if (op == anomaly.operation() && known != null && known.place() < 0) {
            return known.writer();
        }
        if (snapshots == null) {
            snapshots = new TimestampSnapshots(history, anomaly.level());
        }
        return snapshots.writer(t, key);
    }

    private void listRead(int t, int key, int op) {
        if (!takesPart(t)) {
            return;
        }
        if (!listKeys.get(key)) {
            listKeys.set(key);
            for (int kept = operations.nextSetBit(0); kept >= 0; kept = operations.nextSetBit(kept + 1)) {
                if (history.isWrite(kept)) {
                    written(history.key(kept), kept);
                }
            }
        }
        List<Integer> own = new ArrayList<>();
        int read = -1;
        for (int before = op - 1; before >= history.firstOp(t) && read < 0; before--) {
            if (history.key(before) == key && history.kind(before) == OpKind.LIST_READ) {
                read = before;
            } else if (history.key(before) == key && history.isWrite(before)) {
                own.add(before);
            }
        }
        add(read);
        own.forEach(this::add);
        // one that does not end with what its transaction appended must not come to do so by what is left out of it
        boolean whole = read < 0 && !endsWith(op, own);
        int list = history.listOf(op);
        for (int i = history.listFirst(list); i < history.listFirst(list + 1); i++) {
            int element = element(i);
            addUnknownWrites(element, key);
            // an element that could be the initial value stays in the list, whoever wrote it
            if (whole || element == 0) {
                addWrites(element, key);
            }
        }
    }

    /** An element of a list with the number that its writes have: a write of the initial value has the number of that. */
    private int element(int index) {
        int value = history.listElement(index);
        return history.valueCode(value) == history.initialCode() ? 0 : value;
    }

    /** Whether a list ends with what these operations wrote, the last of which comes first. */
    private boolean endsWith(int op, List<Integer> writes) {
        int list = history.listOf(op);
        int last = history.listFirst(list + 1) - 1;
        for (int i = 0; i < writes.size(); i++) {
            if (last - i < history.listFirst(list) || element(last - i) != history.value(writes.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** With one write of a value that may stand in a list go all others of that value. */
    private void written(int key, int op) {
        if (listKeys.get(key)) {
            addWrites(history.value(op), key);
        }
    }

    /** The write of a value that reports name; all of them if the key is a list. */
    private void addWrites(int value, int key) {
        if (value >= 0) {
            add(history.writeOp(value));
            if (listKeys.get(key)) {
                repeated(key, value).forEach(this::add);
            }
        }
    }

    private void addUnknownWrites(int value, int key) {
        if (!history.allCommitted()) {
            addIfUnknown(history.writeOp(value));
            repeated(key, value).forEach(this::addIfUnknown);
        }
    }

    /** A compare-and-set may have failed because of anything that a transaction of unknown outcome wrote to the key. */
    private void addUnknownWriter(int key) {
        for (int t = 1; t <= history.transactions() && !history.allCommitted(); t++) {
            if (history.status(t) == Status.UNKNOWN && lastWriteOf(t, key) >= 0) {
                add(lastWriteOf(t, key));
                return;
            }
        }
    }

    /** The writes of a value beside the one that reports name. */
    private List<Integer> repeated(int key, int value) {
        return repeatedWrites
                .computeIfAbsent(key, each -> {
                    Map<Integer, List<Integer>> byValue = new HashMap<>();
                    for (int op : history.hasRepeatedWrites() ? history.repeatedWrites() : new int[0]) {
                        if (history.key(op) == key) {
                            byValue.computeIfAbsent(history.value(op), other -> new ArrayList<>())
                                    .add(op);
                        }
                    }
                    return byValue;
                })
                .getOrDefault(value, List.of());
    }

    private void addIfUnknown(int op) {
        if (op >= 0 && history.status(history.transactionOf(op)) == Status.UNKNOWN) {
            add(op);
        }
    }

    /** Writers that would come at another place among those of the same timestamp if they only read. */
    private void keepWriters() {
        for (int t = transactions.nextSetBit(0); t >= 0; t = transactions.nextSetBit(t + 1)) {
            if (takesPart(t) && isTied(t) && !keepsAWrite(t)) {
                add(anyWrite(t));
            }
        }
    }

    private boolean keepsAWrite(int t) {
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.isWrite(op) && operations.get(op)) {
                return true;
            }
        }
        return false;
    }

    private boolean isTied(int t) {
        return transactions.stream()
                .anyMatch(other -> other != t
                        && takesPart(other)
                        && (isSame(start(t), start(other))
                                || isSame(start(t), commit(other))
                                || isSame(commit(t), start(other))
                                || isSame(commit(t), commit(other))));
    }

    private static boolean isSame(long[] a, long[] b) {
        return a[0] == b[0] && a[1] == b[1];
    }

    private long[] start(int t) {
        return new long[] {history.startPhysical(t), history.startLogical(t)};
    }

    private long[] commit(int t) {
        return new long[] {history.commitPhysical(t), history.commitLogical(t)};
    }

    /** Whether anything is asked of a transaction's reads and writes. */
    private boolean takesPart(int t) {
        return history.isCommitted(t) && java.util.Arrays.compare(start(t), commit(t)) <= 0;
    }

    // ---- operations

    /** A write, one that rests on nothing else if there is one; -1 if it only reads. */
    private int anyWrite(int t) {
        int found = -1;
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.isWrite(op) && (found < 0 || rank(op) < rank(found))) {
                found = op;
            }
        }
        return found;
    }

    private int rank(int op) {
        return history.kind(op) == OpKind.CAS_WRITE ? 2 : listKeys.get(history.key(op)) ? 1 : 0;
    }

    private int writeOf(int t, int key) {
        int found = -1;
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            boolean better = found < 0 || history.kind(found) == OpKind.CAS_WRITE;
            if (history.key(op) == key && history.isWrite(op) && better) {
                found = op;
            }
        }
        return found;
    }

    private int lastWriteOf(int t, int key) {
        for (int op = history.firstOp(t + 1) - 1; op >= history.firstOp(t); op--) {
            if (history.key(op) == key && history.isWrite(op)) {
                return op;
            }
        }
        return -1;
    }
}
