package org.isolde.run.family.mysql.binlog;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.certificate.Certificate;
import org.isolde.run.certificate.NoCertificateException;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.jdbc.JdbcRunning;
import org.isolde.run.jdbc.RowWatch;
import org.isolde.run.server.Passwords;

/**
 * Recovers the certificate of one run. It follows the log as a user of its own, who may do nothing else and has a password
 * that nobody knows: that of the sessions is the driver's business.
 */
final class BinlogRecovery implements Recovery {
    /** The key of a row that is inserted when all sessions have ended; when it arrives, all has. */
    static final long MARKER = -1;

    private static final String USER = "isolde_binlog";
    private static final Pattern URL = Pattern.compile("jdbc:[a-z]+://(\\[[^]]+\\]|[^:/?,()]+)(?::(\\d+))?(?:[/?].*)?");
    private static final int PORT = 3306;

    private final JdbcRunning database;
    private final boolean serial;
    /** The statement that removes the user; null until it was made. */
    private String removal;

    private BinlogQuestion question;
    private BinlogPlace places;
    private BinlogStream stream;

    /** @param serial whether transactions that only read are to be placed as well */
    BinlogRecovery(JdbcRunning database, boolean serial) {
        this.database = database;
        this.serial = serial;
    }

    @Override
    public void tablesMade() throws Exception {
        try (Connection connection = database.connect(new Properties());
                Statement statement = connection.createStatement()) {
            String password = makeUser(statement);
            question = BinlogQuestion.of(connection);
            BinlogQuestion.Position start = question.ask(connection);
            places = new BinlogPlace(start.file());
            Matcher server = URL.matcher(connection.getMetaData().getURL());
            if (!server.matches()) {
                throw new NoCertificateException("the binary log is followed on one server, and the URL names none, or"
                        + " several; write jdbc:mariadb://host:port/database");
            }
            stream = new BinlogStream(
                    new BinlogStream.Server(
                            server.group(1),
                            server.group(2) == null ? PORT : Integer.parseInt(server.group(2)),
                            userName(),
                            password),
                    !database.nodes().isEmpty(),
                    new BinlogChanges(ask(statement, "select database()"), database.rowTable(), places, start));
        }
        stream.start();
    }

    /** Makes the user; returns its password. */
    private String makeUser(Statement statement) throws SQLException, NoCertificateException {
        String self = ask(statement, "select user()");
        String made =
                userName() + "@'" + self.substring(self.lastIndexOf('@') + 1).replace("'", "''") + "'";
        String password = Passwords.random();
        try {
            String remove = "drop user if exists " + made;
            database.make(statement, "create user " + made + " identified by '" + password + "'", remove);
            removal = remove;
            statement.execute("grant replication slave on *.* to " + made);
            return password;
        } catch (SQLException e) {
            throw new NoCertificateException(
                    "the binary log is followed by a user of its own, who could not be made: " + e.getMessage()
                            + "; the privileges to create users and to grant REPLICATION SLAVE are needed",
                    e);
        }
    }

    private String userName() {
        return USER + database.tableSuffix();
    }

    private static String ask(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @Override
    public Session session(SessionOptions options) throws SQLException {
        return database.session(options, serial ? new PositionWatch(question, places) : new RowWatch());
    }

    @Override
    public Certificate finish() throws Exception {
        String brokenOff;
        try (Connection connection = database.connect(new Properties());
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "insert into " + database.rowTable() + " (id, v, born) values (" + MARKER + ", 0, 'marker')");
            brokenOff = stream.awaitMarker();
        } catch (SQLException e) {
            brokenOff = "the server did not answer at the end: " + e.getMessage();
        }
        return new Certificate(stream.log(), brokenOff, serial ? place -> place : null, statement -> List.of());
    }

    @Override
    public void close() {
        if (stream != null) {
            stream.close();
        }
        if (removal != null) {
            database.remove(removal);
        }
    }
}
