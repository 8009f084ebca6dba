package org.isolde.app.replay;

import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.run.DatabaseException;
import org.isolde.run.Session;
import org.isolde.run.certificate.Certification;

/** Empty tables for one execution, and what is taken down of it. */
interface Stage extends AutoCloseable {
    /** Makes the tables. */
    static Stage of(ReplayDatabase database) throws DatabaseException, InterruptedException {
        if (database.tables().rows()) {
            return RowStage.begin(database);
        }
        database.createTables();
        return new OfKeys(database, new ValueRecording());
    }

    /** @param number the session's number in the recorded run */
    Session session(int number) throws DatabaseException, InterruptedException;

    Recording recording();

    /** What was seen; all sessions have ended. */
    Seen end() throws DatabaseException, InterruptedException;

    @Override
    void close();

    /**
     * What an execution saw.
     *
     * @param certificate what came of the certificate; null if it was not about rows
     */
    record Seen(History history, Certification.Outcome certificate) {}

    /** Of keys and values, which are kept in memory. */
    record OfKeys(ReplayDatabase database, ValueRecording recording) implements Stage {
        @Override
        public Session session(int number) throws DatabaseException, InterruptedException {
            return database.session(number);
        }

        @Override
        public Seen end() throws DatabaseException {
            try {
                return new Seen(recording.history(), null);
            } catch (BadHistoryException e) {
                throw new DatabaseException("what the replay saw is no history: " + e.getMessage(), e);
            }
        }

        @Override
        public void close() {}
    }
}
