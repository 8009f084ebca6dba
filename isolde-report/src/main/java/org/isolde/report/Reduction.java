package org.isolde.report;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Leaves out whatever can go: transactions first, then operations, in halves, quarters and so on down to single ones, until
 * nothing more can go.
 *
 * <p>Invariant: {@code current} passes the test. At the end no single transaction, and no single operation, can be left
 * out of it, unless time was up.
 */
final class Reduction {
    private final Predicate<Selection> test;
    private final BooleanSupplier hasTime;
    private final boolean backwards;
    private Selection current;
    private boolean complete = true;

    /**
     * @param start a selection that passes the test
     * @param test whether a selection still shows what is to be shown
     * @param backwards whether the last parts are tried first: what can go may depend on what went before
     */
    Reduction(Selection start, Predicate<Selection> test, BooleanSupplier hasTime, boolean backwards) {
        this.current = start;
        this.test = test;
        this.hasTime = hasTime;
        this.backwards = backwards;
    }

    void run() {
        boolean smaller = true;
        while (smaller) {
            leaveOut(transactions());
            smaller = leaveOut(operations());
        }
    }

    /** The smallest selection that was found. */
    Selection smallest() {
        return current;
    }

    /** Whether time was enough to try everything. */
    boolean isComplete() {
        return complete;
    }

    private List<BitSet> transactions() {
        List<BitSet> parts = new ArrayList<>();
        for (int t : current.transactions()) {
            parts.add(current.of(t));
        }
        return parts;
    }

    private List<BitSet> operations() {
        List<BitSet> parts = new ArrayList<>();
        current.operations().stream().forEach(op -> {
            BitSet one = new BitSet();
            one.set(op);
            parts.add(one);
        });
        return parts;
    }

    /** Leaves out as many of these parts as can go; whether any did. */
    private boolean leaveOut(List<BitSet> all) {
        boolean any = false;
        if (backwards) {
            Collections.reverse(all);
        }
        for (int size = Math.max(1, all.size() / 2); ; size /= 2) {
            boolean again = true;
            while (again) {
                again = false;
                for (int from = 0; from < all.size(); from += size) {
                    again |= tryWithout(all.subList(from, Math.min(all.size(), from + size)));
                }
                any |= again;
                // whether a single part can go may depend on those that went after it was tried
                again &= size == 1;
            }
            if (size == 1) {
                return any;
            }
        }
    }

    private boolean tryWithout(List<BitSet> parts) {
        BitSet left = new BitSet();
        parts.forEach(left::or);
        left.and(current.operations());
        if (left.isEmpty()) {
            return false;
        }
        if (!hasTime.getAsBoolean()) {
            complete = false;
            return false;
        }
        Selection smaller = current.without(left);
        if (smaller.operations().isEmpty() || !test.test(smaller)) {
            return false;
        }
        current = smaller;
        return true;
    }
}
