package org.isolde.run.family.mysql.binlog;

import java.sql.Connection;
import java.sql.SQLException;
import org.isolde.run.jdbc.RowWatch;
import org.isolde.run.rows.RowMark;

/**
 * Asks, before each commit, where the binary log is: that is the place of a transaction which only read, since it still holds
 * all its locks. (MySQL's {@code gtid_executed} would be wrong: it is told after locks are given up.) The place of one that
 * wrote is that of its own in the log.
 */
final class PositionWatch extends RowWatch {
    private final BinlogQuestion question;
    private final BinlogPlace places;
    private double order;

    PositionWatch(BinlogQuestion question, BinlogPlace places) {
        this.question = question;
        this.places = places;
    }

    @Override
    public void begin(Connection connection) {
        order = Double.NaN;
    }

    @Override
    public void beforeCommit(Connection connection) throws SQLException {
        BinlogQuestion.Position now = question.ask(connection);
        order = BinlogPlace.behind(places.of(now.file(), now.position()));
    }

    @Override
    public RowMark mark() {
        return new RowMark(RowMark.NONE, null, order);
    }
}
