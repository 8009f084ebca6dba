package org.isolde.check.known;

import org.isolde.check.EdgeKind;

/**
 * Says of a walk through the serialization graph whether it can become a cycle of a given kind: a state of three bits that
 * every dependency changes.
 *
 * <p>A walk begins with a dependency that every cycle of the kind has: an anti-dependency if there are some, else a read,
 * else session order or a version. Cycles by real time begin with whatever follows their one step of real time, which
 * comes last: more than one is never needed, for if a ended before b began and c before d, then a ended before d began or
 * c before b, and the cycle has a shorter way.
 */
final class CycleAutomaton {
    /** States are below this. */
    static final int STATES = 8;

    /** The last dependency was an anti-dependency; for prefix consistency: was session order or a read. */
    private static final int LAST = 4;

    private static final int SO = 1 << EdgeKind.SO.ordinal();
    private static final int RT = 1 << EdgeKind.RT.ordinal();
    private static final int WR = 1 << EdgeKind.WR.ordinal();
    private static final int WW = 1 << EdgeKind.WW.ordinal();
    private static final int RW = 1 << EdgeKind.RW.ordinal();

    private final CycleKind.Shape shape;
    private final boolean prefix;
    /** Whether real time closes the cycle. */
    private final boolean byTime;
    /** Whether session order must be there. */
    private final boolean bySession;

    private final int first;
    private final int allowed;

    /**
     * @param kind the kind; null for any cycle with anti-dependencies that prefix consistency forbids
     */
    CycleAutomaton(CycleKind kind) {
        prefix = kind == null;
        shape = prefix ? CycleKind.Shape.G_NONADJACENT : kind.shape();
        byTime = !prefix && kind.variant() == CycleKind.Variant.REAL_TIME;
        bySession = !prefix && kind.variant() == CycleKind.Variant.SESSION;
        int orders = prefix || byTime || bySession ? SO : 0;
        allowed = switch (shape) {
            case G0 -> WW | orders;
            case G1C -> WW | WR | orders;
            default -> WW | WR | RW | orders;
        };
        if (byTime) {
            first = allowed;
        } else {
            first = switch (shape) {
                case G0 -> bySession ? SO : WW;
                case G1C -> WR;
                default -> RW;
            };
        }
    }

    /** The kinds of edges that a cycle of this kind may have, as bits; it lies in a component of the graph of these. */
    int mask() {
        return allowed | (byTime ? RT : 0) | 1 << Dependencies.INSIDE;
    }

    boolean closesByTime() {
        return byTime;
    }

    /** Whether a walk may begin with a kind of edge. */
    boolean begins(byte edgeKind) {
        return (first >> edgeKind & 1) != 0;
    }

    /** The state of a walk of one dependency that it may begin with. */
    int begin(byte edgeKind) {
        if (!byTime && !prefix && shape.compareTo(CycleKind.Shape.G_NONADJACENT) >= 0) {
            // the anti-dependency that comes first is one of those that the kind needs
            return LAST;
        }
        return !byTime ? bySession && shape == CycleKind.Shape.G0 ? 1 : 0 : after(0, edgeKind);
    }

    /** The state behind a dependency, or -1 if no cycle of the kind goes on like that. */
    int after(int state, byte edgeKind) {
        int kind = 1 << edgeKind;
        if ((allowed & kind) == 0) {
            return -1;
        }
        boolean anti = kind == RW;
        boolean last = (state & LAST) != 0;
        if (prefix) {
            return anti && !last ? -1 : (kind & (SO | WR)) != 0 ? LAST : 0;
        }
        // below LAST: how far the kind has come, and (by session) whether session order was there
        int seen = state & 3;
        if (byTime) {
            return afterByTime(seen, last, kind);
        }
        if (bySession && kind == SO) {
            seen |= 1;
        }
        if (!anti) {
            return seen;
        }
        return switch (shape) {
            case G_NONADJACENT -> last ? -1 : seen | 2 | LAST;
            case G2_ITEM -> seen | LAST;
            // these have their only one in front
            default -> -1;
        };
    }

    private int afterByTime(int seen, boolean last, int kind) {
        boolean anti = kind == RW;
        return switch (shape) {
            case G0 -> 0;
            case G1C -> kind == WR ? 1 : seen;
            case LOST_UPDATE, G_SINGLE -> anti ? (seen == 0 ? 1 : -1) : seen;
            case G_NONADJACENT -> !anti ? seen : last ? -1 : Math.min(2, seen + 1) | LAST;
            case G2_ITEM -> !anti ? seen : (last ? 1 : seen) | LAST;
        };
    }

    /** Whether a walk in this state is a cycle if it is back (by real time: if real time leads back). */
    boolean accepts(int state) {
        boolean last = (state & LAST) != 0;
        if (prefix) {
            return last;
        }
        int seen = state & 3;
        if (byTime) {
            return switch (shape) {
                case G0 -> true;
                case G_NONADJACENT -> seen == 2;
                default -> seen == 1;
            };
        }
        if (bySession && (seen & 1) == 0) {
            return false;
        }
        return switch (shape) {
            case G_NONADJACENT -> (seen & 2) != 0 && !last;
            case G2_ITEM -> last;
            default -> true;
        };
    }
}
