package org.isolde.broken;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.jdbc.JdbcRunning;

/**
 * One fault in front of one database: hands out connections that have it, and counts how often it happened.
 *
 * <p>Each connection draws from a generator of its own, which the seed and the place of the connection among all fix.
 */
public final class Faults {
    private final Fault fault;
    private final double probability;
    private final long seed;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger happened = new AtomicInteger();
    private final Set<BrokenConnection> writers = ConcurrentHashMap.newKeySet();

    /** @param probability from 0 to 1 */
    public Faults(Fault fault, double probability, long seed) {
        this.fault = fault;
        this.probability = probability;
        this.seed = seed;
    }

    /** How a connection to the database is opened. */
    @FunctionalInterface
    public interface Opener {
        Connection open() throws SQLException;
    }

    /**
     * A connection that has the fault.
     *
     * @param opener also asked for a second connection where the fault needs one
     */
    public Connection connect(Opener opener) throws SQLException {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + connections.getAndIncrement());
        return BrokenConnection.proxy(this, opener, random);
    }

    /** The same database, whose clients all have the fault; closing it closes the real one. */
    public RunningDatabase before(RunningDatabase real) throws DatabaseException {
        if (!(real instanceof JdbcRunning jdbc)) {
            real.close();
            throw new DatabaseException("only a database with JDBC can be broken");
        }
        return jdbc.through(connector -> (session, more) -> connect(() -> connector.connect(session, more)));
    }

    /** How often it happened so far. */
    public int happened() {
        return happened.get();
    }

    boolean is(Fault one) {
        return fault == one;
    }

    /** Whether it is to happen now. */
    boolean strikes(Fault one, SplittableRandom random) {
        return fault == one && random.nextDouble() < probability;
    }

    void count() {
        happened.incrementAndGet();
    }

    /** The connections whose transactions have written and are open. */
    Set<BrokenConnection> writers() {
        return writers;
    }
}
