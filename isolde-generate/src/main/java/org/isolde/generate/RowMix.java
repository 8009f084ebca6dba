package org.isolde.generate;

/**
 * What the clients of a table ask for. Of the statements that neither insert nor delete, the read ratio of the options says
 * how many read; the others update.
 *
 * @param predicates the share of statements that go by a condition rather than by the primary key
 * @param inserts the share that inserts a row, or updates it if it is there
 * @param deletes the share that deletes one
 * @param matches how many rows a condition matches when the table is full, on average
 */
public record RowMix(double predicates, double inserts, double deletes, int matches) {
    /** Half of them by conditions, a tenth inserts and a twentieth deletes. */
    public static final RowMix DEFAULT = new RowMix(0.5, 0.1, 0.05, 4);
}
