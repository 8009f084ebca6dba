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
 * beginnings of the longest one; as evidence of the order of versions they are even if something else is wrong with them, so
 * there only the elements that counted transactions appended are looked at.
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

    /** The list read of a key with most versions in its external list, or -1. */
    int longest(int key) {
        return longest[key];
    }

    /** Whether the versions in the external lists of a key are beginnings of one list without repetitions. */
    boolean agree(int key) {
        return !disagree.get(key);
    }

    /** Whether neither external list is a beginning of the other. */
    boolean areIncompatible(int list, int other) {
        int length = Math.min(length(list), length(other));
        return Arrays.mismatch(elements(list, length), elements(other, length)) >= 0;
    }

    /** Whether neither external list is a beginning of the other, as far as counted transactions appended what is in them. */
    boolean areContradictory(int list, int other) {
        int i = nextVersion(list, history.listFirst(list));
        int j = nextVersion(other, history.listFirst(other));
        while (i < externalEnd[list] && j < externalEnd[other]) {
            if (history.listElement(i) != history.listElement(j)) {
                return true;
            }
            i = nextVersion(list, i + 1);
            j = nextVersion(other, j + 1);
        }
        return false;
    }

    /** The place of the first element, from a place on, that a counted transaction appended. */
    private int nextVersion(int list, int from) {
        int i = from;
        while (i < externalEnd[list] && readings.writes.countedWriter(history.listElement(i)) == NONE) {
            i++;
        }
        return i;
    }

    private int length(int list) {
        return externalEnd[list] - history.listFirst(list);
    }

    private int versions(int list) {
        int versions = 0;
        for (int i = nextVersion(list, history.listFirst(list)); i < externalEnd[list]; i = nextVersion(list, i + 1)) {
            versions++;
        }
        return versions;
    }

    /** The write before a write in the same transaction to the same key, or -1. */
    int writeBefore(int op) {
        return writeBefore[op];
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
                for (int i = nextVersion(list, history.listFirst(list));
                        i < externalEnd[list];
                        i = nextVersion(list, i + 1)) {
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
        int[] mostVersions = new int[history.keys()];
        for (int list = 0; list < history.lists(); list++) {
            int op = history.listOp(list);
            if (readings.isCounted(history.transactionOf(op))) {
                int most = longest[history.key(op)];
                if (most == NONE || versions(list) > mostVersions[history.key(op)]) {
                    longest[history.key(op)] = list;
                    mostVersions[history.key(op)] = versions(list);
                }
            }
        }
        for (int list = 0; list < history.lists(); list++) {
            int op = history.listOp(list);
            int most = longest[history.key(op)];
            if (most != NONE && readings.isCounted(history.transactionOf(op)) && areContradictory(list, most)) {
                disagree.set(history.key(op));
            }
        }
    }
}
