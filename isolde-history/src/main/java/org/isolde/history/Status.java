package org.isolde.history;

import java.util.Locale;

/** How a transaction ended, as far as its client knows. */
public enum Status {
    COMMITTED,
    ABORTED,
    /** The answer to the commit was lost: it counts as committed if a counted transaction read from it. */
    UNKNOWN;

    private static final Status[] BY_CODE = values();

    static Status of(byte code) {
        return BY_CODE[code];
    }

    /** The spelling in files: {@code committed}, {@code aborted}, {@code unknown}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
