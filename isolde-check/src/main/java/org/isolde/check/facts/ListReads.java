package org.isolde.check.facts;

import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.Names;
import org.isolde.check.graph.IntList;

import java.util.Arrays;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;
import org.isolde.proof.Refutation;

/**
 * List reads, each checked as a whole, and the version orders that they show.
 *
 * <p>A list is an external prefix followed by the transaction's own appends so far. All external prefixes of a key must be
 * prefixes of the longest one, which is then the version order of its elements; appends that are not in it come after it.
 * Inside a prefix, another transaction's appends stand together, complete, and in program order. The longest prefix is
 * examined element by element; the others only need comparing with it, and a look at where they end. Linear in the lists.
 */
final class ListReads {
    /** What a list can have wrong with it, whoever read it. */
    private static final AnomalyKind[] FLAWS = {
        AnomalyKind.THIN_AIR_READ,
        AnomalyKind.ABORTED_READ,
        AnomalyKind.INTERMEDIATE_READ,
        AnomalyKind.DUPLICATE_ELEMENTS,
        AnomalyKind.DIRTY_UPDATE
    };

    private static final int NEVER = Integer.MAX_VALUE;

    private final Subject subject;
    private final History history;
    /** Bad list reads (operation, ordinal of the anomaly, value at fault), by threes. */
    private final IntList found = new IntList();

    /** For each key the list read with the longest external prefix, or -1. */
    private final int[] longest;

    /** The length of the external prefix of each list read; -1 if the transaction does not count. */
    private final int[] prefix;

    /** Keys whose reads contradict each other or themselves, so that they give no version order. */
    private final boolean[] contradictory;
    /** The place of a value in the longest prefix of its key, plus one. */
    private final int[] placeInLongest;
    /** For each key and flaw the place in the longest prefix where it shows: prefixes that contain that place have it. */
    private final int[] flawAt;

    private ListReads(Subject subject) {
        this.subject = subject;
        this.history = subject.history;
        longest = new int[history.keys()];
        Arrays.fill(longest, -1);
        prefix = new int[history.lists()];
        contradictory = new boolean[history.keys()];
        placeInLongest = new int[history.values()];
        flawAt = new int[history.hasLists() ? history.keys() * FLAWS.length : 0];
        Arrays.fill(flawAt, NEVER);
    }

    /** Checks all list reads of counted transactions, and marks the bad ones in the subject. */
    static ListReads check(Subject subject) {
        ListReads check = new ListReads(subject);
        if (subject.history.hasLists()) {
            check.run();
        }
        return check;
    }

    private void run() {
        for (int list = 0; list < history.lists(); list++) {
            prefix[list] = externalPrefix(list);
            int key = history.key(history.listOp(list));
            if (prefix[list] >= 0 && (longest[key] < 0 || prefix[list] > prefix[longest[key]])) {
                longest[key] = list;
            }
        }
        for (int key = 0; key < history.keys(); key++) {
            if (longest[key] >= 0) {
                examineLongest(key);
            }
        }
        for (int list = 0; list < history.lists(); list++) {
            if (prefix[list] >= 0) {
                compare(list);
            }
        }
    }

    /** How many elements come before the own appends; what does not fit them is reported. */
    private int externalPrefix(int list) {
        int op = history.listOp(list);
        int t = history.transactionOf(op);
        if (!subject.counts(t)) {
            return -1;
        }
        int first = history.listFirst(list);
        int end = history.listFirst(list + 1);
        int own = 0;
        int at = end;
        for (int before = op - 1; before >= history.firstOp(t); before--) {
            if (history.isWrite(before) && history.key(before) == history.key(op)) {
                own++;
                at--;
                if (at < first || history.listElement(at) != history.value(before)) {
                    add(op, AnomalyKind.INTERNAL, history.value(before));
                    // what is left of the list can't be told apart: take what is not its own
                    int length = 0;
                    while (first + length < end && history.writer(history.listElement(first + length)) != t) {
                        length++;
                    }
                    return length;
                }
            }
        }
        return end - first - own;
    }

    private void examineLongest(int key) {
        int list = longest[key];
        int first = history.listFirst(list);
        int length = prefix[list];
        for (int i = 0; i < length; i++) {
            int value = history.listElement(first + i);
            if (placeInLongest[value] != 0) {
                contradictory[key] = true;
                flawed(flawAt, key, i, AnomalyKind.DUPLICATE_ELEMENTS);
            } else {
                placeInLongest[value] = i + 1;
            }
        }
        examine(key, first, length, flawAt, key);
    }

    /** Looks at the elements of a list one by one; what is wrong with them goes to a row of places. */
    private void examine(int key, int first, int length, int[] places, int row) {
        boolean onAborted = false;
        for (int i = 0; i < length; i++) {
            int value = history.listElement(first + i);
            int writer = history.writer(value);
            if (writer < 0) {
                flawed(places, row, i, AnomalyKind.THIN_AIR_READ);
            } else if (history.status(writer) == Status.ABORTED) {
                flawed(places, row, i, AnomalyKind.ABORTED_READ);
                onAborted = true;
            } else {
                if (onAborted) {
                    flawed(places, row, i, AnomalyKind.DIRTY_UPDATE);
                }
                int expected = nextAppend(history.writeOp(value), writer, key);
                if (expected >= 0 && i + 1 < length && history.value(expected) != history.listElement(first + i + 1)) {
                    flawed(places, row, i + 1, AnomalyKind.INTERMEDIATE_READ);
                }
                int previous = previousAppend(history.writeOp(value), writer, key);
                if (previous >= 0 && (i == 0 || history.listElement(first + i - 1) != history.value(previous))) {
                    flawed(places, row, i, AnomalyKind.INTERMEDIATE_READ);
                }
            }
        }
    }

    /** The first place of a flaw counts. */
    private static void flawed(int[] places, int row, int place, AnomalyKind kind) {
        for (int f = 0; f < FLAWS.length; f++) {
            if (FLAWS[f] == kind) {
                places[row * FLAWS.length + f] = Math.min(places[row * FLAWS.length + f], place);
            }
        }
    }

    /** Adds the flaws of a list that shows so many elements; and whether it ends within one transaction's appends. */
    private void addFlaws(int op, int first, int length, int[] places, int row) {
        for (int f = 0; f < FLAWS.length; f++) {
            int place = places[row * FLAWS.length + f];
            if (place < length) {
                add(op, FLAWS[f], history.listElement(first + place));
            } else if (FLAWS[f] == AnomalyKind.INTERMEDIATE_READ && length > 0) {
                int last = history.listElement(first + length - 1);
                int writer = history.writer(last);
                if (writer > 0
                        && history.status(writer) != Status.ABORTED
                        && nextAppend(history.writeOp(last), writer, history.key(op)) >= 0) {
                    add(op, AnomalyKind.INTERMEDIATE_READ, last);
                }
            }
        }
    }

    private int nextAppend(int op, int writer, int key) {
        for (int next = op + 1; next < history.firstOp(writer + 1); next++) {
            if (history.isWrite(next) && history.key(next) == key) {
                return next;
            }
        }
        return -1;
    }

    private int previousAppend(int op, int writer, int key) {
        for (int before = op - 1; before >= history.firstOp(writer); before--) {
            if (history.isWrite(before) && history.key(before) == key) {
                return before;
            }
        }
        return -1;
    }

    private void compare(int list) {
        int op = history.listOp(list);
        int key = history.key(op);
        int first = history.listFirst(list);
        int length = prefix[list];
        int model = history.listFirst(longest[key]);
        boolean same = true;
        for (int i = 0; i < length && same; i++) {
            if (history.listElement(first + i) != history.listElement(model + i)) {
                contradictory[key] = true;
                add(op, AnomalyKind.INCOMPATIBLE_ORDER, history.listElement(first + i));
                same = false;
            }
        }
        if (same) {
            addFlaws(op, first, length, flawAt, key);
        } else {
            // it may have flaws of its own
            int[] places = new int[FLAWS.length];
            Arrays.fill(places, NEVER);
            examine(key, first, length, places, 0);
            flawed(places, 0, firstRepeated(first, length), AnomalyKind.DUPLICATE_ELEMENTS);
            addFlaws(op, first, length, places, 0);
        }
        // its own appends have no place in the external prefix
        int t = history.transactionOf(op);
        for (int own = history.firstOp(t); own < history.firstOp(t + 1); own++) {
            if (history.isWrite(own) && history.key(own) == key && shows(first, length, history.value(own), same)) {
                add(op, own > op ? AnomalyKind.FUTURE_READ : AnomalyKind.INTERNAL, history.value(own));
            }
        }
    }

    /** Whether a prefix shows a value; the place in the longest prefix helps if it agrees with that. */
    private boolean shows(int first, int length, int value, boolean sameAsLongest) {
        if (sameAsLongest) {
            return placeInLongest[value] != 0 && placeInLongest[value] <= length;
        }
        for (int i = 0; i < length; i++) {
            if (history.listElement(first + i) == value) {
                return true;
            }
        }
        return false;
    }

    /** The place of an element that stands further left already. */
    private int firstRepeated(int first, int length) {
        long[] sorted = new long[length];
        for (int i = 0; i < length; i++) {
            sorted[i] = ((long) history.listElement(first + i) << 32) | i;
        }
        Arrays.sort(sorted);
        int place = NEVER;
        for (int i = 1; i < length; i++) {
            if (sorted[i] >> 32 == sorted[i - 1] >> 32) {
                place = Math.min(place, (int) sorted[i]);
            }
        }
        return place;
    }

    private void add(int op, AnomalyKind kind, int value) {
        found.add(op);
        found.add(kind.ordinal());
        found.add(value);
        subject.badReads.add(op);
    }

    int size() {
        return found.size() / 3;
    }

    AnomalyKind kind(int index) {
        return AnomalyKind.values()[found.get(index * 3 + 1)];
    }

    /** A finding as a step of a proof. */
    Refutation.Step refutation(int index) {
        int op = found.get(index * 3);
        return kind(index) == AnomalyKind.INCOMPATIBLE_ORDER
                ? new Refutation.IncompatibleReads(op, history.listOp(longest[history.key(op)]))
                : new Refutation.BadRead(op);
    }

    Anomaly anomaly(int index) {
        int op = found.get(index * 3);
        AnomalyKind kind = kind(index);
        int value = found.get(index * 3 + 2);
        int reader = history.transactionOf(op);
        int key = history.key(op);
        Names names = new Names(history);
        String read = names.transaction(reader) + " read " + names.keyValue(op);
        String element = history.valueName(value);
        int writer = history.writer(value);
        String story = switch (kind) {
            case THIN_AIR_READ -> read + ", in which " + element + " was appended by nobody";
            case ABORTED_READ ->
                read + ", in which " + element + " was appended by " + names.transaction(writer)
                        + ", and that transaction was rolled back";
            case INTERMEDIATE_READ ->
                read + ", in which what one transaction appended does not stand together and complete (see " + element
                        + ")";
            case DIRTY_UPDATE ->
                read + ", in which " + element + " of " + names.transaction(writer) + " stands behind "
                        + history.valueName(abortedBefore(op, value)) + " of "
                        + names.transaction(history.writer(abortedBefore(op, value))) + ", which was rolled back";
            case FUTURE_READ -> read + ", in which it appended " + element + " only afterwards";
            case DUPLICATE_ELEMENTS -> read + ", in which " + element + " stands twice";
            case INCOMPATIBLE_ORDER -> {
                int other = history.listOp(longest[key]);
                yield read + ", but " + names.transaction(history.transactionOf(other)) + " read "
                        + names.keyValue(other) + ": neither is a beginning of the other";
            }
            default -> read + ", which does not fit its own append of " + element;
        };
        java.util.List<Integer> involved;
        if (kind == AnomalyKind.INCOMPATIBLE_ORDER) {
            involved = java.util.List.of(reader, history.transactionOf(history.listOp(longest[key])));
        } else {
            involved = writer > 0 && writer != reader ? java.util.List.of(writer, reader) : java.util.List.of(reader);
        }
        return new Anomaly(kind, kind.breaks(), involved, key, value, op, java.util.List.of(), story);
    }

    /** The last element before a value in a list that a transaction which was rolled back had appended. */
    private int abortedBefore(int op, int value) {
        int aborted = -1;
        // the value may stand before the aborted one as well
        for (int i = history.listFirst(history.listOf(op)); aborted < 0 || history.listElement(i) != value; i++) {
            int element = history.listElement(i);
            int writer = history.writer(element);
            aborted = writer > 0 && history.status(writer) == Status.ABORTED ? element : aborted;
        }
        return aborted;
    }

    /** Adds what the lists say of the order of versions. */
    void addTo(VersionOrder versionOrder) {
        for (int key = 0; key < history.keys(); key++) {
            if (longest[key] >= 0 && !contradictory[key]) {
                int first = history.listFirst(longest[key]);
                int[] values = new int[prefix[longest[key]]];
                for (int i = 0; i < values.length; i++) {
                    values[i] = history.listElement(first + i);
                }
                versionOrder.addChain(values, values.length, VersionSource.LISTS);
            }
        }
        // appends that no list shows come after all that the longest list shows
        int[] lastShown = new int[history.keys()];
        for (int key = 0; key < history.keys(); key++) {
            lastShown[key] = longest[key] >= 0 && !contradictory[key] ? lastCounted(key) : -1;
        }
        for (int op = 0; op < history.operations(); op++) {
            if (history.kind(op) == OpKind.APPEND) {
                int key = history.key(op);
                int value = history.value(op);
                int writer = history.writer(value);
                if (lastShown[key] > 0
                        && placeInLongest[value] == 0
                        && history.writeOp(value) == op
                        && subject.counts(writer)) {
                    versionOrder.add(lastShown[key], value, VersionSource.UNREAD);
                }
            }
        }
    }

    /** The last value of the longest prefix that a counted transaction appended, or -1. */
    private int lastCounted(int key) {
        int first = history.listFirst(longest[key]);
        for (int i = prefix[longest[key]] - 1; i >= 0; i--) {
            int value = history.listElement(first + i);
            if (history.writer(value) > 0 && subject.counts(history.writer(value))) {
                return value;
            }
        }
        return -1;
    }
}
