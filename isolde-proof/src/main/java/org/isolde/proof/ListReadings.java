package org.isolde.proof;

import java.util.Arrays;
import java.util.BitSet;
import org.isolde.history.History;

/**
 * The list reads of counted transactions: what each read from outside, whether it is possible, and whether those of one
 * key agree.
 *
 * <p>A list read is an external list and then the reader's own appends so far. In an external list every element was
 * appended, once, by another transaction that counts; the appends of a transaction stand together, in program order, all
 * of them. Its last element is what was read, of the initial version if it is empty. The external lists of a key are
 * beginnings of the longest one.
 *
 * <p>Invariant: the external list of list read {@code l} is {@code listFirst(l) .. externalEnd(l) - 1}; {@link #longest} is
 * -1 for a key without list reads.
 */
final class ListReadings {
    private static final int NONE = -1;

    private final Readings readings;
    private final History history;
    private final int[] externalEnd;
    private final int[] longest;
    private final BitSet disagree = new BitSet();
    /** The write before each write in the same transaction to the same key. */
    private final int[] writeBefore;

    ListReadings(Readings readings) {
        this.readings = readings;
        this.history = readings.history;
        this.externalEnd = new int[history.lists()];
        this.longest = new int[history.keys()];
        Arrays.fill(longest, NONE);
        if (!history.hasLists()) {
            this.writeBefore = null;
            return;
        }
        this.writeBefore = new int[history.operations()];
        split();
        check();
        compare();
    }

    /** Where the external list of a list read ends. */
    int externalEnd(int list) {
        return externalEnd[list];
    }

    /** The list read of a key with the longest external list, or -1. */
    int longest(int key) {
        return longest[key];
    }

    /** Whether the external lists of a key are beginnings of one list without repetitions. */
    boolean agree(int key) {
        return !disagree.get(key);
    }

    /** A key whose lists disagree, or -1. */
    int anyDisagreement() {
        return disagree.nextSetBit(0);
    }

    /** Whether neither external list is a beginning of the other. */
    boolean areIncompatible(int list, int other) {
        int length = Math.min(length(list), length(other));
        return Arrays.mismatch(elements(list, length), elements(other, length)) >= 0;
    }

    private int length(int list) {
        return externalEnd[list] - history.listFirst(list);
    }

    private int[] elements(int list, int length) {
        int[] elements = new int[length];
        for (int i = 0; i < length; i++) {
            elements[i] = history.listElement(history.listFirst(list) + i);
        }
        return elements;
    }

    /** Finds the end of each external list; a list that does not end in the reader's own appends is impossible. */
    private void split() {
        int[] writtenBy = new int[history.keys()];
        int[] lastWrite = new int[history.keys()];
        int list = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                int key = history.key(op);
                int last = writtenBy[key] == t ? lastWrite[key] : NONE;
                if (history.isWrite(op)) {
                    writeBefore[op] = last;
                    lastWrite[key] = op;
                    writtenBy[key] = t;
                } else if (list < history.lists() && history.listOp(list) == op) {
                    split(list++, t, last);
                }
            }
        }
    }

    private void split(int list, int reader, int lastOwn) {
        int first = history.listFirst(list);
        int end = history.listFirst(list + 1);
        int own = lastOwn;
        while (own != NONE && end > first && history.listElement(end - 1) == history.value(own)) {
            own = writeBefore[own];
            end--;
        }
        if (own != NONE) {
            end = first;
            while (end < history.listFirst(list + 1) && readings.writes.writer(history.listElement(end)) != reader) {
                end++;
            }
            markBad(list, reader);
        } else if (lastOwn != NONE && readings.isCounted(reader)) {
            readings.resolve(reader, history.listOp(list), end == first ? 0 : history.listElement(end - 1));
        }
        externalEnd[list] = end;
    }

    private void markBad(int list, int reader) {
        if (readings.isCounted(reader)) {
            readings.markBad(history.listOp(list));
        }
    }

    private void check() {
        int[] seenIn = new int[history.values()];
        for (int list = 0; list < history.lists(); list++) {
            int reader = history.transactionOf(history.listOp(list));
            if (readings.isCounted(reader)) {
                boolean repeats = false;
                for (int i = history.listFirst(list); i < externalEnd[list]; i++) {
                    repeats |= seenIn[history.listElement(i)] == list + 1;
                    seenIn[history.listElement(i)] = list + 1;
                }
                if (repeats || !isOfWholeTransactions(list, reader)) {
                    markBad(list, reader);
                }
                if (repeats) {
                    disagree.set(history.key(history.listOp(list)));
                }
            }
        }
    }

    /** From the end: the last append of a transaction, the one before it and so on to its first, then another's. */
    private boolean isOfWholeTransactions(int list, int reader) {
        int i = externalEnd[list] - 1;
        while (i >= history.listFirst(list)) {
            int value = history.listElement(i);
            int writer = readings.writes.countedWriter(value);
            int op = readings.writes.writeOp(value);
            if (writer == NONE || writer == reader || !readings.isFinal(op)) {
                return false;
            }
            for (; op != NONE; op = writeBefore[op], i--) {
                if (i < history.listFirst(list) || history.listElement(i) != history.value(op)) {
                    return false;
                }
            }
        }
        return true;
    }

    private void compare() {
        for (int list = 0; list < history.lists(); list++) {
            int op = history.listOp(list);
            if (readings.isCounted(history.transactionOf(op))) {
                int most = longest[history.key(op)];
                if (most == NONE || length(list) > length(most)) {
                    longest[history.key(op)] = list;
                }
            }
        }
        for (int list = 0; list < history.lists(); list++) {
            int op = history.listOp(list);
            int most = longest[history.key(op)];
            if (most != NONE && readings.isCounted(history.transactionOf(op)) && areIncompatible(list, most)) {
                disagree.set(history.key(op));
            }
        }
    }
}
