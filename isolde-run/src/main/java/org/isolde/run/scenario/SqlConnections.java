package org.isolde.run.scenario;

import java.sql.Connection;
import java.sql.SQLException;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;

/** Connections at an isolation level, and what is said where a database fails that is used through them. */
public final class SqlConnections {
    private SqlConnections() {}

    /** A connection with autocommit off. */
    public static Connection open(RunningDatabase database, Isolation isolation) throws DatabaseException {
        try {
            return database.connect(isolation);
        } catch (DatabaseException e) {
            throw e;
        } catch (SQLException e) {
            throw failed("it can't be connected to", isolation, e);
        } catch (Exception e) {
            throw new DatabaseException("it can't be connected to at " + isolation.name() + ": " + e, e);
        }
    }

    /** @param what that can't be done, as "the table can't be made" */
    public static DatabaseException failed(String what, Isolation isolation, SQLException problem) {
        return new DatabaseException(
                what + " at " + isolation.name() + ": " + SqlText.explain(problem) + " (" + SqlText.state(problem)
                        + ")",
                problem);
    }
}
