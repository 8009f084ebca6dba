package org.isolde.sql.reduce;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.isolde.run.DatabaseException;
import org.isolde.sql.ast.Column;
import org.isolde.sql.ast.Index;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.ast.Table;
import org.isolde.sql.oracle.Verdict;
import org.isolde.sql.testcase.InitialRow;
import org.isolde.sql.testcase.PlannedTransaction;
import org.isolde.sql.testcase.TestCase;

/**
 * Makes a test case smaller, as long as it shows the same kind of mismatch: transactions go first, then statements, rows, indexes,
 * checks and tables, then what statements say, and the columns that nothing looks at any more. Every step is executed. It goes round until nothing more can go, or the time is over.
 */
public final class Reducer {
    private final Recurrence recurrence;
    private final BooleanSupplier enough;
    private TestCase testCase;
    private Verdict verdict;

    /** @param enough whether it has taken long enough */
    public Reducer(Recurrence recurrence, TestCase testCase, Verdict verdict, BooleanSupplier enough) {
        this.recurrence = recurrence;
        this.testCase = testCase;
        this.verdict = verdict;
        this.enough = enough;
    }

    /** The smallest that was found. */
    public TestCase testCase() {
        return testCase;
    }

    /** What came of it. */
    public Verdict verdict() {
        return verdict;
    }

    public Reducer reduce() throws DatabaseException, InterruptedException {
        recurrence.measure(testCase, verdict.mismatches().get(0), enough);
        boolean smaller = true;
        while (smaller && !isOver()) {
            smaller = dropTransactions();
            smaller |= dropStatements();
            smaller |= dropSavepoints();
            smaller |= dropRows();
            smaller |= dropIndexes();
            smaller |= dropChecks();
            smaller |= dropTables();
            smaller |= commitAborted();
            smaller |= simplifyStatements();
            smaller |= dropColumns();
        }
        return this;
    }

    private boolean isOver() {
        return enough.getAsBoolean();
    }

    /** Takes a smaller case, if it shows the same. */
    private boolean accept(Supplier<TestCase> smaller) throws DatabaseException, InterruptedException {
        if (isOver()) {
            return false;
        }
        TestCase tried = smaller.get();
        Verdict found = recurrence.again(tried, verdict.mismatches().get(0), enough);
        if (found == null) {
            return false;
        }
        testCase = tried;
        verdict = found;
        return true;
    }

    private boolean dropTransactions() throws DatabaseException, InterruptedException {
        boolean dropped = false;
        for (int i = testCase.transactions().size() - 1; i >= 0; i--) {
            int transaction = i;
            dropped |= testCase.transactions().size() > 1 && accept(() -> testCase.withoutTransaction(transaction));
        }
        return dropped;
    }

    private boolean dropStatements() throws DatabaseException, InterruptedException {
        boolean dropped = false;
        for (int t = testCase.transactions().size() - 1; t >= 0; t--) {
            for (int s = testCase.transactions().get(t).statements().size() - 1; s >= 0; s--) {
                int transaction = t;
                int statement = s;
                if (!isSavepoint(testCase.transactions().get(t).statements().get(s))) {
                    dropped |= accept(() -> testCase.withoutStatement(transaction, statement));
                }
            }
        }
        return dropped;
    }

    private static boolean isSavepoint(Statement statement) {
        return statement instanceof Statement.Savepoint
                || statement instanceof Statement.RollbackTo
                || statement instanceof Statement.Release;
    }

    /** A savepoint goes together with the way back to it. */
    private boolean dropSavepoints() throws DatabaseException, InterruptedException {
        boolean dropped = false;
        for (int t = 0; t < testCase.transactions().size(); t++) {
            int transaction = t;
            if (testCase.transactions().get(t).statements().stream().anyMatch(Reducer::isSavepoint)) {
                dropped |= accept(() -> withoutSavepoints(transaction));
            }
        }
        return dropped;
    }

    private TestCase withoutSavepoints(int transaction) {
        TestCase without = testCase;
        for (int s = testCase.transactions().get(transaction).statements().size() - 1; s >= 0; s--) {
            if (isSavepoint(
                    testCase.transactions().get(transaction).statements().get(s))) {
                without = without.withoutStatement(transaction, s);
            }
        }
        return without;
    }

    /** Halves first, then quarters, and so on to single rows. */
    private boolean dropRows() throws DatabaseException, InterruptedException {
        boolean dropped = false;
        for (int size = testCase.initialRows().size(); size >= 1; size /= 2) {
            for (int from = 0; from < testCase.initialRows().size(); ) {
                int begin = from;
                int until = Math.min(from + size, testCase.initialRows().size());
                if (accept(() -> withoutRows(begin, until))) {
                    dropped = true;
                } else {
                    from += size;
                }
                if (isOver()) {
                    return dropped;
                }
            }
        }
        return dropped;
    }

    private TestCase withoutRows(int from, int until) {
        List<InitialRow> rows = new ArrayList<>(testCase.initialRows());
        rows.subList(from, until).clear();
        return with(testCase.schema(), rows, testCase.transactions());
    }

    private TestCase with(Schema schema, List<InitialRow> rows, List<PlannedTransaction> transactions) {
        return new TestCase(testCase.seed(), testCase.number(), schema, rows, transactions, testCase.schedule());
    }

    private boolean dropIndexes() throws DatabaseException, InterruptedException {
        boolean dropped = false;
        for (int i = testCase.schema().indexes().size() - 1; i >= 0; i--) {
            List<Index> rest = new ArrayList<>(testCase.schema().indexes());
            rest.remove(i);
            dropped |= accept(
                    () -> testCase.withSchema(new Schema(testCase.schema().tables(), rest)));
        }
        return dropped;
    }

    private boolean dropChecks() throws DatabaseException, InterruptedException {
        boolean dropped = false;
        for (Table table : testCase.schema().tables()) {
            if (!table.checks().isEmpty()) {
                List<Table> tables = new ArrayList<>(testCase.schema().tables());
                tables.set(tables.indexOf(table), new Table(table.name(), table.columns()));
                dropped |= accept(() ->
                        testCase.withSchema(new Schema(tables, testCase.schema().indexes())));
            }
        }
        return dropped;
    }

    /** Columns that nothing looks at, or no longer. */
    private boolean dropColumns() throws DatabaseException, InterruptedException {
        boolean dropped = false;
        for (String name : testCase.schema().tables().stream().map(Table::name).toList()) {
            for (Column column : testCase.schema().table(name).plainColumns()) {
                Table table = testCase.schema().table(name);
                Optional<TestCase> without = WithoutColumn.of(testCase, table, column);
                dropped |= without.isPresent() && accept(without::get);
            }
        }
        return dropped;
    }

    /** Tables that nothing names any more. */
    private boolean dropTables() throws DatabaseException, InterruptedException {
        Set<String> used = new HashSet<>();
        testCase.initialRows().forEach(row -> used.add(row.table()));
        testCase.transactions()
                .forEach(transaction -> transaction.statements().forEach(statement -> {
                    used.addAll(statement.tablesRead());
                    used.add(statement.tableWritten());
                }));
        List<Table> tables = testCase.schema().tables().stream()
                .filter(table -> used.contains(table.name()))
                .toList();
        List<Index> indexes = testCase.schema().indexes().stream()
                .filter(index -> used.contains(index.table()))
                .toList();
        return tables.size() < testCase.schema().tables().size()
                && !tables.isEmpty()
                && accept(() -> testCase.withSchema(new Schema(tables, indexes)));
    }

    /** A transaction that commits is simpler than one that does not. */
    private boolean commitAborted() throws DatabaseException, InterruptedException {
        boolean changed = false;
        for (int t = 0; t < testCase.transactions().size(); t++) {
            if (!testCase.transactions().get(t).commits()) {
                List<PlannedTransaction> others = new ArrayList<>(testCase.transactions());
                others.set(t, new PlannedTransaction(others.get(t).statements(), true));
                changed |= accept(() -> with(testCase.schema(), testCase.initialRows(), others));
            }
        }
        return changed;
    }

    private boolean simplifyStatements() throws DatabaseException, InterruptedException {
        boolean simpler = false;
        for (int t = 0; t < testCase.transactions().size(); t++) {
            for (int s = 0; s < testCase.transactions().get(t).statements().size(); s++) {
                simpler |= simplify(t, s);
            }
        }
        return simpler;
    }

    private boolean simplify(int transaction, int statement) throws DatabaseException, InterruptedException {
        boolean simpler = false;
        boolean again = true;
        while (again && !isOver()) {
            again = false;
            Statement now =
                    testCase.transactions().get(transaction).statements().get(statement);
            for (Statement other : Simplification.of(now)) {
                if (accept(() -> testCase.withStatement(transaction, statement, other))) {
                    simpler = true;
                    again = true;
                    break;
                }
                if (isOver()) {
                    break;
                }
            }
        }
        return simpler;
    }
}
