package org.isolde.app.replay;

/** A run or history that can't be replayed, with the reason and the cure in its message. */
public final class NotReplayableException extends Exception {
    private static final long serialVersionUID = 1L;

    NotReplayableException(String message) {
        super(message);
    }
}
