package org.isolde.run.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;

/**
 * Looks over the shoulder of one session that executes statements on rows, and may ask the database for more than was asked
 * for. This one does nothing; whoever recovers certificates overrides what the database needs.
 *
 * <p>The calls follow a transaction: {@link #begin}; for each statement that gives rows {@link #text} and, when it was
 * answered, {@link #answered} and {@link #executed}; {@link #snapshot} once for all that a change is made of; {@link #beforeCommit}, {@link #afterCommit}; and at the end {@link #mark}, also if it failed.
 */
public class RowWatch {
    public void begin(Connection connection) throws SQLException {}

    /**
     * The text to send for a statement that gives rows. If it is another one, it gives {@link #columns} more columns before those
     * of the statement; and if the statement gives no row, one that is null but for these.
     *
     * @param changes whether the statement changes rows
     */
    public String text(String statement, boolean changes) {
        return statement;
    }

    /** How many columns the last {@link #text} has before those of the statement. */
    public int columns() {
        return 0;
    }

    /** The first row of an answer to a text with columns of its own has come. */
    public void answered(ResultSet row) throws SQLException {}

    /**
     * A statement that gives rows has been executed.
     *
     * @param changes whether it changes rows, or locks them to that end
     */
    public void executed(Connection connection, boolean changes) throws SQLException {}

    /** What the last statement looked at, if statements of one transaction may differ in that; else null. */
    public RowSnapshot snapshot() {
        return null;
    }

    /** All has been done, and commit is next. */
    public void beforeCommit(Connection connection) throws SQLException {}

    /** It is committed. Nothing that goes wrong here may be thrown. */
    public void afterCommit(Connection connection) {}

    /** What is known of the transaction that was begun last. */
    public RowMark mark() {
        return RowMark.NOTHING;
    }
}
