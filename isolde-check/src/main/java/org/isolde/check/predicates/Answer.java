package org.isolde.check.predicates;

import org.isolde.check.facts.Aggregation;
import org.isolde.check.facts.RowMatcher;
import org.isolde.check.facts.RowVersions;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;
import org.isolde.history.Rows;

/** What a predicate read gives on its version set, held to what came back. */
final class Answer {
    private final History history;
    private final Rows rows;
    private final Aggregation aggregation;
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
        this.aggregation = new Aggregation(history);
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

    int value(int index) {
        return values.get(index);
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
            return rows.aggregateValue(predicate) == count;
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
        aggregation.begin(predicate);
        for (int i = 0; i < values.size(); i++) {
            aggregation.add(versions.cell(values.get(i), rows.aggregateColumn(predicate)));
        }
        return aggregation.agrees();
    }
}
