package org.isolde.generate;

import java.util.Locale;

/** The order in which the transactions of a generated history arrive, which is that of the file. */
public enum ArrivalOrder {
    /** In the order in which they end, as one observer would have it. */
    ENDS,
    /** One session after the other, as the logs of clients have it. */
    SESSIONS,
    /** At random, but for the order of each session. */
    SHUFFLED;

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
