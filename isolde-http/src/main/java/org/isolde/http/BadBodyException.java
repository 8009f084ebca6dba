package org.isolde.http;

import java.io.IOException;

/** The body of a request is not as its head says: a chunk is malformed, or the end is missing. */
final class BadBodyException extends IOException {
    private static final long serialVersionUID = 1L;

    BadBodyException(Exception cause) {
        super("The body of the request is not as its head says: " + cause.getMessage(), cause);
    }
}
