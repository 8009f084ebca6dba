package org.isolde.run.db.cockroachdb;

import org.isolde.run.Isolation;
import org.isolde.run.family.postgres.PostgresDialect;
import org.isolde.run.jdbc.SqlTimestamps;

/** The SQL of CockroachDB: that of PostgreSQL, and serializable transactions tell their timestamp. */
final class CockroachDialect extends PostgresDialect {
    @Override
    public SqlTimestamps timestamps(Isolation isolation) {
        return isolation.name().equals(Isolation.SERIALIZABLE) ? new CockroachTimestamps() : null;
    }
}
