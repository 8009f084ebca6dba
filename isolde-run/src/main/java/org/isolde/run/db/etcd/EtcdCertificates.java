package org.isolde.run.db.etcd;

import org.isolde.run.Database;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.certificate.NoCertificateException;
import org.isolde.run.certificate.Recovery;

/** Certificates of etcd: it numbers all its changes, and keeps all of them. */
public final class EtcdCertificates implements CertificateSource {
    @Override
    public boolean covers(Database database, Target target, Isolation isolation) {
        return database.name().equals("etcd");
    }

    @Override
    public String summary() {
        return "by revisions: snapshots, and at serializable the expected serial order";
    }

    @Override
    public Recovery open(RunningDatabase database, Isolation isolation, RecoveryOptions options)
            throws NoCertificateException {
        if (!(database instanceof RunningEtcd etcd)) {
            throw new NoCertificateException("it is not an etcd that Isolde started");
        }
        if (options.shadow()) {
            throw new NoCertificateException(
                    "reads of etcd are of one revision by themselves, so a shadow read would be"
                            + " the same request again; leave out --certificate shadow");
        }
        return new EtcdRecovery(etcd, isolation.name().equals(Isolation.SERIALIZABLE));
    }
}
