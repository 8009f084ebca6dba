package org.isolde.run.runner;

import java.util.Locale;

/** Whether the certificate of a run on rows is recovered. */
public enum CertificateUse {
    /** Where there is a way. */
    AUTO,
    NONE,
    /** And reads are repeated by another connection on the same snapshot, as a cross-check. */
    SHADOW;

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
