package org.isolde.run.scenario;

/**
 * Performs the steps of one session.
 *
 * @param <S> a step
 * @param <A> what it is answered
 */
public interface Performer<S, A> {
    /**
     * Performs a step, in the session's own thread, and returns when the database has answered.
     *
     * @throws Exception if the play can't go on; an error of the database that is part of the play is an answer
     */
    A perform(S step) throws Exception;

    /** Asks the database to end the step under way; called from outside, and returns at once. */
    void cancel();

    /** Cuts the connection under the step; called from outside, and returns at once. */
    void abort();

    /** Rolls back what is open and closes, in the session's own thread. */
    void close();
}
