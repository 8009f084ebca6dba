package org.isolde.condition;

/** A text that is no condition, or a condition that can't be put to a row: what is wrong, and where. */
public final class ConditionException extends Exception {
    private static final long serialVersionUID = 1L;

    ConditionException(String message) {
        super(message);
    }
}
