package org.isolde.proof;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.History;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/**
 * The rows of each table, and whether what a predicate read gave back is what its condition, or its aggregate, gives on a version
 * of each of them. Versions are values of the row; 0, the unborn one, matches nothing.
 */
final class Answers {
    private static final int[] NO_ROWS = {};

    final Matching matching;
    private final History history;
    private final Rows rows;
    private final WriteTable writes;
    private final int[][] rowsOfTable;
    private final int[] tableOf;
    /** For each row the number of the last question in whose result it was. */
    private final int[] namedIn;

    private int questions;

    Answers(History history, WriteTable writes, Matching matching) {
        this.history = history;
        this.rows = history.rows();
        this.writes = writes;
        this.matching = matching;
        this.namedIn = new int[history.keys()];
        this.tableOf = new int[history.keys()];
        Map<String, Integer> tables = new HashMap<>();
        for (int p = 0; p < rows.predicates(); p++) {
            tables.put(rows.tableName(rows.table(p)), rows.table(p));
        }
        List<int[]> found = new ArrayList<>();
        int[] sizes = new int
                [tables.values().stream().mapToInt(table -> table + 1).max().orElse(0)];
        for (int key = 0; key < history.keys(); key++) {
            String name = history.keyName(key);
            int slash = history.scalars().kind(history.keyCode(key)) == Scalars.Kind.TEXT ? name.indexOf('/') : -1;
            tableOf[key] = slash < 0 ? -1 : tables.getOrDefault(name.substring(0, slash), -1);
            if (tableOf[key] >= 0) {
                sizes[tableOf[key]]++;
            }
        }
        for (int size : sizes) {
            found.add(size == 0 ? NO_ROWS : new int[size]);
        }
        this.rowsOfTable = found.toArray(int[][]::new);
        Arrays.fill(sizes, 0);
        for (int key = 0; key < history.keys(); key++) {
            if (tableOf[key] >= 0) {
                rowsOfTable[tableOf[key]][sizes[tableOf[key]]++] = key;
            }
        }
    }

    /** The rows of the table that a predicate read asks. */
    int[] rowsOf(int predicate) {
        return rowsOfTable[rows.table(predicate)];
    }

    boolean isOfTable(int predicate, int key) {
        return tableOf[key] == rows.table(predicate);
    }

    /** Whether a key is a row of a table that some predicate read asks. */
    boolean isAsked(int key) {
        return tableOf[key] >= 0;
    }

    /** Whether the condition of a predicate read matches a version. */
    boolean matches(int predicate, int value) {
        return value > 0 && matching.matches(rows.condition(predicate), writes.writeOp(value));
    }

    /** Whether the versions that match are item reads, although they are not among the operations. */
    boolean readsBehindAggregate(int predicate) {
        Rows.Aggregate aggregate = rows.aggregate(predicate);
        return aggregate != null && aggregate != Rows.Aggregate.COUNT;
    }

    /**
     * Whether what came back is what these versions give; a row twice is never.
     *
     * @param versions of each row of the table its version
     * @param leftOut rows of which nobody knows the version: a result may or may not have them
     */
    boolean agree(int predicate, int[] versions, BitSet leftOut) {
        return rows.aggregate(predicate) == null
                ? rowsAgree(predicate, versions, leftOut)
                : leftOut.isEmpty() && aggregateAgrees(predicate, versions);
    }

    private boolean rowsAgree(int predicate, int[] versions, BitSet leftOut) {
        int named = 0;
        int first = rows.firstItem(predicate);
        questions++;
        for (int op = first; op < first + rows.items(predicate); op++) {
            int key = history.key(op);
            if (namedIn[key] == questions) {
                return false;
            }
            namedIn[key] = questions;
            if (!leftOut.get(key)) {
                named++;
                if (versions[key] != history.value(op) || !matches(predicate, versions[key])) {
                    return false;
                }
            }
        }
        int matching = 0;
        for (int key : rowsOf(predicate)) {
            matching += !leftOut.get(key) && matches(predicate, versions[key]) ? 1 : 0;
        }
        return named == matching;
    }

    private boolean aggregateAgrees(int predicate, int[] versions) {
        int column = rows.aggregateColumn(predicate);
        int matched = 0;
        int values = 0;
        long best = Scalars.NULL;
        // the sum as upper * 2^32 + lower, which no number of rows can overflow
        long upper = 0;
        long lower = 0;
        for (int key : rowsOf(predicate)) {
            if (!matches(predicate, versions[key])) {
                continue;
            }
            matched++;
            long cell = column < 0 ? Scalars.NULL : matching.cell(writes.writeOp(versions[key]), column);
            if (cell == Scalars.NULL) {
                continue;
            }
            values++;
            switch (rows.aggregate(predicate)) {
                case COUNT -> {}
                case MIN -> best = values == 1 || compare(cell, best) < 0 ? cell : best;
                case MAX -> best = values == 1 || compare(cell, best) > 0 ? cell : best;
                case SUM -> {
                    if (!matching.isNumber(cell)) {
                        throw new Matching.Unanswerable("a sum of texts");
                    }
                    upper += matching.number(cell) >> 32;
                    lower += matching.number(cell) & 0xffffffffL;
                }
            }
        }
        long answer = rows.aggregateValue(predicate);
        return switch (rows.aggregate(predicate)) {
            case COUNT -> answer == matched;
            case MIN, MAX -> answer == best;
            case SUM -> values == 0 ? answer == Scalars.NULL : isSum(answer, upper, lower);
        };
    }

    private boolean isSum(long answer, long upper, long lower) {
        BigInteger sum = BigInteger.valueOf(upper).shiftLeft(32).add(BigInteger.valueOf(lower));
        return answer != Scalars.NULL
                && matching.isNumber(answer)
                && sum.equals(new BigInteger(history.scalars().text(answer)));
    }

    private int compare(long left, long right) {
        if (matching.isNumber(left) != matching.isNumber(right)) {
            throw new Matching.Unanswerable("the least or greatest of integers and texts");
        }
        return matching.isNumber(left)
                ? Long.compare(matching.number(left), matching.number(right))
                : Matching.compare(matching.text(left), matching.text(right));
    }
}
