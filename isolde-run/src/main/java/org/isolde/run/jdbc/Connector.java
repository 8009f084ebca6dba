package org.isolde.run.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections to one database, or to one of its nodes. */
@FunctionalInterface
public interface Connector {
    /** @param session the number of the session it is for, by which clusters spread their clients */
    Connection connect(int session) throws SQLException;
}
