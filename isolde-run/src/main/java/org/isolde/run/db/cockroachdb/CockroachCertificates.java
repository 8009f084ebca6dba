package org.isolde.run.db.cockroachdb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
 * Certificates of CockroachDB at SERIALIZABLE: the order of versions from a changefeed, snapshots from the timestamps of
 * transactions. Written by its documentation.
 */
public final class CockroachCertificates implements CertificateSource {
    @Override
    public boolean covers(Database database, Target target, Isolation isolation) {
        return database.name().equals("cockroachdb") && isolation.name().equals(Isolation.SERIALIZABLE);
    }

    @Override
    public String summary() {
        return "by a changefeed and timestamps";
    }

    @Override
    public boolean verified() {
        return false;
    }

    @Override
    public Recovery open(RunningDatabase database, Isolation isolation, RecoveryOptions options)
            throws NoCertificateException, SQLException {
        if (!(database instanceof JdbcRunning running)) {
            throw new NoCertificateException("it is not reached through JDBC");
        }
        if (options.shadow()) {
            throw new NoCertificateException(
                    "there are no shadow reads of CockroachDB; leave out --certificate shadow");
        }
        try (Connection connection = running.connect(new Properties());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("show cluster setting kv.rangefeed.enabled")) {
            if (!rows.next() || !rows.getBoolean(1)) {
                throw new NoCertificateException(
                        "changefeeds are off; say: set cluster setting kv.rangefeed.enabled = true");
            }
        }
        return new CockroachRecovery(running);
    }
}
