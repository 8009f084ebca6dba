package org.isolde.check.expected;

import java.math.BigInteger;
import org.isolde.check.graph.IntList;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Scalars;

/** What an aggregate gives on rows: nulls are left out, and where nothing is left it is null. */
record Aggregates(History history, Table table, int column, IntList matching) {
    /**
     * What the least value is, if it is another one than this; else null.
     *
     * @param sign -1 for the greatest
     */
    String otherLeast(long value, int sign) throws BadHistoryException {
        Scalars scalars = history.scalars();
        long best = Scalars.NULL;
        for (int i = 0; i < matching.size(); i++) {
            long code = table.version(matching.get(i)).code(column);
            if (code == Scalars.NULL || code == best) {
                continue;
            }
            if (best != Scalars.NULL && scalars.kind(code) != scalars.kind(best)) {
                throw BadHistoryException.of("an integer is never compared with a text, in an aggregate of "
                        + history.rows().columnName(column));
            }
            best = best == Scalars.NULL || scalars.compare(code, best) * sign < 0 ? code : best;
        }
        return best == value ? null : scalars.text(best);
    }

    /** What the sum is, if it is another one than this; else null. */
    String otherSum(long value) throws BadHistoryException {
        Scalars scalars = history.scalars();
        long sum = 0;
        BigInteger large = null;
        boolean any = false;
        for (int i = 0; i < matching.size(); i++) {
            long code = table.version(matching.get(i)).code(column);
            if (code == Scalars.NULL) {
                continue;
            }
            any = true;
            if (scalars.kind(code) != Scalars.Kind.NUMBER) {
                throw BadHistoryException.of("a sum is of integers, and there is a text in "
                        + history.rows().columnName(column));
            }
            long sumNow = sum + code;
            boolean fits = large == null && Scalars.isPlain(code) && ((sum ^ sumNow) & (code ^ sumNow)) >= 0;
            if (fits) {
                sum = sumNow;
            } else {
                large = (large == null ? BigInteger.valueOf(sum) : large).add(new BigInteger(scalars.text(code)));
            }
        }
        boolean same = !any
                ? value == Scalars.NULL
                : large == null && Scalars.isPlain(value)
                        ? value == sum
                        : value != Scalars.NULL && isSame(value, large == null ? BigInteger.valueOf(sum) : large);
        return same ? null : !any ? "null" : large == null ? Long.toString(sum) : large.toString();
    }

    private boolean isSame(long code, BigInteger number) {
        return history.scalars().kind(code) == Scalars.Kind.NUMBER
                && number.equals(new BigInteger(history.scalars().text(code)));
    }
}
