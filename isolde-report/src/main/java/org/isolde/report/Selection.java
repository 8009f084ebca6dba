package org.isolde.report;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/**
 * Some of the operations of a history, chosen such that whatever the part violates, the whole violates too: an order that
 * explains the whole explains the part.
 *
 * <p>Invariant: a write is left out only together with all reads of its value, and then with all compare-and-sets on its
 * key that failed, for they may have failed because of it; both halves of a compare-and-set stay together; a list that is
 * read loses the elements whose writes are left out. A transaction is there if one of its operations is.
 */
final class Selection {
    private final History source;
    private final BitSet operations;
    private Excerpt excerpt;

    private Selection(History source, BitSet operations) {
        this.source = source;
        this.operations = operations;
    }

    /** All of a history. */
    static Selection all(History source) {
        BitSet operations = new BitSet();
        operations.set(0, source.operations());
        return new Selection(source, operations);
    }

    /** The largest selection without these operations. */
    Selection without(BitSet left) {
        BitSet kept = (BitSet) operations.clone();
        kept.andNot(left);
        Selection smaller = new Selection(source, kept);
        smaller.close();
        return smaller;
    }

    /** The operations, by number. */
    BitSet operations() {
        return operations;
    }

    /** The operations of a transaction that are there. */
    BitSet of(int transaction) {
        BitSet own = new BitSet();
        own.set(source.firstOp(transaction), source.firstOp(transaction + 1));
        own.and(operations);
        return own;
    }

    /** The transactions of which something is there. */
    int[] transactions() {
        int[] found = new int[source.transactions()];
        int count = 0;
        for (int t = 1; t <= source.transactions(); t++) {
            int op = operations.nextSetBit(source.firstOp(t));
            if (op >= 0 && op < source.firstOp(t + 1)) {
                found[count++] = t;
            }
        }
        return java.util.Arrays.copyOf(found, count);
    }

    /** Whether it has fewer transactions than another one, or as many and fewer operations. */
    boolean isSmallerThan(Selection other) {
        int order = Integer.compare(transactions().length, other.transactions().length);
        return order < 0 || order == 0 && operations.cardinality() < other.operations.cardinality();
    }

    History history() {
        return excerpt().history();
    }

    Excerpt excerpt() {
        if (excerpt == null) {
            excerpt = Excerpt.of(source, transactions(), operations::get);
        }
        return excerpt;
    }

    /** Leaves out what can't stay because of what is left out already. */
    private void close() {
        boolean changed = true;
        while (changed) {
            Set<Integer> lostValues = new HashSet<>();
            BitSet lostKeys = new BitSet();
            changed = false;
            for (int op = 0; op < source.operations(); op++) {
                if (source.isWrite(op) && !operations.get(op)) {
                    lostValues.add(source.value(op));
                    lostKeys.set(source.key(op));
                }
            }
            for (int op = operations.nextSetBit(0); op >= 0; op = operations.nextSetBit(op + 1)) {
                if (!canStay(op, lostValues, lostKeys)) {
                    operations.clear(op);
                    changed = true;
                }
            }
        }
    }

    private boolean canStay(int op, Set<Integer> lostValues, BitSet lostKeys) {
        return switch (source.kind(op)) {
            case OpKind.READ -> !lostValues.contains(source.value(op));
            case OpKind.CAS_READ -> !lostValues.contains(source.value(op)) && operations.get(op + 1);
            case OpKind.CAS_WRITE -> operations.get(op - 1);
            case OpKind.CAS_FAILED -> !lostKeys.get(source.key(op));
            default -> true;
        };
    }
}
