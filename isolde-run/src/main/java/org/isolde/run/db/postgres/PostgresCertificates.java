package org.isolde.run.db.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import org.isolde.run.Database;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.certificate.NoCertificateException;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.jdbc.JdbcRunning;

/**
 * Certificates of PostgreSQL 12 and later: the order of versions from logical decoding, and what statements looked at from the
 * snapshot inside each of them.
 */
public final class PostgresCertificates implements CertificateSource {
    private static final int FIRST = 120_000;

    @Override
    public boolean covers(Database database, Target target, Isolation isolation) {
        return database.name().equals("postgres");
    }

    @Override
    public String summary() {
        return "by logical decoding and snapshots";
    }

    @Override
    public Map<String, String> settings(Target target) {
        return Map.of("wal_level", "logical", "max_replication_slots", "4", "max_wal_senders", "4");
    }

    @Override
    public Recovery open(RunningDatabase database, Isolation isolation, RecoveryOptions options)
            throws NoCertificateException, SQLException {
        if (!(database instanceof JdbcRunning running)) {
            throw new NoCertificateException("it is not reached through JDBC");
        }
        int version;
        try (Connection connection = running.connect(new Properties());
                Statement statement = connection.createStatement()) {
            version = Integer.parseInt(show(statement, "server_version_num"));
            if (version < FIRST) {
                throw new NoCertificateException("logical decoding is used from PostgreSQL 12 on, and this is older");
            }
            if (!show(statement, "wal_level").equals("logical")) {
                throw new NoCertificateException("the server's wal_level is " + show(statement, "wal_level")
                        + "; set it to logical, and restart the server");
            }
        }
        return new PostgresRecovery(running, isolation, version, options.shadow());
    }

    private static String show(Statement statement, String setting) throws SQLException {
        try (ResultSet rows = statement.executeQuery("show " + setting)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
