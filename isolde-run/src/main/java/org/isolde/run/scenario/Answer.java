package org.isolde.run.scenario;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What the database answered to a step.
 *
 * @param rows sorted; null unless it was a query that succeeded
 * @param count how many rows a statement changed; -1 if it was none
 * @param state the SQLState of the error, or the driver's code where it gives none; null without an error
 * @param message of the error
 */
public record Answer(Kind kind, List<Row> rows, int count, String state, String message) {
    public enum Kind {
        ROWS,
        COUNT,
        /** Committed or rolled back. */
        DONE,
        /** The database refused it; the session rolled back at once. */
        ERROR
    }

    static Answer rows(List<Row> rows) {
        return new Answer(Kind.ROWS, rows.stream().sorted().toList(), -1, null, null);
    }

    static Answer count(int count) {
        return new Answer(Kind.COUNT, null, count, null, null);
    }

    static Answer done() {
        return new Answer(Kind.DONE, null, -1, null, null);
    }

    static Answer error(String state, String message) {
        return new Answer(Kind.ERROR, null, -1, state, message);
    }

    /** In a few words. */
    @Override
    public String toString() {
        return switch (kind) {
            case ROWS ->
                rows.isEmpty() ? "no rows" : rows.stream().map(Row::toString).collect(Collectors.joining(" "));
            case COUNT -> count == 1 ? "1 row" : count + " rows";
            case DONE -> "done";
            case ERROR -> "error " + state + ": " + message;
        };
    }
}
