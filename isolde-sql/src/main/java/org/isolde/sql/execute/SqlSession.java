package org.isolde.sql.execute;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.isolde.run.DatabaseException;
import org.isolde.run.scenario.StepExecutor;
import org.isolde.sql.dialect.Dialect;
import org.isolde.sql.execute.Reply.Problem;

/**
 * A session that executes the units of one transaction after the other. It outlives executions, since connections are dear.
 *
 * <p>Invariant: after an error the transaction is rolled back at once, and between executions none is open. A session that
 * can't keep this is broken, and not used again.
 */
final class SqlSession implements StepExecutor<List<Step>, List<Reply>> {
    private final Channel channel;
    private final Outside outside;
    private final Dialect dialect;
    private final long id;
    private volatile boolean broken;

    /** Where rows are read beside the transactions. */
    @FunctionalInterface
    interface Outside {
        Rows read(String sql) throws SQLException, DatabaseException;
    }

    /** @param id the database's number of the session; 0 if it can't say who waits */
    SqlSession(Channel channel, Outside outside, Dialect dialect, long id) {
        this.channel = channel;
        this.outside = outside;
        this.dialect = dialect;
        this.id = id;
    }

    long id() {
        return id;
    }

    boolean isBroken() {
        return broken;
    }

    /** Executes steps one behind the other, as far as there is no error. */
    @Override
    public List<Reply> execute(List<Step> unit) throws DatabaseException {
        List<Reply> replies = new ArrayList<>(unit.size());
        for (Step step : unit) {
            Reply reply = execute(step);
            replies.add(reply);
            if (reply.error() != null) {
                break;
            }
        }
        return replies;
    }

    private Reply execute(Step step) throws DatabaseException {
        if (step.outside()) {
            try {
                return Reply.of(outside.read(step.sql()));
            } catch (SQLException e) {
                throw new DatabaseException("committed rows could not be read: " + e.getMessage(), e);
            }
        }
        try {
            return switch (step.role()) {
                case COMMIT -> {
                    channel.commit();
                    yield Reply.DONE;
                }
                case ROLLBACK -> {
                    channel.rollback();
                    yield Reply.DONE;
                }
                default -> channel.execute(step.sql());
            };
        } catch (SQLException e) {
            Problem problem = problem(e, dialect);
            rollback();
            return Reply.of(problem);
        }
    }

    static Problem problem(SQLException e, Dialect dialect) {
        String state = e.getSQLState();
        String message = e.getMessage();
        return new Problem(
                dialect.classify(e),
                state == null || state.isEmpty() ? String.valueOf(e.getErrorCode()) : state,
                message == null
                        ? e.getClass().getSimpleName()
                        : message.lines().findFirst().orElse(""));
    }

    private void rollback() {
        try {
            channel.rollback();
        } catch (SQLException e) {
            // a connection that is lost, or in a state that nobody knows: the answer tells the error that came before
            broken = true;
        }
    }

    @Override
    public void cancel() {
        broken = true;
        channel.cancel();
    }

    @Override
    public void abort() {
        broken = true;
        channel.cut();
    }

    /** Ends what the execution left open; the connection stays. */
    @Override
    public void close() {
        rollback();
    }

    void disconnect() {
        channel.close();
    }
}
