package org.isolde.cluster;

/** A call that can't be carried out, with the cure in its message. */
public final class JobCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JobCallException(String message) {
        super(message);
    }
}
