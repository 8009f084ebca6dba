package org.isolde.run.scenario;

import java.util.Comparator;

/** A row of a scenario's table. */
public record Row(long id, long val) implements Comparable<Row> {
    private static final Comparator<Row> ORDER =
            Comparator.comparingLong(Row::id).thenComparingLong(Row::val);

    @Override
    public int compareTo(Row other) {
        return ORDER.compare(this, other);
    }

    /** As scenarios spell it: {@code (1,10)}. */
    @Override
    public String toString() {
        return "(" + id + "," + val + ")";
    }
}
