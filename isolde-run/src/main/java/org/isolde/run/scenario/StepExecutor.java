package org.isolde.run.scenario;

/**
 * Executes the steps of one session, one at a time.
 *
 * @param <S> a step
 * @param <A> what it is answered
 */
public interface StepExecutor<S, A> {
    /**
     * Executes a step, in the session's own thread, and returns when the database has answered.
     *
     * @throws Exception if the execution can't go on; an error of the database that belongs to it is an answer
     */
    A execute(S step) throws Exception;

    /** Asks the database to end the step under way; called from outside, and returns at once. */
    void cancel();

    /** Cuts the connection under the step; called from outside, and returns at once. */
    void abort();

    /** Rolls back what is open and closes, in the session's own thread. */
    void close();
}
