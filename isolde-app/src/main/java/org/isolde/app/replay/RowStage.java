package org.isolde.app.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.isolde.history.History;
import org.isolde.history.Status;
import org.isolde.run.DatabaseException;
import org.isolde.run.Session;
import org.isolde.run.Session.Timestamps;
import org.isolde.run.certificate.CertificateSource.RecoveryOptions;
import org.isolde.run.certificate.Certification;
import org.isolde.run.certificate.Recovering;
import org.isolde.run.record.HistoryFile;
import org.isolde.run.record.OperationList;

/**
 * An execution on rows: recorded in a file as a run is, with the certificate of the database if there is one, so that predicates
 * are judged by the same kind of evidence.
 */
final class RowStage implements Stage, Recording {
    private static final String HISTORY = "history.jsonl";

    private final ReplayDatabase database;
    private final Path folder;
    private final HistoryFile log;
    private final Recovering recovering;
    private final long start = System.nanoTime();

    private RowStage(ReplayDatabase database, Path folder, HistoryFile log, Recovering recovering) {
        this.database = database;
        this.folder = folder;
        this.log = log;
        this.recovering = recovering;
    }

    static RowStage begin(ReplayDatabase database) throws DatabaseException, InterruptedException {
        Path folder = null;
        try {
            folder = Files.createTempDirectory("isolde-replay-");
            HistoryFile log = new HistoryFile(folder.resolve(HISTORY), Map.of("clock", "nanoseconds"));
            Recovering recovering = database.certificates() == null
                    ? Recovering.nothing(database.running(), "Isolde knows no way to recover one from this database")
                    : Recovering.begin(
                            database.certificates(),
                            database.running(),
                            database.isolation(),
                            new RecoveryOptions(false),
                            folder.resolve(HISTORY),
                            database.redaction());
            RowStage stage = new RowStage(database, folder, log, recovering);
            try {
                database.createTables();
                recovering.tablesMade();
                return stage;
            } catch (DatabaseException | InterruptedException | RuntimeException e) {
                stage.close();
                throw e;
            }
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    private static DatabaseException notWritten(IOException problem) {
        return new DatabaseException(
                "what the replay sees can't be written to the temporary folder: " + problem.getMessage()
                        + "; name another one by ISOLDE_JAVA_OPTS=-Djava.io.tmpdir=FOLDER",
                problem);
    }

    @Override
    public Session session(int number) throws DatabaseException, InterruptedException {
        return database.session(number, recovering::session);
    }

    @Override
    public Recording recording() {
        return this;
    }

    @Override
    public long now() {
        return System.nanoTime() - start;
    }

    @Override
    public void add(
            long session,
            String name,
            Status status,
            OperationList operations,
            long begin,
            long end,
            Timestamps timestamps,
            long[] steps) {
        log.add(session, status, null, operations, begin, end, timestamps);
    }

    @Override
    public Seen end() throws DatabaseException, InterruptedException {
        try {
            log.finish();
            Certification.Outcome certificate = recovering.finish(now());
            return new Seen(History.read(folder.resolve(HISTORY)), certificate);
        } catch (IOException e) {
            throw notWritten(e);
        }
    }

    @Override
    public void close() {
        recovering.close();
        try {
            log.close();
            for (String name : new String[] {HISTORY, HISTORY + ".certified"}) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // what was seen has been read; a file that can't be removed from the temporary folder changes nothing of it
            folder.toFile().deleteOnExit();
        }
    }
}
