package org.isolde.check.known;

import java.util.Arrays;
import org.isolde.check.facts.Facts;
import org.isolde.check.facts.Numbered;
import org.isolde.check.facts.RealTime;
import org.isolde.check.facts.TransactionOrder;
import org.isolde.check.facts.VersionChains;
import org.isolde.history.History;

/**
 * An order of transactions that is guessed, and held to all item dependencies under complete version orders, one by one. No graph
 * is made, so where databases say in which order transactions committed, and that explains it, this costs next to nothing.
 */
public final class GuessedOrder {
    private final Facts facts;
    private final History history;
    private final VersionChains chains;
    /** By transaction. */
    private final int[] place;

    /**
     * @param facts of a history whose version orders are complete, without bad reads
     * @param place of each transaction, all different
     */
    public GuessedOrder(Facts facts, int[] place) {
        this.facts = facts;
        this.history = facts.history;
        this.chains = facts.chains();
        this.place = place;
    }

    /** The order of the numbers by which snapshots name transactions; null if one has none, or a version order is open. */
    public static GuessedOrder byNumbers(Facts facts) {
        if (facts.history.rows() == null) {
            return null;
        }
        int[] byNumber = Numbered.transactions(facts);
        int transactions = facts.history.transactions();
        if (byNumber.length < transactions || !facts.chains().areOrdered()) {
            return null;
        }
        int[] place = new int[transactions + 1];
        for (int i = 0; i < byNumber.length; i++) {
            place[byNumber[i]] = i;
        }
        return new GuessedOrder(facts, place);
    }

    /**
     * The order, if it contains version orders, reads-from and what is asked for; else null.
     *
     * @param sessions that it contains session order
     * @param realTime that it contains real time
     * @param anti that it contains anti-dependencies
     */
    public TransactionOrder explaining(boolean sessions, boolean realTime, boolean anti) {
        for (int t = 1; t <= history.transactions(); t++) {
            if (facts.counts(t) && !isPlaced(t, sessions, anti)) {
                return null;
            }
        }
        TransactionOrder order = TransactionOrder.of(history, order());
        return realTime && !RealTime.isKeptBy(order, facts.counted()) ? null : order;
    }

    private boolean isPlaced(int t, boolean sessions, boolean anti) {
        int before = sessions ? facts.predecessor(t) : 0;
        if (before != 0 && place[before] > place[t]) {
            return false;
        }
        for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
            if (history.isWrite(op)) {
                int version = chains.version(history.value(op));
                if (version > chains.first(history.key(op)) && place[chains.writer(version - 1)] > place[t]) {
                    return false;
                }
                continue;
            }
            int source = facts.source(op, t);
            if (source > 0 && place[source] > place[t] || source >= 0 && anti && isOverwritten(op, t)) {
                return false;
            }
        }
        return true;
    }

    /** Whether another one overwrote before {@code t} what it read. */
    private boolean isOverwritten(int read, int t) {
        int key = history.key(read);
        int value = history.value(read);
        int next = value == 0 ? chains.first(key) : chains.version(value) + 1;
        return next < chains.first(key + 1) && chains.writer(next) != t && place[chains.writer(next)] < place[t];
    }

    private int[] order() {
        int[] at = new int[Arrays.stream(place).max().orElse(0) + 1];
        for (int t = 1; t < place.length; t++) {
            at[place[t]] = facts.counts(t) ? t : 0;
        }
        return Arrays.stream(at).filter(t -> t > 0).toArray();
    }
}
