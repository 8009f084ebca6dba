package org.isolde.check.facts;

import java.math.BigInteger;
import org.isolde.history.History;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/**
 * What {@code min}, {@code max} or {@code sum} gives on the rows that match, one predicate read after the other, and whether that
 * is what came back. Nulls are left out, and where nothing is left it is null. Sums are exact.
 */
public final class Aggregation {
    private final Rows rows;
    private final Scalars scalars;

    private int predicate;
    private Rows.Aggregate aggregate;
    /** The least or greatest value so far; of a sum any one: null as long as there is none. */
    private long best;

    private long sum;
    /** The sum, once it is beyond 64 bits; else null. */
    private BigInteger large;

    public Aggregation(History history) {
        this.rows = history.rows();
        this.scalars = history.scalars();
    }

    public void begin(int predicateRead) {
        predicate = predicateRead;
        aggregate = rows.aggregate(predicate);
        best = Scalars.NULL;
        sum = 0;
        large = null;
    }

    /** The code of what stands in the column, in a row that matches. */
    public void add(long code) {
        if (code == Scalars.NULL) {
            return;
        }
        if (aggregate == Rows.Aggregate.SUM) {
            addToSum(code);
            best = code;
        } else if (best == Scalars.NULL) {
            best = code;
        } else if (code != best) {
            if (isInteger(code) != isInteger(best)) {
                throw new BadConditionException("an integer is never compared with a text, in " + name());
            }
            boolean less = scalars.compare(code, best) < 0;
            best = less == (aggregate == Rows.Aggregate.MIN) ? code : best;
        }
    }

    private void addToSum(long code) {
        if (!isInteger(code)) {
            throw new BadConditionException("a sum is of integers, and there is a text in " + name());
        }
        long next = sum + code;
        if (large == null && Scalars.isPlain(code) && ((sum ^ next) & (code ^ next)) >= 0) {
            sum = next;
        } else {
            large = (large == null ? BigInteger.valueOf(sum) : large).add(new BigInteger(scalars.text(code)));
        }
    }

    private boolean isInteger(long code) {
        return Scalars.isPlain(code) || scalars.kind(code) == Scalars.Kind.NUMBER;
    }

    private String name() {
        return aggregate.text() + "(" + rows.columnName(rows.aggregateColumn(predicate)) + ")";
    }

    /** Whether it is what came back. */
    public boolean agrees() {
        long told = rows.aggregateValue(predicate);
        if (aggregate != Rows.Aggregate.SUM || best == Scalars.NULL) {
            return told == best;
        }
        if (large == null && Scalars.isPlain(told)) {
            return told == sum;
        }
        return told != Scalars.NULL && isInteger(told) && scalars.text(told).equals(text());
    }

    /** What it is, as text. */
    public String text() {
        return aggregate != Rows.Aggregate.SUM || best == Scalars.NULL
                ? scalars.text(best)
                : large == null ? Long.toString(sum) : large.toString();
    }
}
