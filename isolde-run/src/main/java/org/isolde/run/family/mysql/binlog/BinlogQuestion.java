package org.isolde.run.family.mysql.binlog;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** How a server is asked where its binary log is. */
enum BinlogQuestion {
    MASTER("show master status"),
    /** From MySQL 8.4 on. */
    BINARY_LOG("show binary log status");

    private static final int SYNTAX_ERROR = 1064;

    private final String text;

    BinlogQuestion(String text) {
        this.text = text;
    }

    record Position(String file, long position) {}

    /** The one that a server understands. */
    static BinlogQuestion of(Connection connection) throws SQLException {
        try {
            MASTER.ask(connection);
            return MASTER;
        } catch (SQLException e) {
            if (e.getErrorCode() != SYNTAX_ERROR) {
                throw e;
            }
            return BINARY_LOG;
        }
    }

    Position ask(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(text)) {
            if (!rows.next()) {
                throw new SQLException("the server has no binary log");
            }
            return new Position(rows.getString(1), rows.getLong(2));
        }
    }
}
