package org.isolde.run.scenario;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;

/** How one database wants the statements of scenarios, and what its errors say. */
final class SqlText {
    private static final Pattern MOD = Pattern.compile("mod\\((\\w+), (\\d+)\\)");

    private final boolean modIsPercent;
    private final String table;

    /** @param table what the table of the scenarios is called here */
    SqlText(Connection connection, String table) throws SQLException {
        this.table = table;
        // the standard's mod() is known to all but this one
        modIsPercent = connection.getMetaData().getDatabaseProductName().equals("Microsoft SQL Server");
    }

    String of(String statement) {
        String named = statement.replace(Scenario.TABLE, table);
        return modIsPercent ? MOD.matcher(named).replaceAll("$1 % $2") : named;
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
