package org.isolde.run.db.tidb;

import org.isolde.run.Isolation;
import org.isolde.run.family.mysql.MysqlDialect;
import org.isolde.run.jdbc.SqlTimestamps;

/** The SQL of TiDB: that of MySQL, and its transactions tell their timestamps where they have one snapshot. */
final class TidbDialect extends MysqlDialect {
    @Override
    public SqlTimestamps timestamps(Isolation isolation) {
        return isolation.name().equals(Isolation.REPEATABLE_READ) ? new TidbTimestamps() : null;
    }
}
