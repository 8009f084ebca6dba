package org.isolde.online;

import java.io.IOException;

/** The monitor takes nothing any more, or for now; the message says why, and what was not yet answered was not taken. */
public final class MonitorStoppedException extends IOException {
    private static final long serialVersionUID = 1L;

    MonitorStoppedException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
