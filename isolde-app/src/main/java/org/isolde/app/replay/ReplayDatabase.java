package org.isolde.app.replay;

import java.util.List;
import org.isolde.run.DatabaseException;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.certificate.CertificateSource;
import org.isolde.run.runner.StatementUse;

/**
 * A database that is open for a replay, and how its sessions are to be.
 *
 * @param statements how prepared statements are re-used
 * @param redaction for messages
 * @param certificates where the certificates of executions on rows come from; null if there are none
 */
record ReplayDatabase(
        RunningDatabase running,
        Isolation isolation,
        Tables tables,
        StatementUse statements,
        Redaction redaction,
        CertificateSource certificates) {
    /** Empty tables, whatever there was before. */
    void createTables() throws DatabaseException, InterruptedException {
        try {
            running.createTables(tables);
        } catch (InterruptedException | DatabaseException e) {
            throw e;
        } catch (Exception e) {
            throw failed("the tables can't be made; the user must be allowed to create and drop tables", e);
        }
    }

    /** @param number the session's number in the recorded run */
    Session session(int number) throws DatabaseException, InterruptedException {
        return session(number, running::session);
    }

    /** Makes a session. */
    interface Opener {
        Session open(SessionOptions options) throws Exception;
    }

    Session session(int number, Opener opener) throws DatabaseException, InterruptedException {
        try {
            return opener.open(new SessionOptions(number, isolation, tables, statements.of(number)));
        } catch (InterruptedException | DatabaseException e) {
            throw e;
        } catch (Exception e) {
            throw failed("the database can't be connected to", e);
        }
    }

    /** Writes what an excerpt needs to be there, each in a transaction of its own. */
    static void prepare(Session session, List<Operation> preparation, Renaming renaming, Recording recording)
            throws DatabaseException, InterruptedException {
        for (Operation op : preparation) {
            Excerpt.Transaction alone = new Excerpt.Transaction("before", 0, List.of(op), true, 0, 0);
            TransactionAttempt attempt =
                    new TransactionAttempt(session, -1, null, alone, renaming, count -> 0, recording);
            for (int place = 0; place <= alone.endStep(); place++) {
                Reply reply = attempt.execute(place);
                if (reply.kind() != Reply.Kind.DONE) {
                    throw new DatabaseException("what was there before can't be written: " + reply.text());
                }
            }
        }
    }

    DatabaseException failed(String what, Exception problem) {
        return new DatabaseException(what + ": " + redaction.text(problem.getMessage()), problem);
    }
}
