package org.isolde.sql.oracle;

import java.util.List;
import java.util.Map;
import org.isolde.sql.ast.Statement.Select;
import org.isolde.sql.depend.Observation;
import org.isolde.sql.execute.Reply;
import org.isolde.sql.execute.Rows;

/** Holds what a statement did in its transaction to what it did elsewhere. */
final class Comparison {
    private Comparison() {}

    /** The first difference; null if there is none. */
    static Mismatch of(OracleKind oracle, Observation inTransaction, Observation elsewhere) {
        for (Map.Entry<String, Rows> set : inTransaction.versionSets().entrySet()) {
            Rows other = elsewhere.versionSets().get(set.getKey());
            if (!set.getValue().sameAs(other, false)) {
                return differing(oracle, "rows of a table", inTransaction, set.getValue(), other);
            }
        }
        if (inTransaction.before() != null
                && elsewhere.before() != null
                && !inTransaction.before().sameAs(elsewhere.before(), false)) {
            return differing(oracle, "rows found", inTransaction, inTransaction.before(), elsewhere.before());
        }
        Mismatch answer = answers(oracle, inTransaction, inTransaction.reply(), elsewhere.reply());
        if (answer != null) {
            return answer;
        }
        Rows written = new Rows(inTransaction.written());
        Rows otherwise = new Rows(elsewhere.written());
        if (!written.sameAs(otherwise, false)) {
            return differing(oracle, "rows written", inTransaction, written, otherwise);
        }
        Rows deleted = new Rows(inTransaction.deleted());
        Rows otherDeleted = new Rows(elsewhere.deleted());
        return deleted.sameAs(otherDeleted, false)
                ? null
                : differing(oracle, "rows deleted", inTransaction, deleted, otherDeleted);
    }

    /** The difference of what a statement itself was answered; null if there is none. */
    static Mismatch answers(OracleKind oracle, Observation statement, Reply inTransaction, Reply elsewhere) {
        if (elsewhere.error() != null) {
            return new Mismatch(
                    oracle,
                    "error",
                    statement.unit(),
                    elsewhere.error().toString(),
                    inTransaction.rows() == null
                            ? inTransaction.count() + " rows"
                            : inTransaction.rows().size() + " rows");
        }
        if (inTransaction.rows() == null || elsewhere.rows() == null) {
            return inTransaction.count() == elsewhere.count()
                    ? null
                    : new Mismatch(
                            oracle,
                            "rows written",
                            statement.unit(),
                            elsewhere.count() + " rows changed",
                            inTransaction.count() + " rows changed");
        }
        boolean ordered = statement.statement() instanceof Select select && select.isOrdered();
        Rows actual = inTransaction.rows();
        Rows expected = elsewhere.rows();
        if (actual.sameAs(expected, ordered)) {
            return null;
        }
        return actual.sameAs(expected, false)
                ? new Mismatch(oracle, "order of the result", statement.unit(), expected.toString(), actual.toString())
                : differing(oracle, "result", statement, actual, expected);
    }

    /** The difference of the tables at the end; null if there is none. */
    static Mismatch ofEnds(OracleKind oracle, Map<String, Rows> inTransactions, Map<String, Rows> elsewhere) {
        for (Map.Entry<String, Rows> table : inTransactions.entrySet()) {
            Rows other = elsewhere.get(table.getKey());
            if (!table.getValue().sameAs(other, false)) {
                return new Mismatch(
                        oracle,
                        "final rows",
                        null,
                        table.getKey() + " has " + only(other, table.getValue()),
                        table.getKey() + " has " + only(table.getValue(), other));
            }
        }
        return null;
    }

    private static Mismatch differing(
            OracleKind oracle, String what, Observation statement, Rows actual, Rows expected) {
        return new Mismatch(oracle, what, statement.unit(), only(expected, actual), only(actual, expected));
    }

    /** The rows of one side that the other lacks, and how many there are besides. */
    private static String only(Rows one, Rows other) {
        List<List<Object>> rest = one.minus(other);
        int common = one.size() - rest.size();
        String more = common == 0 ? "" : (rest.isEmpty() ? "" : " and ") + common + " more";
        return (rest.isEmpty() && common == 0
                        ? "no rows"
                        : String.join(" ", rest.stream().map(Rows::text).toList()))
                + more;
    }
}
