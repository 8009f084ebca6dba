package org.isolde.run;

/**
 * How a session is to behave.
 *
 * @param number from 0; clusters spread sessions over their nodes by it
 * @param isolation what the database is asked for
 * @param tables the tables of the run
 * @param statements how prepared statements are re-used
 */
public record SessionOptions(int number, Isolation isolation, RunningDatabase.Tables tables, Statements statements) {
    /** How a session re-uses its prepared statements; databases without any don't care. */
    public enum Statements {
        /** One statement for each table and operation, re-used over all transactions. */
        SHARED,
        /** One for each key and operation, re-used over all transactions. */
        PER_KEY,
        /** Prepared anew in each transaction. */
        FRESH
    }
}
