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

    @Override
    public CassandraDatabase.Connection connect(int port) throws DatabaseException {
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
        try {
            return new CassandraConnection(CqlSession.builder()
                    .withClassLoader(loader)
                    .withConfigLoader(settings)
                    .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                    .withLocalDatacenter("datacenter1")
                    .build());
        } catch (DriverException e) {
            throw new DatabaseException("can't connect to Cassandra: " + e.getMessage(), e);
        }
    }
}
