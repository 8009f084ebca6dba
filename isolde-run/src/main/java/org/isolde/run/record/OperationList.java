package org.isolde.run.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.isolde.history.OpKind;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowMark;

/**
 * What one transaction has done so far. One for each session, used again and again, so that recording allocates nothing.
 *
 * <p>Kinds are those of {@link OpKind}; a compare-and-set is one entry, {@link OpKind#CAS_WRITE} or
 * {@link OpKind#CAS_FAILED}, with what it expected beside it. Statements on rows are kept as they were answered.
 */
public final class OperationList {
    private byte[] kinds = new byte[16];
    private long[] keys = new long[16];
    private long[] values = new long[16];
    private long[] expected = new long[16];
    private long[][] lists = new long[16][];
    private int size;
    private final List<RowAnswer> answers = new ArrayList<>();
    private RowMark mark = RowMark.NOTHING;

    public void clear() {
        Arrays.fill(lists, 0, size, null);
        size = 0;
        answers.clear();
        mark = RowMark.NOTHING;
    }

    /** A statement on rows was answered. */
    public void add(RowAnswer answer) {
        answers.add(answer);
    }

    /** What statements on rows were answered. */
    public List<RowAnswer> answers() {
        return Collections.unmodifiableList(answers);
    }

    /**
     * Statements on rows were undone: all from this one on, but for those before the first that changed anything. What came
     * behind that may have seen changes that never were.
     */
    public void undo(int from) {
        int keep = from;
        while (keep < answers.size() && answers.get(keep).changes().isEmpty()) {
            keep++;
        }
        answers.subList(keep, answers.size()).clear();
    }

    /** What the database told of the transaction. */
    public void mark(RowMark told) {
        mark = told;
    }

    public RowMark mark() {
        return mark;
    }

    /** Whether anything was written that a rollback undoes: a compare-and-set may be committed by itself. */
    public boolean wrote() {
        boolean wrote = answers.stream().anyMatch(answer -> !answer.changes().isEmpty());
        for (int i = 0; i < size; i++) {
            if (kinds[i] == OpKind.CAS_WRITE) {
                return false;
            }
            wrote |= kinds[i] == OpKind.WRITE || kinds[i] == OpKind.APPEND;
        }
        return wrote;
    }

    public int size() {
        return size;
    }

    /** How many operations and statements there are. */
    public int steps() {
        return size + answers.size();
    }

    public void add(byte kind, long key, long value) {
        if (size == kinds.length) {
            kinds = Arrays.copyOf(kinds, size * 2);
            keys = Arrays.copyOf(keys, size * 2);
            values = Arrays.copyOf(values, size * 2);
            expected = Arrays.copyOf(expected, size * 2);
            lists = Arrays.copyOf(lists, size * 2);
        }
        kinds[size] = kind;
        keys[size] = key;
        values[size] = value;
        size++;
    }

    public void addList(long key, long[] elements) {
        add(OpKind.LIST_READ, key, 0);
        lists[size - 1] = elements;
    }

    /** A compare-and-set that is under way; it counts as successful until {@link #failLast} says otherwise. */
    public void addCompareAndSet(long key, long wanted, long value) {
        add(OpKind.CAS_WRITE, key, value);
        expected[size - 1] = wanted;
    }

    /** The compare-and-set that was added last found another value. */
    public void failLast() {
        kinds[size - 1] = OpKind.CAS_FAILED;
    }

    public byte kind(int index) {
        return kinds[index];
    }

    public long key(int index) {
        return keys[index];
    }

    public long value(int index) {
        return values[index];
    }

    public long expected(int index) {
        return expected[index];
    }

    public long[] list(int index) {
        return lists[index];
    }

    /** The last operation on a key, or -1. */
    public int lastOn(long key) {
        for (int i = size - 1; i >= 0; i--) {
            if (keys[i] == key) {
                return i;
            }
        }
        return -1;
    }
}
