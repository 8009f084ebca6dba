package org.isolde.report;

import java.util.ArrayList;
import java.util.List;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Rows;

/**
 * One thing that a transaction did: an operation, the two halves of a compare-and-set, or a predicate read with the rows that
 * came back.
 *
 * @param predicate the number of the predicate read, or -1
 * @param first its first operation
 * @param end one more than its last operation; a predicate read may have none
 */
public record Statement(int predicate, int first, int end) {
    /** What a transaction did, in its order. */
    public static List<Statement> of(History history, int transaction) {
        Rows rows = history.rows();
        List<Statement> statements = new ArrayList<>();
        int last = history.firstOp(transaction + 1);
        int p = rows == null ? 0 : rows.firstPredicate(transaction);
        int endOfPredicates = rows == null ? 0 : rows.firstPredicate(transaction + 1);
        for (int op = history.firstOp(transaction); op < last || p < endOfPredicates; ) {
            Statement next;
            if (p < endOfPredicates && rows.firstItem(p) <= op) {
                next = new Statement(p, op, op + rows.items(p));
                p++;
            } else {
                next = new Statement(-1, op, history.kind(op) == OpKind.CAS_READ ? op + 2 : op + 1);
            }
            statements.add(next);
            op = next.end;
        }
        return statements;
    }

    /** Whether an operation is part of it. */
    public boolean has(int op) {
        return first <= op && op < end;
    }
}
