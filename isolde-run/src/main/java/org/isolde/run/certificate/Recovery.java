package org.isolde.run.certificate;

import org.isolde.run.Session;
import org.isolde.run.SessionOptions;

/**
 * Recovers the certificate of one run, beside it. The calls: {@link #tablesMade}, then {@link #session} for each session, from
 * any thread; when all of them have ended, {@link #finish}; in any case {@link #close}.
 */
public interface Recovery extends AutoCloseable {
    /** The tables are there and empty. Every change from now on must be in the log in the end. */
    void tablesMade() throws Exception;

    /**
     * A session whose statements tell what they can of the snapshot behind them
     * ({@link org.isolde.run.rows.RowAnswer#snapshot}), and its transactions of their numbers
     * ({@link org.isolde.run.Session#mark}).
     */
    Session session(SessionOptions options) throws Exception;

    /**
     * Waits until all that was committed has come, and gives it. All sessions have ended.
     *
     * @throws Exception if there is no certificate: whatever was recovered is not to be used
     */
    Certificate finish() throws Exception;

    /** Ends it, and leaves nothing behind in the database. */
    @Override
    void close();
}
