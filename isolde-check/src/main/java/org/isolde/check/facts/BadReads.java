package org.isolde.check.facts;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.isolde.check.AnomalyKind;
import org.isolde.check.ViolationLimit;
import org.isolde.check.graph.IntList;
import org.isolde.check.refute.Contradiction;

/**
 * What is wrong with single reads, lists and given version orders, in the order in which it was found. It breaks every level
 * but {@code ru}; and a read that is wrong is no evidence of who wrote before whom.
 *
 * <p>Filled while {@link Facts} are made, and only then.
 */
public final class BadReads {
    private static final AnomalyKind[] KINDS = AnomalyKind.values();

    /** By fours: the operation (or -1), the ordinal of the anomaly, the value at fault, the other list read or the key. */
    private final IntList found = new IntList();

    void add(int operation, AnomalyKind kind, int value) {
        add(operation, kind, value, -1);
    }

    void incompatible(int operation, int other, int value) {
        add(operation, AnomalyKind.INCOMPATIBLE_ORDER, value, other);
    }

    void unknownVersion(int key, int value) {
        add(-1, AnomalyKind.UNKNOWN_VERSION, value, key);
    }

    private void add(int operation, AnomalyKind kind, int value, int other) {
        found.add(operation);
        found.add(kind.ordinal());
        found.add(value);
        found.add(other);
    }

    /** Says of all bad reads that they have read from nobody. */
    void leaveOut(int[] source) {
        for (int i = 0; i < found.size(); i += 4) {
            if (found.get(i) >= 0) {
                source[found.get(i)] = -1;
            }
        }
    }

    public boolean isEmpty() {
        return found.size() == 0;
    }

    /** The first, one of each kind, or all. */
    public List<Contradiction> contradictions(ViolationLimit limit) {
        List<Contradiction> contradictions = new ArrayList<>();
        Set<AnomalyKind> seen = EnumSet.noneOf(AnomalyKind.class);
        for (int i = 0; i < found.size(); i += 4) {
            AnomalyKind kind = KINDS[found.get(i + 1)];
            if (limit == ViolationLimit.ALL || seen.add(kind)) {
                contradictions.add(contradiction(found.get(i), kind, found.get(i + 2), found.get(i + 3)));
            }
            if (limit == ViolationLimit.FIRST) {
                break;
            }
        }
        return contradictions;
    }

    private static Contradiction contradiction(int operation, AnomalyKind kind, int value, int other) {
        return switch (kind) {
            case UNKNOWN_VERSION -> new Contradiction.UnknownVersion(other, value);
            case INCOMPATIBLE_ORDER -> new Contradiction.IncompatibleLists(operation, other, value);
            default -> new Contradiction.BadRead(operation, kind, value);
        };
    }
}
