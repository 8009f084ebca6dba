package org.isolde.sql.execute;

/**
 * Something that a session sends.
 *
 * @param transaction whose step it is; each has a session of its own
 * @param statement the statement of the transaction that it belongs to; for an end, the number of its statements
 * @param table what a {@link Role#VERSION_SET_READ} reads; null for other roles
 * @param sql null for an end
 * @param outside whether it is read beside the transaction, as committed rows are right now
 */
public record Step(int transaction, int statement, Role role, String table, String sql, boolean outside) {
    /** The session's name. */
    String session() {
        return name(transaction);
    }

    /** What a transaction is called wherever people read of it. */
    public static String name(int transaction) {
        return "T" + (transaction + 1);
    }
}
