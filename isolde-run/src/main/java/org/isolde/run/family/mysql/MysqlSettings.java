package org.isolde.run.family.mysql;

import org.isolde.run.Harmless;

/** Settings of MariaDB's and MySQL's drivers and servers. */
public final class MysqlSettings {
    /** Not among them: what reads objects or files that the other side sends ({@code autoDeserialize}, {@code allowLocalInfile}). */
    public static final Harmless OF_URL = Harmless.settings(
                    "connectTimeout",
                    "loginTimeout",
                    "socketTimeout",
                    "sslMode",
                    "tcpKeepAlive",
                    "useServerPrepStmts",
                    "useSSL")
            .withUrl("jdbc:(?:mariadb|mysql)://" + Harmless.HOSTS);

    /** Not among them: whatever names a library, a program or a file ({@code plugin_load}, {@code wsrep_notify_cmd}, {@code init_file}). */
    static final Harmless OF_SERVER = Harmless.settings(
            "autocommit",
            "binlog_format",
            "binlog_row_image",
            "completion_type",
            "innodb_autoinc_lock_mode",
            "innodb_buffer_pool_size",
            "innodb_deadlock_detect",
            "innodb_doublewrite",
            "innodb_flush_log_at_trx_commit",
            "innodb_lock_wait_timeout",
            "innodb_rollback_on_timeout",
            "innodb_snapshot_isolation",
            "innodb_thread_concurrency",
            "lock_wait_timeout",
            "max_connections",
            "server_id",
            "sync_binlog",
            "thread_handling",
            "transaction_isolation",
            "tx_isolation",
            "wait_timeout",
            "wsrep_causal_reads",
            "wsrep_certify_nonpk",
            "wsrep_retry_autocommit",
            "wsrep_slave_threads",
            "wsrep_sync_wait",
            "wsrep_trx_fragment_size",
            "wsrep_trx_fragment_unit");

    private MysqlSettings() {}
}
