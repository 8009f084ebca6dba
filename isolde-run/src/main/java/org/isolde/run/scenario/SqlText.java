package org.isolde.run.scenario;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;

/** How one database wants the statements of scenarios, and what its errors say. */
final class SqlText {
    private static final Pattern MOD = Pattern.compile("mod\\((\\w+), (\\d+)\\)");

    private final boolean modIsPercent;

    SqlText(Connection connection) throws SQLException {
        // the standard's mod() is known to all but this one
        modIsPercent = connection.getMetaData().getDatabaseProductName().equals("Microsoft SQL Server");
    }

    String of(String statement) {
        return modIsPercent ? MOD.matcher(statement).replaceAll("$1 % $2") : statement;
    }

    /** The SQLState, or the driver's own code where there is none. */
    static String state(SQLException problem) {
        String state = problem.getSQLState();
        return state == null || state.isEmpty() ? String.valueOf(problem.getErrorCode()) : state;
    }

    /** The first line of the message. */
    static String explain(SQLException problem) {
        String message = problem.getMessage();
        return message == null
                ? problem.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}
