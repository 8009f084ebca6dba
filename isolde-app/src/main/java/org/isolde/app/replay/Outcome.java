package org.isolde.app.replay;

import java.util.Locale;

/** Whether what was recorded happened once more. */
public enum Outcome {
    NOT,
    /** Another anomaly that breaks the same level. */
    ANOTHER,
    AGAIN;

    /** The word in JSON. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
