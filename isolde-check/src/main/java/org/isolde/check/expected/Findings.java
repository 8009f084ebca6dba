package org.isolde.check.expected;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.check.graph.IntList;
import org.isolde.check.refute.Contradiction;
import org.isolde.history.History;
import org.isolde.history.OpKind;

/**
 * What a replay can't explain. A finding is <em>certain</em> if it is one wherever those stand whose place, or outcome, is not
 * known.
 *
 * <p>Nobody saw what a loose transaction wrote, so that it can't explain a read of a version: it can only be the reason why a row
 * was not found, or why a compare-and-set failed. One that was moved may stand elsewhere, so nothing is certain of the keys that
 * it writes.
 */
final class Findings {
    private final History history;
    private final int mostOfAKind;
    /** Keys that a moved transaction writes; and those that a moved or a loose one does. Null if there are none. */
    private final boolean[] moved;

    private final boolean[] doubtful;
    private final List<Contradiction> certain = new ArrayList<>();
    private final Map<Class<?>, Integer> counts = new HashMap<>();
    private Contradiction open;

    Findings(History history, SerialOrder order, int mostOfAKind) {
        this.history = history;
        this.mostOfAKind = mostOfAKind;
        moved = keys(order.moved(), null);
        doubtful = keys(order.loose(), moved);
    }

    private boolean[] keys(IntList transactions, boolean[] others) {
        if (transactions.size() == 0) {
            return others;
        }
        boolean[] keys = others == null ? new boolean[history.keys()] : others.clone();
        for (int i = 0; i < transactions.size(); i++) {
            int t = transactions.get(i);
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                keys[history.key(op)] |= history.isWrite(op);
            }
        }
        return keys;
    }

    /** Whether one more finding of a kind makes a difference. */
    boolean wants(Class<? extends Contradiction> kind) {
        return counts.getOrDefault(kind, 0) < mostOfAKind;
    }

    /**
     * @param isAtItsPlace whether it is certain what comes before the transaction
     */
    void add(Contradiction contradiction, boolean isAtItsPlace) {
        if (!isAtItsPlace || !isCertain(contradiction)) {
            open = open == null ? contradiction : open;
        } else if (wants(contradiction.getClass())) {
            counts.merge(contradiction.getClass(), 1, Integer::sum);
            certain.add(
                    contradiction instanceof Contradiction.UnexpectedResult result ? provable(result) : contradiction);
        }
    }

    List<Contradiction> certain() {
        return certain;
    }

    /** The first that is not certain; null if there is none. */
    Contradiction open() {
        return open;
    }

    boolean isEmpty() {
        return certain.isEmpty() && open == null;
    }

    private boolean isCertain(Contradiction contradiction) {
        if (doubtful == null || contradiction instanceof Contradiction.OutOfOrder) {
            return true;
        }
        if (contradiction instanceof Contradiction.UnexpectedRead read) {
            int key = history.key(read.operation());
            return history.kind(read.operation()) == OpKind.CAS_FAILED ? !doubtful[key] : !isMoved(key);
        }
        if (contradiction instanceof Contradiction.DeadRow written) {
            return !isMoved(history.key(written.operation()));
        }
        Contradiction.UnexpectedResult result = (Contradiction.UnexpectedResult) contradiction;
        if (result.expected() != null) {
            return !isDoubtful(history.rows().table(result.predicate()));
        }
        return result.surplus().stream().anyMatch(this::isCertain)
                || result.missing().stream().anyMatch(write -> !doubtful[history.key(write)]);
    }

    /** The same, such that no read of what a moved transaction writes is taken for the proof. */
    private Contradiction provable(Contradiction.UnexpectedResult result) {
        List<Contradiction.UnexpectedResult.Surplus> surplus = new ArrayList<>();
        for (Contradiction.UnexpectedResult.Surplus each : result.surplus()) {
            boolean isProof = each.isStale() && !isMoved(history.key(each.operation()));
            surplus.add(new Contradiction.UnexpectedResult.Surplus(
                    each.operation(), each.present(), each.twice(), isProof));
        }
        return new Contradiction.UnexpectedResult(result.predicate(), result.missing(), surplus, result.expected());
    }

    /** Another version than the present one is a read like any other. */
    private boolean isCertain(Contradiction.UnexpectedResult.Surplus surplus) {
        int key = history.key(surplus.operation());
        return surplus.isStale() ? !isMoved(key) : !doubtful[key];
    }

    private boolean isMoved(int key) {
        return moved != null && moved[key];
    }

    private boolean isDoubtful(int table) {
        String beginning = history.rows().tableName(table) + "/";
        for (int key = 0; key < doubtful.length; key++) {
            if (doubtful[key] && history.keyName(key).startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }
}
