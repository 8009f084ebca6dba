package org.isolde.check.timestamps;

import java.util.Arrays;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;

/**
 * Lists in a replay by timestamps: what is committed, and what the transaction that is being walked over has done.
 *
 * <p>Invariant: {@code committed[k]} are the values of all committed writes of key k, in order. {@code lastWrite[k]} and
 * {@code lastRead[k]} are operations of the current transaction if they lie in it; {@code writeBefore[i]} is the write of the
 * same key before its i-th operation's.
 */
final class CommittedLists {
    /** What a list read is. */
    enum Answer {
        RIGHT,
        /** It does not fit what the transaction itself had read and written. */
        NOT_OWN,
        /** It does not fit the snapshot. */
        NOT_SNAPSHOT
    }

    private final History history;
    private final IntList[] committed;
    private final int[] lastWrite;
    private final int[] lastRead;
    private final boolean initialIsWritten;
    private int[] writeBefore = new int[16];
    private int firstOp;
    private int expected;
    private int seen;
    private int place;

    CommittedLists(History history) {
        this.history = history;
        this.initialIsWritten = writesInitialValue(history);
        this.committed = new IntList[history.keys()];
        this.lastWrite = new int[history.keys()];
        this.lastRead = new int[history.keys()];
        Arrays.fill(lastWrite, -1);
        Arrays.fill(lastRead, -1);
    }

    /** Whether somebody wrote the initial value; such a write has the number 0, and as an element it has another. */
    private static boolean writesInitialValue(History history) {
        for (int op : history.repeatedWrites()) {
            if (history.value(op) == 0) {
                return true;
            }
        }
        return false;
    }

    /** An element of a list, with the number that its writes have. */
    private int element(int index) {
        int value = history.listElement(index);
        return initialIsWritten && history.valueCode(value) == history.initialCode() ? 0 : value;
    }

    void begin(int t) {
        firstOp = history.firstOp(t);
        int count = history.firstOp(t + 1) - firstOp;
        if (writeBefore.length < count) {
            writeBefore = new int[count * 2];
        }
    }

    void wrote(int key, int op) {
        writeBefore[op - firstOp] = lastWrite[key];
        lastWrite[key] = op;
    }

    void append(int key, int value) {
        if (committed[key] == null) {
            committed[key] = new IntList();
        }
        committed[key].add(value);
    }

    /** Looks at a list read; if it is not right, the other methods say what differs. */
    Answer read(int key, int op) {
        int list = history.listOf(op);
        int first = history.listFirst(list);
        int size = history.listFirst(list + 1) - first;
        // transactions are not walked over in the order of their numbers: what is not before op is of another one
        int before = lastRead[key] >= firstOp && lastRead[key] < op ? lastRead[key] : -1;
        lastRead[key] = op;
        int own = 0;
        int since = Math.max(firstOp, before + 1);
        for (int write = lastWrite[key]; write >= since && write < op; write = writeBefore[write - firstOp]) {
            own++;
            int at = size - own;
            int there = at < 0 ? -1 : element(first + at);
            if (there != history.value(write)) {
                return differ(Answer.NOT_OWN, Math.max(at, 0), history.value(write), there);
            }
        }
        int prefix = size - own;
        if (before >= 0) {
            int earlier = history.listOf(before);
            int earlierFirst = history.listFirst(earlier);
            int earlierSize = history.listFirst(earlier + 1) - earlierFirst;
            for (int i = 0; i < Math.max(prefix, earlierSize); i++) {
                int wanted = i < earlierSize ? element(earlierFirst + i) : -1;
                int there = i < prefix ? element(first + i) : -1;
                if (wanted != there) {
                    return differ(Answer.NOT_OWN, i, wanted, there);
                }
            }
            return Answer.RIGHT;
        }
        IntList snapshot = committed[key];
        int snapshotSize = snapshot == null ? 0 : snapshot.size();
        for (int i = 0; i < Math.max(prefix, snapshotSize); i++) {
            int wanted = i < snapshotSize ? snapshot.get(i) : -1;
            int there = i < prefix ? element(first + i) : -1;
            if (wanted != there) {
                return differ(Answer.NOT_SNAPSHOT, i, wanted, there);
            }
        }
        return Answer.RIGHT;
    }

    private Answer differ(Answer answer, int at, int wanted, int there) {
        place = at;
        expected = wanted;
        seen = there;
        return answer;
    }

    /** The value that should have been at the place; -1 if the list should have ended there. */
    int expected() {
        return expected;
    }

    /** The value that was at the place; -1 if the list ended there. */
    int seen() {
        return seen;
    }

    int place() {
        return place;
    }
}
