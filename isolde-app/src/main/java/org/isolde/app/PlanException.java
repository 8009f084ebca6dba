package org.isolde.app;

/** A test that can't be planned as it was asked for, with the cure in its message. */
public class PlanException extends Exception {
    private static final long serialVersionUID = 1L;

    public PlanException(String message) {
        super(message);
    }

    PlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
