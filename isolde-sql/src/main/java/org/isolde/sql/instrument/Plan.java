package org.isolde.sql.instrument;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.isolde.sql.ast.Statement;
import org.isolde.sql.testcase.PlannedTransaction;
import org.isolde.sql.testcase.TestCase;

/**
 * What of a test case is executed, and in which order. Every transaction that is there has its end, and its statements come in
 * their order.
 */
public record Plan(TestCase testCase, List<Unit> order) {
    public Plan {
        order = List.copyOf(order);
    }

    /** All of it, as scheduled. */
    public static Plan of(TestCase testCase) {
        int[] next = new int[testCase.transactions().size()];
        return new Plan(
                testCase,
                testCase.schedule().stream()
                        .map(transaction -> new Unit(transaction, next[transaction]++))
                        .toList());
    }

    public boolean isEnd(Unit unit) {
        return unit.statement() == transaction(unit).statements().size();
    }

    public Statement statement(Unit unit) {
        return transaction(unit).statements().get(unit.statement());
    }

    public PlannedTransaction transaction(Unit unit) {
        return testCase.transactions().get(unit.transaction());
    }

    /** The units that read or write rows. */
    public List<Unit> statements() {
        return order.stream()
                .filter(unit -> !isEnd(unit) && touchesRows(statement(unit)))
                .toList();
    }

    static boolean touchesRows(Statement statement) {
        return !(statement instanceof Statement.Savepoint
                || statement instanceof Statement.RollbackTo
                || statement instanceof Statement.Release);
    }

    /** Without some statements; a transaction that has none left is not there at all. */
    public Plan without(Collection<Unit> removed) {
        Set<Unit> gone = new HashSet<>(removed);
        Set<Integer> alive = new HashSet<>();
        for (Unit unit : statements()) {
            if (!gone.contains(unit)) {
                alive.add(unit.transaction());
            }
        }
        return new Plan(
                testCase,
                order.stream()
                        .filter(unit -> !gone.contains(unit) && alive.contains(unit.transaction()))
                        .toList());
    }

    /** The same as a test case of its own. */
    public TestCase toTestCase() {
        List<Integer> numbers =
                order.stream().map(Unit::transaction).distinct().sorted().toList();
        List<PlannedTransaction> transactions = new ArrayList<>();
        for (int number : numbers) {
            transactions.add(new PlannedTransaction(
                    order.stream()
                            .filter(unit -> unit.transaction() == number && !isEnd(unit))
                            .map(this::statement)
                            .toList(),
                    testCase.transactions().get(number).commits()));
        }
        return new TestCase(
                testCase.seed(),
                testCase.number(),
                testCase.schema(),
                testCase.initialRows(),
                transactions,
                order.stream().map(unit -> numbers.indexOf(unit.transaction())).toList());
    }
}
