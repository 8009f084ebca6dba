package org.isolde.run.db.tidb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.isolde.condition.Condition;
import org.isolde.history.Level;
import org.isolde.history.format.Json;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.certificate.Certificate;
import org.isolde.run.certificate.CertificateSource.RecoveryOptions;
import org.isolde.run.certificate.ChangeLog;
import org.isolde.run.certificate.Recovery;
import org.isolde.run.jdbc.RecordedAnswers;
import org.isolde.run.record.JsonTree;
import org.isolde.run.rows.RowAnswer;
import org.isolde.run.rows.RowMark;
import org.isolde.run.rows.RowSnapshot;
import org.isolde.run.rows.RowStatement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is made of answers in the form that TiDB's documentation gives them. */
class TidbCertificatesTest {
    private static final Isolation REPEATABLE_READ = new Isolation(Isolation.REPEATABLE_READ, Level.SI);
    private static final Isolation READ_COMMITTED = new Isolation(Isolation.READ_COMMITTED, Level.RC);
    private static final Tables ROWS = new Tables(1, false, false, true);
    private static final long BASE = 450_000_000_000_000_000L;

    private final Map<String, String> pages = new HashMap<>();
    private final AtomicInteger locked = new AtomicInteger(2);
    private HttpServer status;
    private RecordedAnswers answers;

    @BeforeEach
    void record() throws Exception {
        try (InputStream in = TidbCertificatesTest.class.getResourceAsStream("mvcc.jsonl")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                Map<String, Object> fields = JsonTree.object(line.getBytes(StandardCharsets.UTF_8));
                pages.put("/mvcc/key/test/isolde_rows/" + fields.get("handle"), Json.of(fields.get("page")));
            }
        }
        status = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        status.createContext("/", this::page);
        status.start();
        answers = new RecordedAnswers("tidb" + System.nanoTime())
                .answer(
                        "select status_address from information_schema.cluster_info",
                        "select '127.0.0.1:" + status.getAddress().getPort() + "'")
                .answer("select database()", "select 'test'")
                .answer("select @@tidb_current_ts", "select start_ts from times")
                .answer(
                        "select @@tidb_last_txn_info",
                        "select '{\"txn_scope\":\"global\",\"start_ts\":" + (BASE + 1100) + ",\"commit_ts\":"
                                + (BASE + 1160) + "}'")
                .answer(
                        "select @@tidb_last_query_info",
                        "select '{\"txn_scope\":\"global\",\"start_ts\":' || start_ts || ',\"for_update_ts\":' ||"
                                + " for_update_ts || '}' from times");
        try (Connection connection = answers.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table times (start_ts bigint, for_update_ts bigint)");
            statement.execute("insert into times values (" + (BASE + 999) + ", " + (BASE + 999) + ")");
        }
        answers.running().createTables(ROWS);
    }

    @AfterEach
    void stop() {
        status.stop(0);
    }

    private void page(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String page = pages.getOrDefault(path, "{\"key\":\"74\",\"region_id\":2,\"value\":{\"info\":{}}}");
        if (path.endsWith("/7") && locked.getAndDecrement() > 0) {
            page = page.replace("\"info\":{", "\"info\":{\"lock\":{\"start_ts\":" + (BASE + 1005) + "},");
        }
        // so that an answer does not wait for its last packet to be filled
        exchange.getResponseHeaders().set("Connection", "close");
        byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private Recovery open(Isolation isolation) throws Exception {
        Recovery recovery = new TidbCertificates().open(answers.running(), isolation, new RecoveryOptions(false));
        recovery.tablesMade();
        return recovery;
    }

    private static List<String> told(ChangeLog log) {
        List<String> told = new ArrayList<>();
        for (ChangeLog.Entry entry : log.entries()) {
            for (ChangeLog.Change change : entry.changes()) {
                told.add(entry.number() - BASE + " " + change.kind() + " " + change.after());
            }
        }
        return told;
    }

    @Test
    void storedVersionsAreTransactionsInTheOrderOfTheirCommits() throws Exception {
        Certificate certificate = open(REPEATABLE_READ).finish();
        assertNull(certificate.log().problem());
        assertNull(certificate.order());
        String version = "RowVersion[row=%s, version=%d, id=%d, a=%d, b=%d, previous=%d]";
        assertEquals(
                List.of(
                        "1001 INSERTED " + version.formatted("0#1", 1, 0, 0, null, null),
                        "1001 INSERTED " + version.formatted("1#2", 2, 1, 1, -1, null),
                        "1011 UPDATED " + version.formatted("0#1", 3, 0, 4, null, 1),
                        "1011 UPDATED " + version.formatted("1#2", 4, 7, 1, -1, 2),
                        "1021 DELETED " + version.formatted("0#1", 3, 0, 4, null, 1),
                        "1021 INSERTED " + version.formatted("0#70000", 70000, 0, 5, null, null)),
                told(certificate.log()));
        assertTrue(locked.get() < 0, "a key that was locked was asked for again");
    }

    @Test
    void statementsThatLockLookAtWhatIsNewest() throws Exception {
        Condition all = Condition.parse("id >= 0");
        try (Session session = session(REPEATABLE_READ)) {
            session.begin();
            times(1100, 1150);
            assertNull(session.execute(new RowStatement.Select(all), 1).snapshot(), "that of the transaction");
            RowAnswer deleted = session.execute(new RowStatement.Delete(all), 2);
            assertEquals(new RowSnapshot(BASE + 1150), deleted.snapshot());
            assertNull(session.execute(new RowStatement.Select(all), 3).snapshot());
            session.commit();
            assertEquals(new RowMark(BASE + 1160, new RowSnapshot(BASE + 1100), Double.NaN), session.mark());
            times(1200, 1200);
            session.begin();
            session.execute(new RowStatement.Select(all), 4);
            session.commit();
            // what it is told of is the one before
            assertEquals(new RowMark(RowMark.NONE, new RowSnapshot(BASE + 1200), Double.NaN), session.mark());
        }
    }

    @Test
    void atReadCommittedEachStatementLooksAtWhatIsNewest() throws Exception {
        Condition all = Condition.parse("id >= 0");
        try (Session session = session(READ_COMMITTED)) {
            session.begin();
            times(1100, 1120);
            assertEquals(
                    new RowSnapshot(BASE + 1120),
                    session.execute(new RowStatement.Select(all), 1).snapshot());
            times(1100, 1130);
            assertEquals(
                    new RowSnapshot(BASE + 1130),
                    session.execute(new RowStatement.Delete(all), 2).snapshot());
            session.commit();
            assertEquals(new RowMark(BASE + 1160, null, Double.NaN), session.mark());
        }
    }

    private Session session(Isolation isolation) throws Exception {
        return open(isolation).session(new SessionOptions(0, isolation, ROWS, SessionOptions.Statements.SHARED));
    }

    private void times(long start, long forUpdate) throws Exception {
        try (Connection connection = answers.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "update times set start_ts = " + (BASE + start) + ", for_update_ts = " + (BASE + forUpdate));
        }
    }

    @Test
    void itIsNotVerified() {
        assertFalse(new TidbCertificates().verified());
    }
}
