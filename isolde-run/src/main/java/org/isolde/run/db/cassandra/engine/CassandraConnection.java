package org.isolde.run.db.cassandra.engine;

import com.datastax.oss.driver.api.core.CqlSession;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.db.cassandra.CassandraDatabase;

/** The driver's session, which all of Isolde's use: it has the threads and the connections. */
final class CassandraConnection implements CassandraDatabase.Connection {
    private final CqlSession driver;

    CassandraConnection(CqlSession driver) {
        this.driver = driver;
    }

    @Override
    public String version() {
        return driver.execute("SELECT release_version FROM system.local").one().getString(0);
    }

    @Override
    public void createTables(RunningDatabase.Tables tables) {
        driver.execute("DROP KEYSPACE IF EXISTS isolde");
        driver.execute(
                "CREATE KEYSPACE isolde" + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        for (int i = 0; i < tables.count(); i++) {
            driver.execute("CREATE TABLE isolde.t" + i + " (k bigint PRIMARY KEY, v bigint)");
        }
    }

    @Override
    public Session session(RunningDatabase.Tables tables) {
        // A server that is down is told here, and not only by the first transaction.
        version();
        return new CassandraSession(driver, tables);
    }

    @Override
    public void close() {
        driver.close();
    }
}
