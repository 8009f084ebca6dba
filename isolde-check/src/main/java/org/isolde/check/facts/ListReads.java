package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.AnomalyKind;
import org.isolde.history.History;
import org.isolde.history.Status;

/**
 * List reads, each checked as a whole.
 *
 * <p>A list is an external prefix followed by the transaction's own appends so far. All external prefixes of a key must be
 * prefixes of the longest one.
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

    private final Counted counted;
    private final History history;
    private final ListPrefixes prefixes;
    private final BadReads badReads;

    /** For each key the list read with the longest external prefix, or -1. */
    private final int[] longest;

    /** The length of the external prefix of each list read; -1 if the transaction does not count. */
    private final int[] prefix;

    private boolean sound = true;
    /** Of the transaction that is looked at: the first write to a key, and to the same key the one behind each. */
    private final int[] firstOwn;

    private int[] nextOwn = new int[16];
    private int ownOf = -1;
    private int firstOp;
    /** The place of a value in the longest prefix of its key, plus one. */
    private final int[] placeInLongest;
    /** For each key and flaw the place in the longest prefix where it shows: prefixes that contain that place have it. */
    private final int[] flawAt;

    private ListReads(Counted counted, BadReads badReads) {
        this.counted = counted;
        this.history = counted.history();
        this.prefixes = counted.prefixes();
        this.badReads = badReads;
        longest = new int[history.keys()];
        firstOwn = new int[history.hasLists() ? history.keys() : 0];
        Arrays.fill(firstOwn, -1);
        Arrays.fill(longest, -1);
        prefix = new int[history.lists()];
        placeInLongest = new int[history.values()];
        flawAt = new int[history.hasLists() ? history.keys() * FLAWS.length : 0];
        Arrays.fill(flawAt, NEVER);
    }

    /** Examines all list reads of counted transactions. */
    static ListReads examine(Counted counted, BadReads badReads) {
        ListReads lists = new ListReads(counted, badReads);
        if (counted.history().hasLists()) {
            lists.run();
        }
        return lists;
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

    /** How many elements come before the own appends, -1 if the transaction does not count; what does not fit is reported. */
    private int externalPrefix(int list) {
        int op = history.listOp(list);
        if (!counted.counts(history.transactionOf(op))) {
            return -1;
        }
        if (prefixes.missing(list) >= 0) {
            add(op, AnomalyKind.INTERNAL, history.value(prefixes.missing(list)));
        }
        return prefixes.length(list);
    }

    private void examineLongest(int key) {
        int list = longest[key];
        int first = history.listFirst(list);
        int length = prefix[list];
        for (int i = 0; i < length; i++) {
            int value = history.listElement(first + i);
            if (placeInLongest[value] != 0) {
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
                badReads.incompatible(op, history.listOp(longest[key]), history.listElement(first + i));
                sound = false;
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
        for (int own = firstOwn(history.transactionOf(op), key); own >= 0; own = nextOwn[own - firstOp]) {
            if (shows(first, length, history.value(own), same)) {
                add(op, own > op ? AnomalyKind.FUTURE_READ : AnomalyKind.INTERNAL, history.value(own));
            }
        }
    }

    /** The first write of a transaction to a key, or -1; {@code nextOwn} leads on from there. */
    private int firstOwn(int t, int key) {
        if (t != ownOf) {
            ownOf = t;
            firstOp = history.firstOp(t);
            int count = history.firstOp(t + 1) - firstOp;
            nextOwn = nextOwn.length < count ? new int[2 * count] : nextOwn;
            for (int op = firstOp + count - 1; op >= firstOp; op--) {
                if (history.isWrite(op)) {
                    int later = firstOwn[history.key(op)];
                    nextOwn[op - firstOp] = later >= firstOp && later < firstOp + count ? later : -1;
                    firstOwn[history.key(op)] = op;
                }
            }
        }
        int own = firstOwn[key];
        return own >= firstOp && own < history.firstOp(t + 1) ? own : -1;
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
        badReads.add(op, kind, value);
        sound = false;
    }

    /** Whether nothing is wrong with any list. */
    boolean areSound() {
        return sound;
    }

    /** The list read with the longest external prefix of a key, or -1. */
    int longest(int key) {
        return longest[key];
    }
}
