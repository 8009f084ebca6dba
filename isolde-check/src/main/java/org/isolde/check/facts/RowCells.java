package org.isolde.check.facts;

import org.isolde.condition.Cells;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/** The columns of one version after the other, as a condition looks at them. A column that a version lacks is null. */
public final class RowCells implements Cells {
    private final Rows rows;
    private final Scalars scalars;
    private int first;
    private int end;

    public RowCells(Rows rows, Scalars scalars) {
        this.rows = rows;
        this.scalars = scalars;
    }

    /** Looks at what a write made. */
    public RowCells of(int writeOp) {
        return ofImage(rows.image(writeOp));
    }

    /** Looks at columns, by {@link Rows#image}; -1 for none. */
    RowCells ofImage(int image) {
        first = image < 0 ? 0 : rows.imageFirst(image);
        end = image < 0 ? 0 : rows.imageEnd(image);
        return this;
    }

    /** The code of what stands in a column. */
    public long code(int column) {
        for (int i = first; i < end; i++) {
            if (rows.imageColumn(i) == column) {
                return rows.imageValue(i);
            }
        }
        return Scalars.NULL;
    }

    @Override
    public boolean isNull(int column) {
        return code(column) == Scalars.NULL;
    }

    @Override
    public boolean isText(int column) {
        long code = code(column);
        return !Scalars.isPlain(code) && scalars.kind(code) == Scalars.Kind.TEXT;
    }

    @Override
    public long integer(int column) {
        return integer(scalars, code(column));
    }

    @Override
    public String text(int column) {
        return scalars.text(code(column));
    }

    /** The integer of a code that is one. */
    public static long integer(Scalars scalars, long code) {
        return Scalars.isPlain(code) ? code : Long.parseLong(scalars.text(code));
    }
}
