package org.isolde.run.certificate;

import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.run.Database;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Target;

/**
 * Recovers certificates from one kind of database, or from several that are alike.
 *
 * <p>Sources are found by {@link java.util.ServiceLoader}, in Isolde and in {@link org.isolde.run.Plugins}: a class that
 * implements this, and a line in {@code META-INF/services/org.isolde.run.certificate.CertificateSource}. Nothing else knows
 * of it. A vendor whose database tells more than ours ask it for can offer one.
 */
public interface CertificateSource {
    /** Whether it is for this database at this isolation level. */
    boolean covers(Database database, Target target, Isolation isolation);

    /** Where the certificate comes from, in a few words: "logical decoding and snapshots". */
    String summary();

    /** Whether it has been run on a live server by the project's own tests or by hand. */
    default boolean verified() {
        return true;
    }

    /** Settings that a server which Isolde starts needs, as {@code --db-option} has them; what the user gave goes before. */
    default Map<String, String> settings(Target target) {
        return Map.of();
    }

    /** The target with the {@link #settings}, if Isolde starts it. */
    default Target started(Target target) {
        if (target.url() != null) {
            return target;
        }
        Map<String, String> all = new LinkedHashMap<>(settings(target));
        all.putAll(target.options());
        return new Target(target.name(), target.version(), null, all);
    }

    /**
     * Begins to recover the certificate of one run. The tables are not there yet, or are those of an earlier run.
     *
     * @throws NoCertificateException with the reason and the cure, if this server can't tell
     */
    Recovery open(RunningDatabase database, Isolation isolation, RecoveryOptions options) throws Exception;

    /**
     * How a certificate is recovered.
     *
     * @param shadow whether each read is repeated by another connection on the same snapshot, as a cross-check; sources that
     *     can't do that throw a {@link NoCertificateException}
     */
    record RecoveryOptions(boolean shadow) {}
}
