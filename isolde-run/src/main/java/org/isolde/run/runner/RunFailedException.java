package org.isolde.run.runner;

/** A run that could not go on; what it had recorded stays. */
final class RunFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    RunFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
