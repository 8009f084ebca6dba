package org.isolde.sql.testcase;

import java.util.ArrayList;
import java.util.List;
import org.isolde.sql.ast.Schema;
import org.isolde.sql.ast.Statement;

/**
 * What is executed. Transaction {@code t} stands {@code statements + 1} times in the schedule: once for each of its statements,
 * and once for its end. It begins right before its first statement.
 *
 * @param seed what it was generated from, together with its number: the same for all that is made of it by leaving something
 *     out
 */
public record TestCase(
        long seed,
        long number,
        Schema schema,
        List<InitialRow> initialRows,
        List<PlannedTransaction> transactions,
        List<Integer> schedule) {
    public TestCase {
        initialRows = List.copyOf(initialRows);
        transactions = List.copyOf(transactions);
        schedule = List.copyOf(schedule);
        int[] steps = new int[transactions.size()];
        schedule.forEach(transaction -> steps[transaction]++);
        for (int i = 0; i < steps.length; i++) {
            if (steps[i] != transactions.get(i).statements().size() + 1) {
                throw new IllegalArgumentException("transaction " + i + " has " + steps[i] + " steps in the schedule");
            }
        }
    }

    /** Without a transaction; those behind it get other numbers. */
    public TestCase withoutTransaction(int transaction) {
        List<PlannedTransaction> rest = new ArrayList<>(transactions);
        rest.remove(transaction);
        List<Integer> order = schedule.stream()
                .filter(each -> each != transaction)
                .map(each -> each > transaction ? each - 1 : each)
                .toList();
        return new TestCase(seed, number, schema, initialRows, rest, order);
    }

    /** Without a statement, and without its place in the schedule. */
    public TestCase withoutStatement(int transaction, int statement) {
        List<Integer> order = new ArrayList<>(schedule);
        order.remove(place(transaction, statement));
        return new TestCase(
                seed,
                number,
                schema,
                initialRows,
                replaced(transaction, transactions.get(transaction).without(statement)),
                order);
    }

    public TestCase withStatement(int transaction, int statement, Statement other) {
        return new TestCase(
                seed,
                number,
                schema,
                initialRows,
                replaced(transaction, transactions.get(transaction).with(statement, other)),
                schedule);
    }

    public TestCase withoutInitialRow(int row) {
        List<InitialRow> rest = new ArrayList<>(initialRows);
        rest.remove(row);
        return new TestCase(seed, number, schema, rest, transactions, schedule);
    }

    public TestCase withSchema(Schema other) {
        return new TestCase(seed, number, other, initialRows, transactions, schedule);
    }

    public TestCase withSchedule(List<Integer> other) {
        return new TestCase(seed, number, schema, initialRows, transactions, other);
    }

    /** Where a statement stands in the schedule; that of the transaction's end is the number of its statements. */
    public int place(int transaction, int statement) {
        int before = 0;
        for (int i = 0; i < schedule.size(); i++) {
            if (schedule.get(i) == transaction && before++ == statement) {
                return i;
            }
        }
        throw new IllegalArgumentException("transaction " + transaction + " has no statement " + statement);
    }

    private List<PlannedTransaction> replaced(int transaction, PlannedTransaction other) {
        List<PlannedTransaction> changed = new ArrayList<>(transactions);
        changed.set(transaction, other);
        return changed;
    }
}
