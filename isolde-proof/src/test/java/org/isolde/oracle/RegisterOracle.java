package org.isolde.oracle;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.history.Status;

/**
 * Decides linearizability of {@link TinyRegisters} by trying all orders of the operations on each key, with every choice of
 * those whose outcome is unknown: written from the definition, and from nothing else.
 */
public final class RegisterOracle {
    private RegisterOracle() {}

    public static boolean isLinearizable(TinyRegisters history) {
        for (int key = 0; key < 2; key++) {
            if (!isLinearizable(history, key)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLinearizable(TinyRegisters history, int key) {
        List<TinyRegisters.Op> certain = new ArrayList<>();
        List<TinyRegisters.Op> uncertain = new ArrayList<>();
        List<Integer> named = new ArrayList<>();
        history.versions().stream().filter(order -> order.key() == key).forEach(order -> named.addAll(order.values()));
        for (TinyRegisters.Op op : history.ops()) {
            if (op.key() != key || op.status() == Status.ABORTED) {
                continue;
            }
            boolean isNamed = op.writes() && named.remove((Integer) op.written());
            (op.status() == Status.COMMITTED || isNamed ? certain : uncertain).add(op);
        }
        if (!named.isEmpty()) {
            // a version that nobody wrote
            return false;
        }
        for (int choice = 0; choice < 1 << uncertain.size(); choice++) {
            List<TinyRegisters.Op> chosen = new ArrayList<>(certain);
            for (int i = 0; i < uncertain.size(); i++) {
                if ((choice >> i & 1) != 0) {
                    chosen.add(uncertain.get(i));
                }
            }
            if (someOrderIsGood(history, chosen, 0)) {
                return true;
            }
        }
        return false;
    }

    /** Whether what is left can follow in some order, one after the other, when this is the value. */
    private static boolean someOrderIsGood(TinyRegisters history, List<TinyRegisters.Op> left, int value) {
        if (left.isEmpty()) {
            return true;
        }
        for (int i = 0; i < left.size(); i++) {
            TinyRegisters.Op op = left.remove(i);
            boolean good = explains(value, op);
            for (TinyRegisters.Op later : left) {
                good &= !precedes(later, op) && !isGivenBefore(history, later, op);
            }
            good = good && someOrderIsGood(history, left, op.writes() ? op.written() : value);
            left.add(i, op);
            if (good) {
                return true;
            }
        }
        return false;
    }

    /** Whether an operation can have seen what it saw when this was the value. */
    private static boolean explains(int value, TinyRegisters.Op op) {
        return switch (op.kind()) {
            case READ, CAS -> op.expected() == value;
            case FAILED -> op.expected() != value;
            case WRITE -> true;
        };
    }

    private static boolean precedes(TinyRegisters.Op before, TinyRegisters.Op after) {
        return before.status() == Status.COMMITTED && before.end() < after.begin();
    }

    private static boolean isGivenBefore(TinyRegisters history, TinyRegisters.Op before, TinyRegisters.Op after) {
        for (TinyRegisters.Versions versions : history.versions()) {
            int first = before.writes() ? versions.values().indexOf(before.written()) : -1;
            int second = after.writes() ? versions.values().indexOf(after.written()) : -1;
            if (versions.key() == after.key() && first >= 0 && first < second) {
                return true;
            }
        }
        return false;
    }

    /**
     * The same by remembering sets of operations and values that lead nowhere, for up to 63 operations on one key without
     * version orders: Wing, Gong and Lowe as simply as can be.
     */
    public static boolean isLinearizableByMemory(List<TinyRegisters.Op> ops) {
        return isLinearizableByMemory(ops, 0, 0, new HashSet<>());
    }

    private record State(long done, int value) {}

    private static boolean isLinearizableByMemory(List<TinyRegisters.Op> ops, long done, int value, Set<State> seen) {
        boolean all = true;
        for (int i = 0; i < ops.size(); i++) {
            all &= (done >> i & 1) != 0 || ops.get(i).status() != Status.COMMITTED;
        }
        if (all || !seen.add(new State(done, value))) {
            return all;
        }
        for (int i = 0; i < ops.size(); i++) {
            TinyRegisters.Op op = ops.get(i);
            boolean can = (done >> i & 1) == 0 && op.status() != Status.ABORTED && explains(value, op);
            for (int j = 0; can && j < ops.size(); j++) {
                can = (done >> j & 1) != 0 || !precedes(ops.get(j), op);
            }
            if (can && isLinearizableByMemory(ops, done | 1L << i, op.writes() ? op.written() : value, seen)) {
                return true;
            }
        }
        return false;
    }
}
