package org.isolde.run.db.tidb;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.certificate.Certificate;
import org.isolde.run.certificate.NoCertificateException;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.jdbc.JdbcRunning;

/**
 * Recovers the certificate of one run. TiDB keeps versions for some minutes, and its status port tells all of a key; so the keys
 * are asked for at the end, one after the other, beyond the last that is there until none had a row for long.
 */
final class TidbRecovery implements Recovery {
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final int OK = 200;
    private static final int EMPTY_IN_A_ROW = 200;
    private static final int ATTEMPTS = 50;
    private static final long ATTEMPT_MILLIS = 100;

    private final JdbcRunning database;
    private final boolean perStatement;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ANSWER)
            .build();
    private String pages;
    private long begin;

    /** @param perStatement whether each statement has a snapshot of its own */
    TidbRecovery(JdbcRunning database, boolean perStatement) {
        this.database = database;
        this.perStatement = perStatement;
    }

    @Override
    public void tablesMade() throws SQLException, NoCertificateException {
        try (Connection connection = database.connect(new Properties());
                Statement statement = connection.createStatement()) {
            String address =
                    ask(statement, "select status_address from information_schema.cluster_info where type = 'tidb'");
            if (address == null) {
                throw new NoCertificateException("the server does not tell the address of its status port");
            }
            pages = "http://" + address + "/mvcc/key/" + ask(statement, "select database()") + "/" + database.rowTable()
                    + "/";
            connection.setAutoCommit(false);
            // a transaction has its timestamp with its first read
            ask(statement, "select count(*) from " + database.rowTable());
            begin = Long.parseLong(ask(statement, "select @@tidb_current_ts"));
            connection.rollback();
        }
    }

    private static String ask(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    @Override
    public Session session(SessionOptions options) throws SQLException {
        return database.session(options, new ReadTimeWatch(perStatement));
    }

    @Override
    public Certificate finish() throws Exception {
        String last;
        try (Connection connection = database.connect(new Properties());
                Statement statement = connection.createStatement()) {
            // whoever reads a row ends what a committed transaction left unfinished there
            last = ask(statement, "select max(id) from " + database.rowTable());
        }
        StoredVersions versions = new StoredVersions();
        long beyond = last == null ? 0 : Long.parseLong(last) + 1;
        for (long id = 0, empty = 0; id < beyond || empty < EMPTY_IN_A_ROW; id++) {
            empty = add(id, versions) ? 0 : empty + 1;
        }
        return new Certificate(versions.log(), null);
    }

    /** Returns whether the key has had a row. */
    private boolean add(long id, StoredVersions versions) throws Exception {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(pages + id))
                    .timeout(ANSWER)
                    .build();
            HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() != OK) {
                throw new IOException("the status port answered with HTTP status " + response.statusCode());
            }
            StoredVersions.Page page = versions.add(id, response.body(), begin);
            if (page != StoredVersions.Page.LOCKED) {
                return page == StoredVersions.Page.VERSIONS;
            }
            Thread.sleep(ATTEMPT_MILLIS);
        }
        throw new NoCertificateException("the key " + id + " stays locked, so its last version is not known");
    }

    @Override
    public void close() {
        // nothing was made
    }
}
