package org.isolde.online;

/** Lines that the monitor's memory could never take at once; it goes on. */
public final class TooLargeException extends java.io.IOException {
    private static final long serialVersionUID = 1L;

    private final int line;

    TooLargeException(int line, String problem) {
        super(problem);
        this.line = line;
    }

    /** The line in the block. */
    int line() {
        return line;
    }
}
