package org.isolde.run.db.tidb;

import java.sql.SQLException;
import org.isolde.run.Database;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.certificate.NoCertificateException;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.jdbc.JdbcRunning;

/**
 * Certificates of TiDB: the order of versions from the MVCC pages of its status port, snapshots from the timestamps of
 * transactions and of statements that lock. Written by its documentation.
 */
public final class TidbCertificates implements CertificateSource {
    @Override
    public boolean covers(Database database, Target target, Isolation isolation) {
        return database.name().equals("tidb");
    }

    @Override
    public String summary() {
        return "by stored versions and timestamps";
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
            throw new NoCertificateException("there are no shadow reads of TiDB; leave out --certificate shadow");
        }
        return new TidbRecovery(running, isolation.name().equals(Isolation.READ_COMMITTED));
    }
}
