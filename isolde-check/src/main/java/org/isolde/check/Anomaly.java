package org.isolde.check;

import java.util.List;
import org.isolde.history.Level;

/**
 * A proof that a level is broken: a single bad read, or a cycle of orderings that can't all hold.
 *
 * @param kind its name
 * @param level the weakest level checked that it breaks
 * @param transactions the transactions involved, by number
 * @param key the key it is about, or -1
 * @param value the value number it is about, or -1
 * @param operation the operation at fault, or -1
 * @param cycle the edges of the cycle in order, each beginning where the one before ends; empty for a bad read
 * @param story one sentence with the input's names
 */
public record Anomaly(
        AnomalyKind kind,
        Level level,
        List<Integer> transactions,
        int key,
        int value,
        int operation,
        List<Edge> cycle,
        String story) {
    /**
     * The name in the vocabulary of Adya and Elle; of a cycle of dependencies by its edges, so that it says whether
     * sessions or real time are needed to close it, as in {@code G-single-session}.
     */
    public String alias() {
        return CycleKind.isOfDependencies(cycle) ? CycleKind.of(cycle).alias() : kind.alias();
    }

    /** The same anomaly as one of another level. */
    Anomaly breaking(Level other) {
        return new Anomaly(kind, other, transactions, key, value, operation, cycle, story);
    }
}
