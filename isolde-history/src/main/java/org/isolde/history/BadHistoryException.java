package org.isolde.history;

import java.io.IOException;

/** An input that is not a history: what is wrong, where, and, in the message, what was expected instead. */
public final class BadHistoryException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String problem;
    private final String file;
    private final long line;
    private final long offset;

    private BadHistoryException(String problem, String file, long line, long offset) {
        super(place(file, line, offset) + problem);
        this.problem = problem;
        this.file = file;
        this.line = line;
        this.offset = offset;
    }

    /** A problem whose place is not known yet; {@link #in} adds it. */
    public static BadHistoryException of(String problem) {
        return new BadHistoryException(problem, null, -1, -1);
    }

    /** A problem in a line, counted from 1. */
    public static BadHistoryException atLine(long line, String problem) {
        return new BadHistoryException(problem, null, line, -1);
    }

    /** A problem at a byte of a binary input, counted from 0. */
    public static BadHistoryException atOffset(long offset, String problem) {
        return new BadHistoryException(problem, null, -1, offset);
    }

    /** The same problem, with the name of its file; a name that is already there stays. */
    public BadHistoryException in(String name) {
        return file != null
                ? this
                : (BadHistoryException) new BadHistoryException(problem, name, line, offset).initCause(getCause());
    }

    private static String place(String file, long line, long offset) {
        StringBuilder place = new StringBuilder();
        if (file != null) {
            place.append(file);
        }
        if (line > 0) {
            place.append(file == null ? "line " : ":").append(line);
        }
        if (offset >= 0) {
            place.append(file == null ? "byte " : ": byte ").append(offset);
        }
        return place.length() == 0 ? "" : place.append(": ").toString();
    }

    public String problem() {
        return problem;
    }

    /** The file's name, or null. */
    public String file() {
        return file;
    }

    /** The line, from 1, or -1 if the input has no lines. */
    public long line() {
        return line;
    }

    /** The byte, from 0, or -1. */
    public long offset() {
        return offset;
    }
}
