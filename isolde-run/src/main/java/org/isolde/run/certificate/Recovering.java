package org.isolde.run.certificate;

import java.io.IOException;
import java.nio.file.Path;
import org.isolde.run.Isolation;
import org.isolde.run.Redaction;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.certificate.CertificateSource.RecoveryOptions;

/**
 * The certificate of one run from the beginning to the end: whatever goes wrong with it is a reason why there is none, and
 * never a reason for the run to fail.
 */
public final class Recovering implements AutoCloseable {
    private final RunningDatabase database;
    private final Path history;
    private final String source;
    private final Redaction redaction;
    private Recovery recovery;
    private String reason;

    private Recovering(RunningDatabase database, Path history, String source, Redaction redaction) {
        this.database = database;
        this.history = history;
        this.source = source;
        this.redaction = redaction;
    }

    /** A run without certificate, for a reason. */
    public static Recovering nothing(RunningDatabase database, String reason) {
        Recovering nothing = new Recovering(database, null, null, null);
        nothing.reason = reason;
        return nothing;
    }

    /**
     * Begins before the tables are made.
     *
     * @param history the file that the run is recorded in
     * @param redaction for what the database says, before any of it is kept or told
     */
    public static Recovering begin(
            CertificateSource source,
            RunningDatabase database,
            Isolation isolation,
            RecoveryOptions options,
            Path history,
            Redaction redaction)
            throws InterruptedException {
        String words = source.summary() + (source.verified() ? "" : " (not verified on a live server)");
        Recovering recovering = new Recovering(database, history, words, redaction);
        try {
            recovering.recovery = source.open(database, isolation, options);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            recovering.reason = recovering.words(e);
        }
        return recovering;
    }

    /** The tables are there and empty. */
    public void tablesMade() throws InterruptedException {
        if (recovery == null) {
            return;
        }
        try {
            recovery.tablesMade();
        } catch (InterruptedException e) {
            close();
            throw e;
        } catch (Exception e) {
            reason = words(e);
            close();
        }
    }

    public Session session(SessionOptions options) throws Exception {
        return recovery == null ? database.session(options) : recovery.session(options);
    }

    /**
     * All sessions have ended, and the recording is closed: it is written anew, with the certificate if there is one.
     *
     * @param end a time on the recording's clock at which all that was committed had been
     */
    public Certification.Outcome finish(long end) throws IOException, InterruptedException {
        if (recovery == null) {
            return Certification.Outcome.none(reason);
        }
        Certificate certificate;
        try {
            certificate = recovery.finish();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return Certification.refuse(history, source, words(e));
        } finally {
            close();
        }
        return Certification.apply(
                history,
                source,
                new Certificate(
                        certificate.log(),
                        certificate.brokenOff() == null ? null : redaction.text(certificate.brokenOff()),
                        certificate.order(),
                        certificate.versionSets()),
                end);
    }

    /** Gives it up, if it has not been finished. */
    @Override
    public void close() {
        if (recovery != null) {
            recovery.close();
            recovery = null;
        }
    }

    private String words(Exception problem) {
        return redaction.text(problem instanceof NoCertificateException ? problem.getMessage() : problem.toString());
    }
}
