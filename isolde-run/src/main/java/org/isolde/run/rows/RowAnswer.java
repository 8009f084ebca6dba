package org.isolde.run.rows;

import java.util.List;
import org.isolde.condition.Condition;
import org.isolde.history.Rows;

/**
 * What is known of a statement when it has been answered: what it looked for and found, and what it changed, in this order.
 *
 * @param where the condition by which it looked for rows; null if it looked for none, as an insert
 * @param locks whether it looked for rows in order to change them: such a statement may wait for others, and then act on
 *     other versions than it looked at
 * @param found the rows and versions that came back; of an update or deletion, those that it acted on. Empty if an aggregate
 *     came back instead
 * @param aggregate what came back in place of rows; null if rows did
 * @param value the value of the aggregate; may be null
 * @param changes in the order in which they happened
 * @param snapshot what the condition was put to, if that is known and is not that of the whole transaction; else null
 */
public record RowAnswer(
        Condition where,
        boolean locks,
        List<Found> found,
        Aggregated aggregate,
        Long value,
        List<RowChange> changes,
        RowSnapshot snapshot) {
    /** A row and its version. */
    public record Found(String row, long version) {}

    /** Which aggregate; the column is null for {@link Rows.Aggregate#COUNT}. */
    public record Aggregated(Rows.Aggregate function, String column) {}

    public RowAnswer {
        found = List.copyOf(found);
        changes = List.copyOf(changes);
    }

    /** Of a query. */
    public static RowAnswer rows(Condition where, List<Found> found) {
        return new RowAnswer(where, false, found, null, null, List.of(), null);
    }

    /** Of an update or a deletion by a condition. */
    public static RowAnswer changed(Condition where, List<Found> found, List<RowChange> changes) {
        return new RowAnswer(where, true, found, null, null, changes, null);
    }

    public static RowAnswer aggregate(Condition where, Rows.Aggregate function, String column, Long value) {
        return new RowAnswer(where, false, List.of(), new Aggregated(function, column), value, List.of(), null);
    }

    /** Of a statement that looked for nothing. */
    public static RowAnswer changes(List<RowChange> changes) {
        return new RowAnswer(null, false, List.of(), null, null, changes, null);
    }

    public RowAnswer with(RowSnapshot own) {
        return new RowAnswer(where, locks, found, aggregate, value, changes, own);
    }
}
