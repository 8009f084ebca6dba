package org.isolde.app.replay;

import java.util.function.IntUnaryOperator;
import org.isolde.run.DatabaseException;
import org.isolde.run.Session;
import org.isolde.run.scenario.Performer;

/** Performs the steps of one session of a script, transaction by transaction. */
final class SessionPerformer implements Performer<Step, Reply> {
    private final Script script;
    private final Session session;
    private final IntUnaryOperator choose;
    private final Recording recording;
    private Attempt current;

    SessionPerformer(Script script, Session session, IntUnaryOperator choose, Recording recording) {
        this.script = script;
        this.session = session;
        this.choose = choose;
        this.recording = recording;
    }

    @Override
    public Reply perform(Step step) throws DatabaseException, InterruptedException {
        if (step.operation() == 0) {
            Script.Transaction transaction = script.transactions().get(step.transaction());
            current = new Attempt(
                    session,
                    transaction.client(),
                    transaction.name(),
                    transaction,
                    Renaming.AS_RECORDED,
                    choose,
                    recording);
        }
        return current.perform(step.operation());
    }

    /** Sessions have no gentler way than to be cut. */
    @Override
    public void cancel() {
        session.abort();
    }

    @Override
    public void abort() {
        session.abort();
    }

    @Override
    public void close() {
        if (current != null) {
            current.giveUp();
        }
        session.close();
    }
}
