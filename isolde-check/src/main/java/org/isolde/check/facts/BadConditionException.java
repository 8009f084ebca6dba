package org.isolde.check.facts;

/** A condition can't be put to a version: an integer against a text, say. The history is then none that can be checked. */
public final class BadConditionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public BadConditionException(String message) {
        super(message);
    }
}
