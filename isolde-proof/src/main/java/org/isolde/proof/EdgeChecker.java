package org.isolde.proof;

import java.util.List;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.Status;

/**
 * Checks single edges of a refutation's cycles against the history, orderings of versions aside: those are for the caller.
 *
 * <p>Invariant: an edge that passes is between two different transactions, and true in every order that the level speaks of
 * in which the ordering that it uses, if it uses one, is true.
 */
final class EdgeChecker {
    /** How many operations are looked at for the transactions on the way of a premise, if an edge doesn't name them. */
    private static final int SEARCH = 1 << 16;

    private final Readings readings;
    private final History history;
    private final Level level;
    private final boolean sessionOrder;
    private final PredicateSteps predicates;
    private int searched;

    EdgeChecker(Readings readings, PredicateSteps predicates, Proof proof) {
        this.readings = readings;
        this.history = readings.history;
        this.predicates = predicates;
        this.level = proof.level();
        this.sessionOrder = proof.sessionOrder();
    }

    void check(ProofEdge edge) throws Refusal {
        int from = edge.from();
        int to = edge.to();
        if (!isTransaction(from) || !isTransaction(to)) {
            throw wrong(edge, "is between transactions that don't both count");
        }
        boolean aboutKey = edge.kind().hasKey();
        if (aboutKey && (edge.key() < 0 || edge.key() >= history.keys())) {
            throw wrong(edge, "is about key " + edge.key() + ", which there is not");
        }
        switch (edge.kind()) {
            case SO -> require(edge, precedes(from, to), "is not in session order");
            case RT -> require(edge, history.hasRealTime() && readings.isRealTime(from, to), "is not in real time");
            case WR -> require(edge, readings.readsFrom(to, edge.key(), from), "is not a read of the key");
            case WW -> {
                require(edge, from != to && (from == History.INITIAL || writes(from, edge)), "is not from a writer");
                require(edge, writes(to, edge), "is not to a writer of the key");
            }
            case RW -> {
                require(
                        edge,
                        readings.readsFrom(from, edge.key(), edge.third()),
                        "is not from a reader of the version");
                require(edge, writes(to, edge), "is not to a writer of the key");
                require(edge, to != from && to != edge.third(), "is to the reader or to the writer of what it read");
            }
            case CO -> checkForced(edge);
            case PREDICATE_WR, PREDICATE_RW -> {
                try {
                    predicates.check(edge);
                } catch (Refusal e) {
                    throw wrong(edge, "is not there: " + e.getMessage());
                }
            }
        }
    }

    private boolean isTransaction(int t) {
        return t == History.INITIAL || (t > 0 && t <= history.transactions() && readings.isCounted(t));
    }

    private boolean writes(int t, ProofEdge edge) {
        return readings.writes(t, edge.key());
    }

    private boolean precedes(int from, int to) {
        return sessionOrder && readings.isSessionOrder(from, to);
    }

    /** t2 = from is before t1 = to, since t3 = third read the key from t1 and the premise of the level holds. */
    private void checkForced(ProofEdge edge) throws Refusal {
        int t3 = edge.third();
        require(edge, isTransaction(t3) && t3 != History.INITIAL, "has no reader that counts");
        require(edge, readings.readsFrom(t3, edge.key(), edge.to()), "has a reader that doesn't read from there");
        require(edge, writes(edge.from(), edge), "is not from a writer of the key");
        require(edge, edge.from() != edge.to() && edge.from() != t3, "is from the reader or its source");
        for (int between : edge.via()) {
            require(edge, between > 0 && isTransaction(between), "goes by transactions that don't all count");
        }
        searched = 0;
        require(edge, premiseHolds(edge, edge.from(), t3, edge.via()), "lacks the premise of " + level.text());
    }

    private boolean premiseHolds(ProofEdge edge, int t2, int t3, List<Integer> via) {
        boolean direct = via.isEmpty();
        return switch (level) {
            case RC -> direct && readsBefore(t3, t2, edge.key(), edge.to());
            case RYW -> direct && precedes(t2, t3);
            case RA -> direct && isStep(t2, t3);
            case MR -> direct ? sessionBeforeRead(t3, t2, false) : via.size() == 1 && viaIs(t2, via.get(0), t3, false);
            case MW -> direct ? readFromBehind(t3, t2) : via.size() == 1 && viaIs(t2, via.get(0), t3, true);
            case WFR -> direct ? readFromFollower(t3, t2) : isFollower(t2, via, t3);
            case CC -> isPath(t2, via, t3);
            default -> false;
        };
    }

    /** Whether a transaction reads something from t2 in a statement before one that reads the key from t1. */
    private boolean readsBefore(int t3, int t2, int key, int t1) {
        int first = Integer.MAX_VALUE;
        for (int read = readings.firstRead(t3); read < readings.firstRead(t3 + 1); read++) {
            if (first < readings.statement(read) && readings.source(read) == t1 && readings.key(read) == key) {
                return true;
            }
            if (readings.source(read) == t2) {
                first = Math.min(first, read);
            }
        }
        return false;
    }

    private boolean isStep(int from, int to) {
        return precedes(from, to) || readings.readsFrom(to, from);
    }

    /** t2 -so-> s -wr-> t3, or t2 -wr-> s -so-> t3. */
    private boolean viaIs(int t2, int s, int t3, boolean sessionFirst) {
        return sessionFirst
                ? precedes(t2, s) && readings.readsFrom(t3, s)
                : readings.readsFrom(s, t2) && precedes(s, t3);
    }

    /** t2 -wr-> s -so?-> u -wr-> t3. */
    private boolean isFollower(int t2, List<Integer> via, int t3) {
        int s = via.get(0);
        int u = via.get(via.size() - 1);
        return via.size() <= 2 && readings.readsFrom(s, t2) && (s == u || precedes(s, u)) && readings.readsFrom(t3, u);
    }

    private boolean isPath(int t2, List<Integer> via, int t3) {
        int at = t2;
        for (int next : via) {
            if (!isStep(at, next)) {
                return false;
            }
            at = next;
        }
        return isStep(at, t3);
    }

    /** Whether one before t3 in its session (or t3 itself) read from t2, as far as the search goes. */
    private boolean sessionBeforeRead(int t3, int t2, boolean orItself) {
        if (orItself && readings.readsFrom(t3, t2)) {
            return true;
        }
        int first = history.firstTransaction(history.session(t3));
        for (int s = t3 - 1; sessionOrder && s >= first && searched < SEARCH; s--) {
            searched += 1 + readings.firstRead(s + 1) - readings.firstRead(s);
            if (history.status(s) != Status.UNKNOWN && readings.readsFrom(s, t2)) {
                return true;
            }
        }
        return false;
    }

    private boolean readFromBehind(int t3, int t2) {
        for (int read = readings.firstRead(t3); read < readings.firstRead(t3 + 1); read++) {
            if (readings.source(read) > 0 && precedes(t2, readings.source(read))) {
                return true;
            }
        }
        return false;
    }

    private boolean readFromFollower(int t3, int t2) {
        for (int read = readings.firstRead(t3); read < readings.firstRead(t3 + 1) && searched < SEARCH; read++) {
            if (readings.source(read) > 0 && sessionBeforeRead(readings.source(read), t2, true)) {
                return true;
            }
        }
        return false;
    }

    private void require(ProofEdge edge, boolean condition, String otherwise) throws Refusal {
        if (!condition) {
            throw wrong(edge, otherwise);
        }
    }

    private Refusal wrong(ProofEdge edge, String what) {
        return new Refusal(() -> "the " + edge.kind().text() + " edge from " + name(edge.from()) + " to "
                + name(edge.to()) + " " + what);
    }

    private String name(int t) {
        return t >= 0 && t <= history.transactions() ? history.transactionName(t) : String.valueOf(t);
    }
}
