package org.isolde.check.lin;

import java.util.Arrays;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.Offsets;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.OpKind;

/**
 * The operations on one key as a search for a linearization wants them.
 *
 * <p>Invariant: the operations that must have happened are numbered {@code 0 .. size - 1} by their ends. Each has a slot of
 * its own from its begin to its end, so the slots are as many as operations are ever open at once. Those whose answer was
 * lost, and which may have happened or not, stand apart, in classes of the same effect: those of class {@code c} are
 * {@code classFirst[c] .. classFirst[c + 1] - 1}, by their begins. Values are numbered from 0, the initial one, for this
 * key alone.
 */
final class SearchColumns {
    static final byte READ = 0;
    static final byte WRITE = 1;
    static final byte COMPARE_AND_SET = 2;
    static final byte FAILED = 3;

    final int size;
    final int[] transaction;
    final byte[] kind;
    /** What a read saw, or a compare-and-set expected; -1 for a write. */
    final int[] expected;
    /** What a write or a compare-and-set wrote; -1 for others. */
    final int[] written;

    final long[] begin;
    final long[] end;
    /** The operations by their begins. */
    final int[] byBegin;

    final int[] slot;
    /** Which operation had the slot of this one before it, or -1. */
    final int[] beforeInSlot;

    int slots;
    /**
     * The versions of operations {@code mustFollow[followFirst[i] .. followFirst[i + 1] - 1]} come before that of
     * {@code i}; null if no version order was given.
     */
    final int[] mustFollow;

    final int[] followFirst;
    private final boolean[] ordered;

    final int values;

    // what may have happened or not
    final int classes;
    final int[] classFirst;
    final int[] classExpected;
    final int[] classWritten;
    final int[] maybeTransaction;
    final long[] maybeBegin;

    SearchColumns(Registers registers, int key, GivenOrders given) {
        int[] order = given.pairs(key);
        IntList must = new IntList();
        IntList maybe = new IntList();
        for (int i = registers.first[key]; i < registers.first[key + 1]; i++) {
            int t = registers.member[i];
            if (registers.history.isCommitted(t) || given.isNamed(t)) {
                must.add(t);
            } else if (registers.kind(t) == OpKind.WRITE || registers.kind(t) == OpKind.CAS_READ) {
                maybe.add(t);
            }
        }
        size = must.size();
        TimeSort timeSort = new TimeSort();
        transaction = must.toArray();
        end = new long[size];
        for (int i = 0; i < size; i++) {
            end[i] = registers.end(transaction[i]);
        }
        timeSort.sort(end, transaction, size);
        kind = new byte[size];
        expected = new int[size];
        written = new int[size];
        begin = new long[size];
        byBegin = new int[size];
        LocalValues local = new LocalValues(registers, must, maybe);
        boolean anyFailed = false;
        for (int i = 0; i < size; i++) {
            int t = transaction[i];
            begin[i] = registers.begin(t);
            byBegin[i] = i;
            byte k = registers.kind(t);
            expected[i] = k == OpKind.WRITE ? -1 : local.number(registers.expected(t));
            written[i] = k == OpKind.WRITE || k == OpKind.CAS_READ ? local.number(registers.written(t)) : -1;
            kind[i] = switch (k) {
                case OpKind.WRITE -> WRITE;
                case OpKind.CAS_FAILED -> FAILED;
                // what replaces a value by itself is as good as a read of it
                case OpKind.CAS_READ -> expected[i] == written[i] && !given.isNamed(t) ? READ : COMPARE_AND_SET;
                default -> READ;
            };
            anyFailed |= kind[i] == FAILED;
        }
        values = local.size();
        timeSort.sort(begin.clone(), byBegin, size);
        slot = new int[size];
        beforeInSlot = new int[size];
        assignSlots();
        ordered = order.length == 0 ? null : new boolean[size];
        mustFollow = order.length == 0 ? null : new int[order.length / 2];
        followFirst = order.length == 0 ? null : new int[size + 1];
        if (order.length > 0) {
            follow(order);
        }
        maybeTransaction = useful(registers, local, maybe, anyFailed);
        maybeBegin = new long[maybeTransaction.length];
        int[] firsts = new int[maybeTransaction.length + 1];
        classExpected = new int[maybeTransaction.length];
        classWritten = new int[maybeTransaction.length];
        classes = classify(registers, local, timeSort, firsts);
        classFirst = Arrays.copyOf(firsts, classes + 1);
    }

    /** Of what may have happened that which anybody could have noticed. */
    private int[] useful(Registers registers, LocalValues local, IntList maybe, boolean anyFailed) {
        boolean[] wanted = new boolean[values];
        for (int i = 0; i < size; i++) {
            if (expected[i] >= 0) {
                wanted[expected[i]] = true;
            }
        }
        for (int i = 0; i < maybe.size(); i++) {
            if (registers.kind(maybe.get(i)) != OpKind.WRITE) {
                wanted[local.number(registers.expected(maybe.get(i)))] = true;
            }
        }
        IntList useful = new IntList();
        for (int i = 0; i < maybe.size(); i++) {
            int t = maybe.get(i);
            int from = registers.kind(t) == OpKind.WRITE ? -1 : registers.expected(t);
            if (from != registers.written(t) && (anyFailed || wanted[local.number(registers.written(t))])) {
                useful.add(t);
            }
        }
        return useful.toArray();
    }

    /** Whether a given version order speaks of an operation. */
    boolean isOrdered(int op) {
        return ordered != null && ordered[op];
    }

    /** The class of an operation that may have happened. */
    int classOf(int maybe) {
        int found = Arrays.binarySearch(classFirst, maybe);
        return found >= 0 ? found : -found - 2;
    }

    /** Sorts what may have happened by effect and begin; returns how many different effects there are. */
    private int classify(Registers registers, LocalValues local, TimeSort timeSort, int[] firsts) {
        int count = maybeTransaction.length;
        for (int i = 0; i < count; i++) {
            maybeBegin[i] = registers.begin(maybeTransaction[i]);
        }
        timeSort.sort(maybeBegin, maybeTransaction, count);
        long[] effects = new long[count];
        for (int i = 0; i < count; i++) {
            effects[i] = effect(registers, local, maybeTransaction[i]);
        }
        timeSort.sort(effects, maybeTransaction, count);
        int found = 0;
        for (int i = 0; i < count; i++) {
            maybeBegin[i] = registers.begin(maybeTransaction[i]);
            if (i == 0 || effects[i] != effects[i - 1]) {
                firsts[found] = i;
                classExpected[found] = (int) (effects[i] >> 32);
                classWritten[found++] = (int) effects[i];
            }
        }
        firsts[found] = count;
        return found;
    }

    private static long effect(Registers registers, LocalValues local, int t) {
        int from = registers.kind(t) == OpKind.WRITE ? -1 : local.number(registers.expected(t));
        return ((long) from << 32) | local.number(registers.written(t));
    }

    private void assignSlots() {
        int[] last = new int[size];
        int[] free = new int[size];
        int freeCount = 0;
        int opened = 0;
        for (int p = 0; p < size; p++) {
            while (opened < size && begin[byBegin[opened]] <= end[p]) {
                int op = byBegin[opened++];
                if (freeCount == 0) {
                    last[slots] = -1;
                    free[freeCount++] = slots++;
                }
                slot[op] = free[--freeCount];
                beforeInSlot[op] = last[slot[op]];
                last[slot[op]] = op;
            }
            free[freeCount++] = slot[p];
        }
    }

    private void follow(int[] order) {
        int[] sorted = transaction.clone();
        int[] operation = new int[size];
        long[] numbers = new long[size];
        for (int i = 0; i < size; i++) {
            operation[i] = i;
            numbers[i] = transaction[i];
        }
        new TimeSort().sort(numbers, operation, size);
        Arrays.sort(sorted);
        int[] pairs = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            pairs[i] = operation[Arrays.binarySearch(sorted, order[i])];
            ordered[pairs[i]] = true;
            if ((i & 1) == 1) {
                followFirst[pairs[i] + 1]++;
            }
        }
        Offsets.sum(followFirst);
        int[] next = followFirst.clone();
        for (int i = 0; i < pairs.length; i += 2) {
            mustFollow[next[pairs[i + 1]]++] = pairs[i];
        }
    }

    /** Numbers the values of a key: the initial one is 0, the others follow in the order of the history's numbers. */
    private static final class LocalValues {
        private final int[] sorted;

        LocalValues(Registers registers, IntList must, IntList maybe) {
            int[] all = new int[2 * (must.size() + maybe.size()) + 1];
            int size = 1;
            for (IntList list : new IntList[] {must, maybe}) {
                for (int i = 0; i < list.size(); i++) {
                    all[size++] = registers.expected(list.get(i));
                    all[size++] = registers.written(list.get(i));
                }
            }
            Arrays.sort(all);
            int distinct = 1;
            for (int i = 1; i < size; i++) {
                if (all[i] != all[i - 1]) {
                    all[distinct++] = all[i];
                }
            }
            sorted = Arrays.copyOf(all, distinct);
        }

        int number(int value) {
            return Arrays.binarySearch(sorted, value);
        }

        int size() {
            return sorted.length;
        }
    }
}
