package org.isolde.sql.execute;

import org.isolde.sql.dialect.ErrorKind;

/**
 * What the database answered to a step.
 *
 * @param rows of a query; null for anything else
 * @param count how many rows a statement changed; -1 for anything else
 * @param error null without an error; with one, the transaction has been rolled back
 */
public record Reply(Rows rows, int count, Problem error) {
    /** An error, in the words of the database. */
    public record Problem(ErrorKind kind, String code, String message) {
        @Override
        public String toString() {
            return code + ": " + message;
        }
    }

    static final Reply DONE = new Reply(null, -1, null);

    static Reply of(Rows rows) {
        return new Reply(rows, -1, null);
    }

    static Reply of(int count) {
        return new Reply(null, count, null);
    }

    static Reply of(Problem error) {
        return new Reply(null, -1, error);
    }
}
