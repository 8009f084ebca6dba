package org.isolde.run;

/** A database that can't be opened or used as asked, with the cure in its message; never with a password. */
public class DatabaseException extends Exception {
    private static final long serialVersionUID = 1L;

    public DatabaseException(String message) {
        super(message);
    }

    public DatabaseException(String message, Throwable cause) {
        super(message, cause);
    }
}
