package org.isolde.run.mariadb;

import org.isolde.run.Isolation;
import org.isolde.run.jdbc.SqlTimestamps;

/** The SQL of TiDB: that of MySQL, and its transactions tell their timestamps where they have one snapshot. */
final class TidbDialect extends MysqlDialect {
    TidbDialect() {
        super(false);
    }

    @Override
    public SqlTimestamps timestamps(Isolation isolation) {
        return isolation.name().equals(Isolation.REPEATABLE_READ) ? new TidbTimestamps() : null;
    }
}
