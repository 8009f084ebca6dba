package org.isolde.run.db.galera;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.isolde.run.Isolation;
import org.isolde.run.family.mysql.MysqlDialect;

/** The SQL of a Galera cluster: that of MariaDB, and a session waits until its node has caught up. */
final class GaleraDialect extends MysqlDialect {
    @Override
    public void isolate(Connection connection, Isolation isolation) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // The node has to have the tables that another one made. Only for now: what reads see later is tested.
            statement.execute("set session wsrep_sync_wait = 15");
            statement.execute("select 1");
            statement.execute("set session wsrep_sync_wait = default");
        }
        super.isolate(connection, isolation);
    }
}
