package org.isolde.condition;

/** A row, as an {@link Evaluator} looks at it: what stands in a column, by the column's number. */
public interface Cells {
    boolean isNull(int column);

    /** Whether it is a text; else, if it is not null, an integer. */
    boolean isText(int column);

    /** The integer of a column that has one. */
    long integer(int column);

    /** The text of a column that has one. */
    String text(int column);
}
