package org.isolde.run.db.sqlite;

import org.isolde.run.Database;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.certificate.NoCertificateException;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.jdbc.JdbcRunning;

/** Certificates of SQLite: who writes counts, and who reads reads how far the count is; triggers write down the changes. */
public final class SqliteCertificates implements CertificateSource {
    @Override
    public boolean covers(Database database, Target target, Isolation isolation) {
        return database.name().equals("sqlite");
    }

    @Override
    public String summary() {
        return "by a row that counts writers, and triggers: snapshots, and the expected serial order";
    }

    @Override
    public Recovery open(RunningDatabase database, Isolation isolation, RecoveryOptions options)
            throws NoCertificateException {
        if (!(database instanceof JdbcRunning running)) {
            throw new NoCertificateException("it is not reached through JDBC");
        }
        if (options.shadow()) {
            throw new NoCertificateException(
                    "SQLite's driver lets no other transaction have the same snapshot, so there"
                            + " are no shadow reads; leave out --certificate shadow");
        }
        return new SqliteRecovery(running);
    }
}
