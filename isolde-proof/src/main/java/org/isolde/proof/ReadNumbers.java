package org.isolde.proof;

import java.util.Arrays;
import org.isolde.history.History;
import org.isolde.history.Rows;

/**
 * Numbers for what is read where not every read is an operation: a minimum, maximum or sum whose version set is known has read
 * the rows that match. They stand before the operation before which their predicate read happened.
 *
 * <p>Invariant: numbers are dense, in the order of transactions and, within them, of operations and predicate reads; each is an
 * operation, {@code op >= 0}, or a row behind an aggregate.
 */
final class ReadNumbers {
    private final History history;
    // of the rows behind aggregates, in the order of predicate reads
    private int[] predicate = new int[8];
    private int[] row = new int[8];
    private int[] version = new int[8];
    private int size;

    private int[] first = {};
    private int[] ofOperation = {};
    private int[] op = {};
    /** Of a number that is no operation its row behind an aggregate. */
    private int[] behind = {};

    private ReadNumbers(History history) {
        this.history = history;
    }

    /** The numbers for a history; null if all that was read is among its operations. */
    static ReadNumbers of(Readings readings) {
        ReadNumbers numbers = new ReadNumbers(readings.history);
        Rows rows = readings.history.rows();
        Answers answers = readings.writes.answers;
        for (int p = 0; p < rows.predicates(); p++) {
            if (readings.isCounted(rows.transaction(p)) && answers.readsBehindAggregate(p) && readings.sets.load(p)) {
                for (int key : answers.rowsOf(p)) {
                    if (answers.matches(p, readings.sets.version(key))) {
                        numbers.add(p, key, readings.sets.version(key));
                    }
                }
            }
        }
        if (numbers.size == 0) {
            return null;
        }
        numbers.number(rows);
        return numbers;
    }

    private void add(int aggregate, int key, int value) {
        if (size == row.length) {
            predicate = Arrays.copyOf(predicate, size * 2);
            row = Arrays.copyOf(row, size * 2);
            version = Arrays.copyOf(version, size * 2);
        }
        predicate[size] = aggregate;
        row[size] = key;
        version[size++] = value;
    }

    private void number(Rows rows) {
        int transactions = history.transactions();
        first = new int[transactions + 2];
        ofOperation = new int[history.operations()];
        op = new int[history.operations() + size];
        behind = new int[op.length];
        int next = 0;
        int number = 0;
        for (int t = 0; t <= transactions; t++) {
            first[t] = number;
            for (int o = history.firstOp(t); o <= history.firstOp(t + 1); o++) {
                while (next < size && rows.transaction(predicate[next]) == t && rows.firstItem(predicate[next]) == o) {
                    behind[number] = next++;
                    op[number++] = -1;
                }
                if (o < history.firstOp(t + 1)) {
                    ofOperation[o] = number;
                    op[number++] = o;
                }
            }
        }
        first[transactions + 1] = number;
    }

    int count() {
        return op.length;
    }

    int first(int transaction) {
        return first[transaction];
    }

    /** The operation, or -1. */
    int op(int number) {
        return op[number];
    }

    int ofOperation(int operation) {
        return ofOperation[operation];
    }

    int key(int number) {
        return op[number] >= 0 ? history.key(op[number]) : row[behind[number]];
    }

    /** The version of a row behind an aggregate. */
    int value(int number) {
        return version[behind[number]];
    }

    /** The first number of the statement. */
    int statement(int number) {
        if (op[number] >= 0) {
            return ofOperation[history.statement(op[number])];
        }
        int from = number;
        while (from > 0 && op[from - 1] < 0 && predicate[behind[from - 1]] == predicate[behind[number]]) {
            from--;
        }
        return from;
    }

    int transactionOf(int number) {
        return op[number] >= 0
                ? history.transactionOf(op[number])
                : history.rows().transaction(predicate[behind[number]]);
    }

    /** The number of a row behind an aggregate, or -1. */
    int find(int aggregate, int key) {
        int reader = history.rows().transaction(aggregate);
        for (int number = first[reader]; number < first[reader + 1]; number++) {
            if (op[number] < 0 && predicate[behind[number]] == aggregate && row[behind[number]] == key) {
                return number;
            }
        }
        return -1;
    }
}
