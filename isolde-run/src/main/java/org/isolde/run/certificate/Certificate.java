package org.isolde.run.certificate;

import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.isolde.condition.Condition;
import org.isolde.run.rows.RowAnswer.Found;
import org.isolde.run.rows.RowSnapshot;

/**
 * What was recovered from a database.
 *
 * @param log all that was committed, in order
 * @param brokenOff why the log is not whole; null if it is. One that is not gives orders of versions as far as it goes, and
 *     nothing else
 * @param order the place of a transaction in an expected serial order, by its number; null if the database has none
 * @param versionSets what statements looked at that change rows, where that is not just their snapshot
 */
public record Certificate(ChangeLog log, String brokenOff, LongToDoubleFunction order, VersionSets versionSets) {
    /** A whole certificate of a database whose statements look at snapshots, or whose transactions have an order. */
    public Certificate(ChangeLog log, LongToDoubleFunction order) {
        this(log, null, order, statement -> List.of());
    }

    /** For databases that look again at rows for which a statement had to wait. */
    @FunctionalInterface
    public interface VersionSets {
        /** The rows of which a statement saw other versions than its snapshot has, with these versions; mostly none. */
        List<Found> besideSnapshot(ChangingStatement statement);
    }

    /**
     * A statement that looked for rows by a condition in order to change them.
     *
     * @param number of its transaction; {@link org.isolde.run.rows.RowMark#NONE} if it has none, as it changed nothing
     * @param own the latest versions that the transaction itself had made before, of rows in any order
     * @param found the rows that it changed, and the versions that it acted on
     */
    public record ChangingStatement(
            long number, Condition where, RowSnapshot snapshot, List<Own> own, List<Found> found) {}

    /** What a transaction made of a row before: the latest version; dead if it was deleted. */
    public record Own(String row, long version, boolean dead) {}
}
