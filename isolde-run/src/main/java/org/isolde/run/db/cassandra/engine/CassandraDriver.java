package org.isolde.run.db.cassandra.engine;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.isolde.run.DatabaseException;
import org.isolde.run.db.cassandra.CassandraDatabase;

/** The way into Cassandra's driver; made by name, in a class loader that has its jars. */
public final class CassandraDriver implements CassandraDatabase.Driver {
    /** The first change of a schema takes seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The user that Cassandra comes with, and its password. */
    private static final String USER = "cassandra";

    private static final long PAUSE_MILLIS = 200;

    @Override
    public CassandraDatabase.Connection connect(int port, String password) throws DatabaseException {
        // the password that everybody knows is good for no longer than this takes
        try (CqlSession first = await(port, USER)) {
            first.execute("ALTER ROLE " + USER + " WITH PASSWORD = '" + password + "'");
        } catch (DriverException e) {
            throw new DatabaseException("can't change the password of Cassandra: " + e.getMessage(), e);
        }
        return new CassandraConnection(await(port, password));
    }

    /** The user comes a moment after the port, and so does its password. */
    private static CqlSession await(int port, String password) throws DatabaseException {
        long limit = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return session(port, password);
            } catch (DriverException e) {
                if (System.nanoTime() > limit) {
                    throw new DatabaseException("can't connect to Cassandra: " + e.getMessage(), e);
                }
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DatabaseException("interrupted while connecting to Cassandra", e);
            }
        }
    }

    private static CqlSession session(int port, String password) {
        ClassLoader loader = CqlSession.class.getClassLoader();
        DriverConfigLoader settings = DriverConfigLoader.programmaticBuilder(loader)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, PATIENCE)
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                // A server that was killed is looked for often.
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(100))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofMillis(500))
                .withBoolean(DefaultDriverOption.TIMESTAMP_GENERATOR_FORCE_JAVA_CLOCK, true)
                .build();
        return CqlSession.builder()
                .withClassLoader(loader)
                .withConfigLoader(settings)
                .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .withLocalDatacenter("datacenter1")
                .withAuthCredentials(USER, password)
                .build();
    }
}
