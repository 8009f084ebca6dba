package org.isolde.check.facts;

import java.util.Arrays;
import java.util.List;
import org.isolde.check.graph.IntList;
import org.isolde.check.refute.Contradiction;
import org.isolde.history.History;

/**
 * What lists say of the order of versions: the external prefix of a list read is the beginning of the order of its key, and
 * what was written and is not in it comes after it. Elements that no counted transaction wrote are passed over.
 *
 * <p>If nothing is wrong with the lists, the longest of each key has it all. Else they are compared again, without those
 * elements; where they still disagree no order fits them, and none is given.
 */
final class ListOrders {
    private static final int[] NONE = {};

    private final Counted counted;
    private final History history;
    /** The versions that the longest list of a key shows, in order; null if it has no list. */
    private final int[][] order;
    /** The operation of that list. */
    private final int[] longest;
    /** The place of a value in the order of its key, plus one. */
    private final int[] place;
    /** Two values of which each must come before the other, or one that stands twice; null if lists agree. */
    private Contradiction disagreement;

    ListOrders(Counted counted, ListReads reads) {
        this.counted = counted;
        this.history = counted.history();
        this.order = new int[history.hasLists() ? history.keys() : 0][];
        this.longest = new int[order.length];
        this.place = new int[history.hasLists() ? history.values() : 0];
        if (!history.hasLists()) {
            return;
        }
        if (reads.areSound()) {
            for (int key = 0; key < order.length; key++) {
                if (reads.longest(key) >= 0) {
                    order[key] = shown(reads.longest(key));
                }
            }
        } else {
            findLongest();
        }
        for (int key = 0; key < order.length; key++) {
            enter(key);
        }
        if (!reads.areSound()) {
            compare();
        }
    }

    private void findLongest() {
        for (int list = 0; list < history.lists(); list++) {
            int op = history.listOp(list);
            if (counted.counts(history.transactionOf(op))) {
                int key = history.key(op);
                int[] shown = shown(list);
                if (order[key] == null || shown.length > order[key].length) {
                    order[key] = shown;
                    longest[key] = op;
                }
            }
        }
    }

    /** The versions that a list read shows of others, as far as counted transactions wrote them. */
    private int[] shown(int list) {
        int first = history.listFirst(list);
        IntList values = new IntList(counted.externalPrefix(list));
        for (int i = 0; i < counted.externalPrefix(list); i++) {
            int value = history.listElement(first + i);
            int writer = history.writer(value);
            if (writer > 0 && counted.counts(writer)) {
                values.add(value);
            }
        }
        return values.toArray();
    }

    private void enter(int key) {
        for (int i = 0; order[key] != null && i < order[key].length; i++) {
            int value = order[key][i];
            if (place[value] != 0) {
                disagree(key, new Contradiction.VersionCycle(key, List.of(value)));
                return;
            }
            place[value] = i + 1;
        }
    }

    private void compare() {
        for (int list = 0; list < history.lists(); list++) {
            int op = history.listOp(list);
            int[] model = order[history.key(op)];
            if (model == null || model == NONE || !counted.counts(history.transactionOf(op))) {
                continue;
            }
            int[] shown = shown(list);
            int same = Arrays.mismatch(shown, 0, shown.length, model, 0, Math.min(shown.length, model.length));
            if (same >= 0) {
                int other = shown[same];
                // what the longest list shows before that place, this one shows there as well: it stands twice
                boolean twice = place[other] != 0 && place[other] <= same;
                int key = history.key(op);
                disagree(
                        key,
                        twice
                                ? new Contradiction.VersionCycle(key, List.of(other))
                                : new Contradiction.IncompatibleLists(op, longest[key], other));
            }
        }
    }

    private void disagree(int key, Contradiction by) {
        disagreement = disagreement == null ? by : disagreement;
        order[key] = NONE;
    }

    boolean areThere() {
        return order.length > 0;
    }

    /** Why no order fits the lists; null if one does. */
    Contradiction disagreement() {
        return disagreement;
    }

    /** The versions that the lists of a key show, in order; empty if there are none, or if they disagree. */
    int[] order(int key) {
        return order.length == 0 || order[key] == null ? NONE : order[key];
    }

    /** The last version that the lists of a key show. */
    int last(int key) {
        return order[key][order[key].length - 1];
    }

    /** Whether the lists of a key show versions, and lack the one that a counted transaction's write made. */
    boolean lacks(int write) {
        int value = history.value(write);
        return order(history.key(write)).length > 0
                && place[value] == 0
                && history.writeOp(value) == write
                && counted.counts(history.writer(value));
    }
}
