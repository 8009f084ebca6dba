package org.isolde.run.db.cockroachdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.condition.Condition;
import org.isolde.history.Level;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.certificate.Certificate;
import org.isolde.run.certificate.CertificateSource.RecoveryOptions;
import org.isolde.run.certificate.ChangeLog;
import org.isolde.run.certificate.NoCertificateException;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.jdbc.RecordedAnswers;
import org.isolde.run.record.JsonTree;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;
import org.isolde.run.rows.RowStatement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is made of answers in the form that CockroachDB's documentation gives them. */
class CockroachCertificatesTest {
    private static final Isolation SERIALIZABLE = new Isolation(Isolation.SERIALIZABLE, Level.SER);
    private static final Tables ROWS = new Tables(1, false, false, true);
    private static final long SHIFT = 1 << 20;

    private final RecordedAnswers answers = new RecordedAnswers("cockroach" + System.nanoTime())
            .answer("show cluster setting", "select true")
            .answer("select cluster_logical_timestamp", "select now from clock")
            .answer("experimental changefeed for isolde_rows with updated, cursor", "select * from changefeed");

    @BeforeEach
    void record() throws Exception {
        try (Connection connection = answers.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table clock (now varchar)");
            statement.execute("insert into clock values ('1700000000000000100.0000000000')");
            statement.execute(
                    "create table changefeed (n int auto_increment, \"table\" varchar, \"key\" varchar, \"value\" varchar)");
            for (String line : lines()) {
                Map<String, Object> message = JsonTree.object(line.getBytes(StandardCharsets.UTF_8));
                message((String) message.get("key"), (String) message.get("value"));
            }
        }
    }

    private void message(String key, String value) throws SQLException {
        try (Connection connection = answers.connect();
                PreparedStatement insert = connection.prepareStatement(
                        "insert into changefeed (\"table\", \"key\", \"value\") values ('isolde_rows', ?, ?)")) {
            insert.setString(1, key);
            insert.setString(2, value);
            insert.execute();
        }
    }

    private static List<String> lines() throws Exception {
        try (InputStream in = CockroachCertificatesTest.class.getResourceAsStream("changefeed.jsonl")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private Recovery open() throws Exception {
        Recovery recovery =
                new CockroachCertificates().open(answers.running(), SERIALIZABLE, new RecoveryOptions(false));
        recovery.tablesMade();
        return recovery;
    }

    private static List<String> told(ChangeLog log) {
        List<String> told = new ArrayList<>();
        for (ChangeLog.Entry entry : log.entries()) {
            for (ChangeLog.Change change : entry.changes()) {
                told.add(entry.number() + " " + change.kind() + " "
                        + change.after().row() + " " + change.after().id() + " "
                        + change.after().version());
            }
        }
        return told;
    }

    @Test
    void messagesAreTransactionsInTheOrderOfTheirTimestamps() throws Exception {
        Certificate certificate = open().finish();
        assertNull(certificate.log().problem());
        assertNull(certificate.order());
        assertEquals(
                List.of(
                        100 * SHIFT + " INSERTED 0#1 0 1",
                        100 * SHIFT + " INSERTED 1#2 1 2",
                        200 * SHIFT + 2 + " UPDATED 0#1 0 3",
                        200 * SHIFT + 2 + " UPDATED 1#2 7 4",
                        200 * SHIFT + 11 + " DELETED 0#1 0 3",
                        200 * SHIFT + 11 + " INSERTED 0#70000 0 70000"),
                told(certificate.log()));
    }

    @Test
    void aMessageThatContradictsAnotherIsRefused() throws Exception {
        message(
                "[1]",
                "{\"after\":{\"id\":1,\"a\":9,\"b\":null,\"v\":2,\"prev\":null,\"born\":\"1#2\"},"
                        + "\"updated\":\"1700000000000000200.0000000000\"}");
        assertThrows(SQLException.class, open()::finish);
    }

    @Test
    void aTransactionTellsItsTimestamp() throws Exception {
        answers.running().createTables(ROWS);
        Condition all = Condition.parse("id >= 0");
        try (Session session =
                open().session(new SessionOptions(0, SERIALIZABLE, ROWS, SessionOptions.Statements.SHARED))) {
            now("1700000000000000100.0000000007");
            session.begin();
            session.execute(new RowStatement.Select(all), 1);
            session.commit();
            assertEquals(new RowMark(RowMark.NONE, new RowSnapshot(7), Double.NaN), session.mark());
            now("1700000000000000101.0000000000");
            session.begin();
            session.execute(new RowStatement.Delete(all), 2);
            session.commit();
            assertEquals(new RowMark(SHIFT, new RowSnapshot(SHIFT - 1), Double.NaN), session.mark());
        }
    }

    private void now(String time) throws SQLException {
        try (Connection connection = answers.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("update clock set now = '" + time + "'");
        }
    }

    @Test
    void withoutChangefeedsThereIsACure() {
        answers.answer("show cluster setting", "select false");
        NoCertificateException reason = assertThrows(NoCertificateException.class, this::open);
        assertTrue(reason.getMessage().contains("kv.rangefeed.enabled = true"), reason.getMessage());
        assertFalse(new CockroachCertificates().verified());
    }
}
