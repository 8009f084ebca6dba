package org.isolde.run.certificate;

import org.isolde.run.Database;
import org.isolde.run.Isolation;
import org.isolde.run.Plugins;
import org.isolde.run.Target;

/** The sources of certificates that are known: those of Isolde, and whatever {@link Plugins} adds. */
public final class CertificateSources {
    private CertificateSources() {}

    /** The source for a database at an isolation level; null if there is none. */
    public static CertificateSource of(Database database, Target target, Isolation isolation) {
        return Plugins.of(CertificateSource.class).stream()
                .filter(source -> source.covers(database, target, isolation))
                .findFirst()
                .orElse(null);
    }
}
