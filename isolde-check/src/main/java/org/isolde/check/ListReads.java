package org.isolde.check;

import java.util.Arrays;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * List reads, each checked as a whole, and the version orders that they show.
 *
 * <p>A list is an external prefix followed by the transaction's own appends so far. All external prefixes of a key must be
 * prefixes of the longest one, which is then the version order of its elements; appends that are not in it come after it.
 * Inside a prefix, another transaction's appends stand together, complete, and in program order. The longest prefix is
 * examined element by element; the others only need comparing with it, and a look at where they end. Linear in the lists.
 */
final class ListReads {
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
    /** For each key, how much of the longest prefix is beyond reproach. */
    private final int[] soundLength;
    /** For each key: what is wrong at {@code soundLength}. */
    private final AnomalyKind[] flaw;

    private ListReads(Subject subject) {
        this.subject = subject;
        this.history = subject.history;
        longest = new int[history.keys()];
        Arrays.fill(longest, -1);
        prefix = new int[history.lists()];
        contradictory = new boolean[history.keys()];
        placeInLongest = new int[history.values()];
        soundLength = new int[history.keys()];
        flaw = new AnomalyKind[history.keys()];
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
        soundLength[key] = length;
        for (int i = 0; i < length; i++) {
            int value = history.listElement(first + i);
            if (placeInLongest[value] != 0) {
                contradictory[key] = true;
                flawed(key, i, AnomalyKind.DUPLICATE_ELEMENTS);
                continue;
            }
            placeInLongest[value] = i + 1;
            int writer = history.writer(value);
            if (writer < 0) {
                flawed(key, i, AnomalyKind.THIN_AIR_READ);
            } else if (history.status(writer) == Status.ABORTED) {
                flawed(key, i, AnomalyKind.ABORTED_READ);
            } else {
                int next = i + 1 < length ? history.listElement(first + i + 1) : -1;
                int expected = nextAppend(history.writeOp(value), writer, key);
                if (expected >= 0 && i + 1 < length && history.value(expected) != next) {
                    flawed(key, i + 1, AnomalyKind.INTERMEDIATE_READ);
                }
                int previous = previousAppend(history.writeOp(value), writer, key);
                if (previous >= 0 && (i == 0 || history.listElement(first + i - 1) != history.value(previous))) {
                    flawed(key, i, AnomalyKind.INTERMEDIATE_READ);
                }
            }
        }
    }

    /** Prefixes of more than {@code soundLength} elements have a flaw; the first one counts. */
    private void flawed(int key, int index, AnomalyKind kind) {
        if (index < soundLength[key] || (index == soundLength[key] && flaw[key] == null)) {
            soundLength[key] = index;
            flaw[key] = kind;
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
        for (int i = 0; i < length; i++) {
            if (history.listElement(first + i) != history.listElement(model + i)) {
                contradictory[key] = true;
                add(op, AnomalyKind.INCOMPATIBLE_ORDER, history.listElement(first + i));
                examineAlone(op, first, length);
                return;
            }
        }
        if (length > soundLength[key]) {
            add(op, flaw[key], history.listElement(model + soundLength[key]));
        } else if (length > 0) {
            int last = history.listElement(first + length - 1);
            int writer = history.writer(last);
            if (writer > 0 && nextAppend(history.writeOp(last), writer, key) >= 0) {
                add(op, AnomalyKind.INTERMEDIATE_READ, last);
            }
        }
        // its own appends have no place in the external prefix
        int t = history.transactionOf(op);
        for (int own = history.firstOp(t); own < history.firstOp(t + 1); own++) {
            if (history.isWrite(own) && history.key(own) == key) {
                int place = placeInLongest[history.value(own)];
                if (place != 0 && place <= length) {
                    add(op, own > op ? AnomalyKind.FUTURE_READ : AnomalyKind.INTERNAL, history.value(own));
                }
            }
        }
    }

    /** A list that is not a prefix of the longest one may have flaws of its own. */
    private void examineAlone(int op, int first, int length) {
        int[] seen = new int[length];
        for (int i = 0; i < length; i++) {
            int value = history.listElement(first + i);
            seen[i] = value;
            int writer = history.writer(value);
            if (writer < 0) {
                add(op, AnomalyKind.THIN_AIR_READ, value);
            } else if (history.status(writer) == Status.ABORTED) {
                add(op, AnomalyKind.ABORTED_READ, value);
            }
        }
        Arrays.sort(seen);
        for (int i = 1; i < length; i++) {
            if (seen[i] == seen[i - 1]) {
                add(op, AnomalyKind.DUPLICATE_ELEMENTS, seen[i]);
                return;
            }
        }
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
                read + ", which has only a part of what one transaction appended (see " + element + ")";
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
