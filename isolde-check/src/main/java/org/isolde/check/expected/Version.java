package org.isolde.check.expected;

import org.isolde.condition.Cells;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/** The columns of one version after the other, as a condition looks at them. A column that a version lacks is null. */
final class Version implements Cells {
    private final Rows rows;
    private final Scalars scalars;
    private int first;
    private int end;

    Version(Rows rows, Scalars scalars) {
        this.rows = rows;
        this.scalars = scalars;
    }

    /** Looks at what a write made. */
    Version of(int writeOp) {
        int image = rows.image(writeOp);
        first = image < 0 ? 0 : rows.imageFirst(image);
        end = image < 0 ? 0 : rows.imageEnd(image);
        return this;
    }

    /** The code of what stands in a column. */
    long code(int column) {
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
        long code = code(column);
        return Scalars.isPlain(code) ? code : Long.parseLong(scalars.text(code));
    }

    @Override
    public String text(int column) {
        return scalars.text(code(column));
    }
}
