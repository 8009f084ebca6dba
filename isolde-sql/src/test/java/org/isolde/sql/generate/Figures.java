package org.isolde.sql.generate;

import org.isolde.sql.ast.Expression.ScalarQuery;
import org.isolde.sql.ast.Node;
import org.isolde.sql.ast.Predicate;
import org.isolde.sql.ast.Source;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.testcase.PlannedTransaction;
import org.isolde.sql.testcase.TestCase;

/** The patterns of figures in TxCheck's paper, looked for in generated cases. */
final class Figures {
    private final TestCase testCase;

    Figures(TestCase testCase) {
        this.testCase = testCase;
    }

    /**
     * Figure 13, a violation of snapshot isolation in TiDB: a transaction reads a table in descending order, another one deletes rows
     * of the table and commits, and the first one reads the table so again, and commits.
     */
    boolean hasReadAroundDelete() {
        for (int reader = 0; reader < transactions(); reader++) {
            for (int writer = 0; writer < transactions(); writer++) {
                if (reader != writer && commits(reader) && commits(writer) && readsAroundDelete(reader, writer)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean readsAroundDelete(int reader, int writer) {
        int end = end(writer);
        for (int d = 0; d < statements(writer); d++) {
            if (statement(writer, d) instanceof Statement.Delete delete) {
                int deleted = testCase.place(writer, d);
                boolean before = false;
                boolean after = false;
                for (int s = 0; s < statements(reader); s++) {
                    int place = testCase.place(reader, s);
                    if (isDescending(statement(reader, s), delete.table())) {
                        before |= place < deleted;
                        after |= place > end;
                    }
                }
                if (before && after) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isDescending(Statement statement, String table) {
        return statement instanceof Statement.Select select
                && table.equals(select.rowsOf(testCase.schema()))
                && select.query().orderBy().stream().anyMatch(order -> order.descending());
    }

    /**
     * Figure 14, an aborted transaction that has effects in MySQL: a transaction inserts several rows into a table and is rolled back;
     * then another one, which commits, updates the rows of the table whose column is not in what a query finds in a derived table, by a
     * comparison with a subquery.
     */
    boolean hasUpdateBehindAbortedInsert() {
        for (int aborted = 0; aborted < transactions(); aborted++) {
            if (commits(aborted)) {
                continue;
            }
            for (int i = 0; i < statements(aborted); i++) {
                if (statement(aborted, i) instanceof Statement.Insert insert
                        && insert.rows().size() > 1
                        && isUpdatedBehind(aborted, insert.table())) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isUpdatedBehind(int aborted, String table) {
        for (int other = 0; other < transactions(); other++) {
            for (int s = 0; other != aborted && commits(other) && s < statements(other); s++) {
                if (testCase.place(other, s) > end(aborted)
                        && statement(other, s) instanceof Statement.Update update
                        && update.table().equals(table)
                        && has(update.where(), Figures::isNotInDerived)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isNotInDerived(Node node) {
        return node instanceof Predicate.InQuery in
                && in.negated()
                && has(in.query().from(), Source.Derived.class::isInstance)
                && has(
                        in.query().where(),
                        inner -> inner instanceof Predicate.Comparison comparison
                                && (comparison.left() instanceof ScalarQuery
                                        || comparison.right() instanceof ScalarQuery));
    }

    private static boolean has(Node node, java.util.function.Predicate<Node> wanted) {
        boolean[] found = new boolean[1];
        node.walk(each -> found[0] |= wanted.test(each));
        return found[0];
    }

    private int transactions() {
        return testCase.transactions().size();
    }

    private PlannedTransaction transaction(int number) {
        return testCase.transactions().get(number);
    }

    private boolean commits(int number) {
        return transaction(number).commits();
    }

    private int statements(int number) {
        return transaction(number).statements().size();
    }

    private Statement statement(int number, int statement) {
        return transaction(number).statements().get(statement);
    }

    private int end(int number) {
        return testCase.place(number, statements(number));
    }
}
