package org.isolde.sql.execute;

import org.isolde.run.DatabaseException;

/** What was executed took longer than it may, and was cancelled. */
public final class TimedOutException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    TimedOutException() {
        super("it took too long, and was cancelled");
    }
}
