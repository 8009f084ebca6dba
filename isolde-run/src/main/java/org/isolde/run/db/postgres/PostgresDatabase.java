package org.isolde.run.db.postgres;

import java.sql.Driver;
import java.util.List;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.DatabaseException;
import org.isolde.run.Handling;
import org.isolde.run.Harmless;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.family.postgres.PostgresDialect;
import org.isolde.run.family.postgres.PostgresUrls;
import org.isolde.run.jdbc.Drivers;
import org.isolde.run.jdbc.JdbcDatabase;
import org.isolde.run.jdbc.SqlDialect;

/** PostgreSQL: any version on Maven Central, started by Isolde; or any by its URL. */
public final class PostgresDatabase extends JdbcDatabase {
    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public List<String> aliases() {
        return List.of("postgresql", "pg");
    }

    @Override
    public String summary() {
        return "PostgreSQL, fetched from Maven Central and started in a temporary folder";
    }

    @Override
    public Handling handling() {
        return PostgresDialect.HANDLING;
    }

    @Override
    public List<Isolation> isolations(Target target) {
        return List.of(
                new Isolation(Isolation.READ_UNCOMMITTED, Level.RC, "PostgreSQL treats it as read committed"),
                new Isolation(Isolation.READ_COMMITTED, Level.RC),
                new Isolation(Isolation.REPEATABLE_READ, Level.SI, "implemented as a snapshot"),
                new Isolation(Isolation.SERIALIZABLE, Level.SER));
    }

    @Override
    public List<String> options() {
        return List.of("NAME=VALUE  a setting of the server, such as deadlock_timeout=1s; also as set.NAME=VALUE");
    }

    /** Not among the settings: whatever names a library, a program or a file. */
    @Override
    public Harmless harmless() {
        return PostgresUrls.HARMLESS.and(Harmless.settings(
                "autovacuum",
                "bgwriter_delay",
                "checkpoint_timeout",
                "commit_delay",
                "commit_siblings",
                "deadlock_timeout",
                "default_transaction_deferrable",
                "default_transaction_isolation",
                "default_transaction_read_only",
                "effective_cache_size",
                "enable_bitmapscan",
                "enable_hashjoin",
                "enable_indexonlyscan",
                "enable_indexscan",
                "enable_mergejoin",
                "enable_nestloop",
                "enable_seqscan",
                "enable_sort",
                "fsync",
                "full_page_writes",
                "idle_in_transaction_session_timeout",
                "jit",
                "lock_timeout",
                "maintenance_work_mem",
                "max_connections",
                "max_locks_per_transaction",
                "max_pred_locks_per_page",
                "max_pred_locks_per_relation",
                "max_replication_slots",
                "max_wal_senders",
                "max_pred_locks_per_transaction",
                "max_prepared_transactions",
                "max_wal_size",
                "plan_cache_mode",
                "random_page_cost",
                "seq_page_cost",
                "shared_buffers",
                "statement_timeout",
                "synchronous_commit",
                "track_commit_timestamp",
                "wal_buffers",
                "wal_level",
                "wal_writer_delay",
                "work_mem"));
    }

    @Override
    public String versions() {
        return "any on Maven Central, such as postgres:18.6 or postgres:12.3; postgres:17 is the newest 17";
    }

    @Override
    public boolean acceptsUrl(String url) {
        return url.startsWith("jdbc:postgresql:");
    }

    @Override
    public SqlDialect dialect() {
        return new PostgresDialect();
    }

    @Override
    public RunningDatabase open(Target target, Access access) throws DatabaseException {
        if (target.url() != null) {
            refuseOptions(target);
            return openUrl(target, access, () -> Drivers.shipped(PostgresDialect.DRIVER), dialect());
        }
        Driver driver = Drivers.shipped(PostgresDialect.DRIVER);
        PostgresServer server = PostgresServer.start(target.version(), target.options(), access.progress());
        Access own = new Access(server.user(), server.password(), null, access.progress());
        return open(target, own, connector(driver, server.url(), own), dialect(), server.nodes(), server::close);
    }
}
