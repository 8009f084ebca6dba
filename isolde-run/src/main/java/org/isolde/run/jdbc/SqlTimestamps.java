package org.isolde.run.jdbc;

import java.sql.SQLException;
import org.isolde.run.Session.Timestamps;

/**
 * How a database is asked by SQL when a transaction started and committed: at the end of the transaction, after its
 * commit, or both.
 *
 * <p>Invariant: what is not known for sure is null. A wrong timestamp would accuse the database of what it has not done.
 */
public interface SqlTimestamps {
    /** A query of one value for the end of the transaction; null if there is nothing to ask then. */
    String beforeCommit();

    /** A query of one value for after the commit; null if there is nothing to ask then. */
    String afterCommit();

    /**
     * What the answers say.
     *
     * @param before the answer at the end of the transaction, as text; null if there was none
     * @param after the answer after the commit
     * @param wrote whether the transaction has changed a row
     * @return null if they don't tell
     * @throws SQLException if an answer is not what this database should say
     */
    Timestamps read(String before, String after, boolean wrote) throws SQLException;
}
