package org.isolde.check;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.isolde.check.facts.Counted;
import org.isolde.check.facts.Facts;
import org.isolde.check.predicates.PredicateExplanation;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.Rows;

/**
 * What predicate reads were put to, by the certificate that a history carries: the version of each row. Versions are value
 * numbers. Answers may take a look at all rows: for reports, not for loops.
 */
public final class PredicateVersions {
    private final History history;
    private final PredicateExplanation explanation;

    private PredicateVersions(History history, PredicateExplanation explanation) {
        this.history = history;
        this.explanation = explanation;
    }

    /** Null if the history does not say what its predicate reads were put to. */
    static PredicateVersions of(History history) {
        if (history.predicates() == 0 || !history.rows().hasVersionSets()) {
            return null;
        }
        Counted counted = Counted.withVersionSets(history);
        try {
            counted.requireUniqueValues();
        } catch (BadHistoryException e) {
            // which version a value is can't be said then
            return null;
        }
        PredicateExplanation explanation = PredicateExplanation.of(Facts.of(counted, true, false));
        return explanation.isKnown() ? new PredicateVersions(history, explanation) : null;
    }

    /** Whether a row is of the table that a predicate read is about. */
    public boolean isOfTable(int predicate, int key) {
        return explanation.isOfTable(predicate, key);
    }

    /**
     * What a predicate read was put to of a row: the version that its version set names, right or wrong, else that of its
     * snapshot; 0 if the row was not there yet.
     */
    public int seen(int predicate, int key) {
        int named = named(predicate, key);
        boolean bySnapshot = history.rows().snapshot(predicate) >= 0;
        return named == 0 && bySnapshot ? explanation.value(predicate, key) : named;
    }

    /** The version of a row that a version set names; 0 if it names none. */
    public int named(int predicate, int key) {
        Rows rows = history.rows();
        for (int i = rows.seesFirst(predicate); i < rows.seesFirst(predicate + 1); i++) {
            if (rows.seesKey(i) == key) {
                return rows.seesValue(i);
            }
        }
        return 0;
    }

    /** The versions of a row in their order. */
    public int[] order(int key) {
        return explanation.order(key);
    }

    /** The version before another one of its row; 0 if it is the first. */
    public int before(int key, int value) {
        int[] order = order(key);
        for (int i = 1; i < order.length; i++) {
            if (order[i] == value) {
                return order[i - 1];
            }
        }
        return 0;
    }

    /** The version that a transaction made of a row. */
    public int made(int transaction, int key) {
        return explanation.made(transaction, key);
    }

    /** The rows that match what a predicate read was put to. */
    public int[] matching(int predicate) {
        return keys(explanation.matching(predicate, Integer.MAX_VALUE));
    }

    /** The rows in which what a predicate read gave back differs from what it was put to, or stands twice. */
    public int[] differing(int predicate) {
        Rows rows = history.rows();
        Set<Integer> expected = new LinkedHashSet<>();
        for (int value : explanation.matching(predicate, Integer.MAX_VALUE)) {
            expected.add(value);
        }
        Set<Integer> keys = new LinkedHashSet<>();
        int first = rows.firstItem(predicate);
        for (int op = first; op < first + rows.items(predicate); op++) {
            if (!expected.remove(history.value(op))) {
                keys.add(history.key(op));
            }
        }
        for (int value : expected) {
            keys.add(history.key(history.writeOp(value)));
        }
        return keys.stream().mapToInt(key -> key).toArray();
    }

    private int[] keys(int[] values) {
        return Arrays.stream(values)
                .map(value -> history.key(history.writeOp(value)))
                .toArray();
    }
}
