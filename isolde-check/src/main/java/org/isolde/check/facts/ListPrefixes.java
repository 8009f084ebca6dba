package org.isolde.check.facts;

import java.util.Arrays;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/**
 * What each list read saw of others. A list is an external prefix followed by the reader's own appends so far; the prefix is
 * a read of the version that its last element made, of the initial one if it is empty.
 *
 * <p>Linear in the lists: own appends are followed from the last to the one before, never over the operations in between.
 */
final class ListPrefixes {
    /** The length of the external prefix of each list read. */
    private final int[] length;
    /** Of each list read the own append that it does not show where it should, as an operation; -1 if there is none. */
    private final int[] missing;

    private ListPrefixes(int lists) {
        length = new int[lists];
        missing = new int[lists];
        Arrays.fill(missing, -1);
    }

    static ListPrefixes of(History history) {
        ListPrefixes prefixes = new ListPrefixes(history.lists());
        if (history.hasLists()) {
            prefixes.find(history);
        }
        return prefixes;
    }

    private void find(History history) {
        int[] lastWrite = new int[history.keys()];
        Arrays.fill(lastWrite, -1);
        int[] writeBefore = new int[16];
        for (int list = 0; list < history.lists(); ) {
            int t = history.transactionOf(history.listOp(list));
            int firstOp = history.firstOp(t);
            int end = history.firstOp(t + 1);
            if (writeBefore.length < end - firstOp) {
                writeBefore = new int[2 * (end - firstOp)];
            }
            for (int op = firstOp; op < end; op++) {
                int key = history.key(op);
                if (history.isWrite(op)) {
                    writeBefore[op - firstOp] = lastWrite[key] < firstOp ? -1 : lastWrite[key];
                    lastWrite[key] = op;
                } else if (history.kind(op) == OpKind.LIST_READ) {
                    read(history, list++, t, lastWrite[key] < firstOp ? -1 : lastWrite[key], writeBefore);
                }
            }
        }
    }

    private void read(History history, int list, int t, int lastWrite, int[] writeBefore) {
        int firstOp = history.firstOp(t);
        int first = history.listFirst(list);
        int at = history.listFirst(list + 1);
        for (int write = lastWrite; write >= 0; write = writeBefore[write - firstOp]) {
            at--;
            if (at < first || history.listElement(at) != history.value(write)) {
                missing[list] = write;
                // what is left of the list can't be told apart: take what is not its own
                int end = first;
                while (end < history.listFirst(list + 1) && history.writer(history.listElement(end)) != t) {
                    end++;
                }
                length[list] = end - first;
                return;
            }
        }
        length[list] = at - first;
    }

    int length(int list) {
        return length[list];
    }

    /** The own append that a list read should show and does not, as an operation; -1 if there is none. */
    int missing(int list) {
        return missing[list];
    }

    /** The list reads that show own appends, which say of others what stands before these. */
    int[] behindOwnAppends(History history) {
        IntList reads = new IntList();
        for (int list = 0; list < length.length; list++) {
            boolean own = history.listFirst(list) + length[list] < history.listFirst(list + 1);
            if (own && missing[list] < 0) {
                reads.add(history.listOp(list));
            }
        }
        return reads.toArray();
    }
}
