package org.isolde.run.certificate;

import java.util.Map;
import org.isolde.run.Database;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.Target;

/**
 * The certificates of another source: for who adds something to its sessions or to what it gives in the end, and leaves the
 * rest as it is.
 */
public abstract class ForwardingSource implements CertificateSource {
    private final CertificateSource source;

    protected ForwardingSource(CertificateSource source) {
        this.source = source;
    }

    /** A session of the other source, as it is to be used. */
    protected Session session(Session session) {
        return session;
    }

    /** What the other source gives in the end, as it is to be taken. All sessions have ended. */
    protected Certificate finish(Recovery recovery) throws Exception {
        return recovery.finish();
    }

    @Override
    public final boolean covers(Database database, Target target, Isolation isolation) {
        return source.covers(database, target, isolation);
    }

    @Override
    public final String summary() {
        return source.summary();
    }

    @Override
    public final boolean verified() {
        return source.verified();
    }

    @Override
    public final Map<String, String> settings(Target target) {
        return source.settings(target);
    }

    @Override
    public final Recovery open(RunningDatabase database, Isolation isolation, RecoveryOptions options)
            throws Exception {
        Recovery recovery = source.open(database, isolation, options);
        return new Recovery() {
            @Override
            public void tablesMade() throws Exception {
                recovery.tablesMade();
            }

            @Override
            public Session session(SessionOptions sessionOptions) throws Exception {
                return ForwardingSource.this.session(recovery.session(sessionOptions));
            }

            @Override
            public Certificate finish() throws Exception {
                return ForwardingSource.this.finish(recovery);
            }

            @Override
            public void close() {
                recovery.close();
            }
        };
    }
}
