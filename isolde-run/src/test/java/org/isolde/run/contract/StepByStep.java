package org.isolde.run.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.isolde.run.Session;

/**
 * Transactions of several sessions, step by step in one thread. A step that the database refuses ends its transaction, and the steps
 * that follow in that transaction are left out; a refusal that isn't an abort fails the test.
 */
public final class StepByStep {
    private final Session[] sessions;
    private final boolean[] aborted;

    public StepByStep(Session... sessions) throws Exception {
        this.sessions = sessions;
        aborted = new boolean[sessions.length];
        for (Session session : sessions) {
            session.begin();
        }
    }

    /** A step of one transaction. */
    @FunctionalInterface
    public interface Step {
        void run(Session session) throws Exception;
    }

    public StepByStep step(int session, Step step) throws Exception {
        return attempt(session, step, false);
    }

    public StepByStep commit(int session) throws Exception {
        return attempt(session, Session::commit, true);
    }

    private StepByStep attempt(int number, Step step, boolean committing) throws Exception {
        if (aborted[number]) {
            return this;
        }
        try {
            step.run(sessions[number]);
        } catch (Exception e) {
            Session.Failure failure = sessions[number].classify(e, committing);
            assertEquals(Session.Failure.Kind.ABORTED, failure.kind(), () -> failure + " of " + e);
            sessions[number].rollback();
            aborted[number] = true;
        }
        return this;
    }

    /** How many of the transactions were not refused. */
    public int committed() {
        int count = 0;
        for (boolean refused : aborted) {
            count += refused ? 0 : 1;
        }
        return count;
    }
}
