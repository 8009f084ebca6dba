package org.isolde.run.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;

/** Opens connections to one database, or to one of its nodes. */
@FunctionalInterface
public interface Connector {
    /** @param session the number of the session it is for, by which clusters spread their clients */
    default Connection connect(int session) throws SQLException {
        return connect(session, new Properties());
    }

    /** The same, with some more properties for the driver. */
    Connection connect(int session, Properties more) throws SQLException;
}
