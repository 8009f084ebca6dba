package org.isolde.flink.job;

import java.io.IOException;

/** A job that can't be run, with the cure in its message. */
final class JobException extends IOException {
    private static final long serialVersionUID = 1L;

    JobException(String message) {
        super(message);
    }
}
