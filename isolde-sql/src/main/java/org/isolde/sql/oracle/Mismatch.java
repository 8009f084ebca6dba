package org.isolde.sql.oracle;

import org.isolde.sql.instrument.Unit;

/**
 * What an execution did, and should not have done.
 *
 * @param what what kind of difference it is, in a word or two that stay the same when the case is reduced
 * @param unit the statement where it was seen, as numbered in the plan; null if it was seen in the tables at the end
 * @param expected in a line
 * @param actual in a line
 */
public record Mismatch(OracleKind oracle, String what, Unit unit, String expected, String actual) {
    /** Whether another one is of the same kind, so that one may stand for the other. */
    public boolean isLike(Mismatch other) {
        return oracle == other.oracle && what.equals(other.what);
    }
}
