package org.isolde.check.predicates;

import java.math.BigInteger;
import java.util.Arrays;
import org.isolde.check.facts.BadConditionException;
import org.isolde.check.facts.RowCells;
import org.isolde.check.facts.RowMatcher;
import org.isolde.check.facts.RowVersions;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;
import org.isolde.history.Rows;
import org.isolde.history.Scalars;

/** What a predicate read gives on its version set, held to what came back. */
final class Answer {
    private final History history;
    private final Rows rows;
    private final Scalars scalars;
    private final RowVersions versions;
    private final VersionSet set;

    private int predicate;
    private RowMatcher matcher;
    private final IntList keys = new IntList();
    private final IntList values = new IntList();
    /** By key: the read that gave it back, plus one. */
    private final int[] given;

    Answer(History history, RowVersions versions, VersionSet set) {
        this.history = history;
        this.rows = history.rows();
        this.scalars = history.scalars();
        this.versions = versions;
        this.set = set;
        this.given = new int[history.keys()];
    }

    void begin(int p, RowMatcher condition) {
        predicate = p;
        matcher = condition;
        keys.clear();
        values.clear();
    }

    /** A row of the version set that matches. */
    void add(int key, int value) {
        keys.add(key);
        values.add(value);
    }

    int size() {
        return keys.size();
    }

    int key(int index) {
        return keys.get(index);
    }

    /** Whether the rows that match were read, though they did not come back. */
    boolean readsItems() {
        return rows.readsRows(predicate);
    }

    /** Whether what came back is what was added. */
    boolean agrees() {
        return readsItems() ? agreesWithValues() : agreesWithCount(keys.size());
    }

    /** Whether what came back can be what matches, if that are so many rows. */
    boolean agreesWithCount(int count) {
        if (rows.aggregate(predicate) == Rows.Aggregate.COUNT) {
            return isInteger(BigInteger.valueOf(count));
        }
        int first = rows.firstItem(predicate);
        for (int op = first; op < first + rows.items(predicate); op++) {
            int key = history.key(op);
            boolean again = given[key] == predicate + 1;
            given[key] = predicate + 1;
            if (again
                    || versions.tableOf(key) != rows.table(predicate)
                    || !set.isPutTo(key, history.value(op))
                    || !versions.matches(matcher, history.value(op))) {
                return false;
            }
        }
        return rows.items(predicate) == count;
    }

    private boolean agreesWithValues() {
        int column = rows.aggregateColumn(predicate);
        BigInteger sum = BigInteger.ZERO;
        long best = Scalars.NULL;
        boolean any = false;
        for (int i = 0; i < values.size(); i++) {
            long code = versions.cell(values.get(i), column);
            if (code == Scalars.NULL) {
                continue;
            }
            if (rows.aggregate(predicate) == Rows.Aggregate.SUM) {
                if (scalars.kind(code) != Scalars.Kind.NUMBER) {
                    throw new BadConditionException("sum(" + rows.columnName(column) + ") of the text "
                            + scalars.text(code) + ", in row " + history.keyName(keys.get(i)));
                }
                sum = sum.add(BigInteger.valueOf(RowCells.integer(scalars, code)));
            } else if (any
                    && (scalars.kind(code) == Scalars.Kind.NUMBER) != (scalars.kind(best) == Scalars.Kind.NUMBER)) {
                throw new BadConditionException(rows.aggregate(predicate).text() + "(" + rows.columnName(column)
                        + ") of integers and texts, in row " + history.keyName(keys.get(i)));
            } else if (!any || (compare(code, best) < 0) == (rows.aggregate(predicate) == Rows.Aggregate.MIN)) {
                best = code;
            }
            any = true;
        }
        long told = rows.aggregateValue(predicate);
        if (!any) {
            return told == Scalars.NULL;
        }
        return rows.aggregate(predicate) == Rows.Aggregate.SUM
                ? isInteger(sum)
                : told != Scalars.NULL && sameKind(told, best) && compare(told, best) == 0;
    }

    private boolean sameKind(long a, long b) {
        return (scalars.kind(a) == Scalars.Kind.NUMBER) == (scalars.kind(b) == Scalars.Kind.NUMBER);
    }

    private boolean isInteger(BigInteger expected) {
        long told = rows.aggregateValue(predicate);
        return told != Scalars.NULL
                && scalars.kind(told) == Scalars.Kind.NUMBER
                && new BigInteger(scalars.text(told)).equals(expected);
    }

    /** Integers by size, texts by code point. */
    private int compare(long a, long b) {
        return scalars.kind(a) == Scalars.Kind.NUMBER
                ? Long.compare(RowCells.integer(scalars, a), RowCells.integer(scalars, b))
                : Arrays.compare(
                        scalars.text(a).codePoints().toArray(),
                        scalars.text(b).codePoints().toArray());
    }
}
