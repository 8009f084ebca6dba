package org.isolde.run.rows;

import java.util.List;
import org.isolde.condition.Condition;
import org.isolde.condition.Condition.Comparator;
import org.isolde.condition.Condition.Comparison;
import org.isolde.condition.Operand;
import org.isolde.history.Rows;

/** A statement on the rows of the one table; its columns are {@link #COLUMNS}. */
public sealed interface RowStatement {
    /** The columns that conditions may name: the key, and two that may be null. All are integers. */
    List<String> COLUMNS = List.of("id", "a", "b");

    /** The condition that asks for the row of one key. */
    static Condition key(long id) {
        return new Comparison(new Operand.Column("id"), Comparator.EQUAL, new Operand.IntegerLiteral(id));
    }

    /** All rows that match. */
    record Select(Condition where) implements RowStatement {}

    /**
     * A number in place of the rows that match.
     *
     * @param column null for {@link Rows.Aggregate#COUNT}
     */
    record Aggregate(Rows.Aggregate function, String column, Condition where) implements RowStatement {}

    /** A new row; what becomes of it if there is one of that key is said by the clause. */
    record Insert(long id, Long a, Long b, OnConflict onConflict) implements RowStatement {}

    /** What an insert does if the key is there. */
    enum OnConflict {
        /** The statement fails. */
        FAIL,
        /** Nothing. */
        SKIP,
        /** It updates the columns of the row that is there. */
        OVERWRITE
    }

    /**
     * Changes a column of all rows that match; a change of {@code id} should match one row.
     *
     * @param adds whether the value is added to what is there
     * @param value may be null, unless it is added or is a key
     */
    record Update(Condition where, String column, boolean adds, Long value) implements RowStatement {}

    /** Deletes all rows that match. */
    record Delete(Condition where) implements RowStatement {}
}
