package org.isolde.report;

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import org.isolde.history.History;

/**
 * The database's timestamps of some transactions, put in a row: how far apart they are says nothing, and many are pairs, which
 * no axis could show. Equal timestamps have one place. Only committed transactions have timestamps that count.
 */
public final class TimestampPlaces {
    private record Timestamp(long physical, long logical) {}

    private final History history;
    private final Map<Timestamp, Long> places =
            new TreeMap<>(Comparator.comparingLong(Timestamp::physical).thenComparingLong(Timestamp::logical));

    public TimestampPlaces(History history, Collection<Integer> transactions) {
        this.history = history;
        for (int t : transactions) {
            if (history.isCommitted(t)) {
                places.put(startOf(t), 0L);
                places.put(commitOf(t), 0L);
            }
        }
        long place = 0;
        for (Map.Entry<Timestamp, Long> entry : places.entrySet()) {
            entry.setValue(place++);
        }
    }

    private Timestamp startOf(int t) {
        return new Timestamp(history.startPhysical(t), history.startLogical(t));
    }

    private Timestamp commitOf(int t) {
        return new Timestamp(history.commitPhysical(t), history.commitLogical(t));
    }

    /** The place of a transaction's start, from 0. */
    public long start(int transaction) {
        return places.get(startOf(transaction));
    }

    /** The place of its commit. */
    public long commit(int transaction) {
        return places.get(commitOf(transaction));
    }
}
