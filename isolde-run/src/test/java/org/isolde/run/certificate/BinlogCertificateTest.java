package org.isolde.run.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.isolde.history.History;
import org.isolde.run.family.mysql.binlog.BinlogSerialOrders;
import org.isolde.run.jdbc.JdbcRunning;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of a real MariaDB: its binary log explains what transactions read. */
class BinlogCertificateTest {
    private static final int TRANSACTIONS = 250;

    private static CertifiedRun mariadb;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        mariadb = new CertifiedRun("mariadb");
    }

    @AfterAll
    static void end() {
        mariadb.close();
    }

    private CertifiedRun.Recorded run(CertifiedRun database, String isolation, CertificateSource source)
            throws Exception {
        CertifiedRun.Recorded recorded =
                database.run(isolation, source, false, TRANSACTIONS, folder.resolve("history.jsonl"));
        assertNull(recorded.result().problem());
        return recorded;
    }

    private CertifiedRun.Recorded holds(CertifiedRun database, String isolation, CertificateSource source)
            throws Exception {
        CertifiedRun.Recorded recorded = run(database, isolation, source);
        assertNull(recorded.result().certificate().refusal());
        assertTrue(recorded.result().certificate().versions() > TRANSACTIONS / 4);
        assertEquals(0, RecomputedPredicatesTest.versionsWithoutPlace(recorded.history()));
        return recorded;
    }

    private CertifiedRun.Recorded assertSerial(CertifiedRun database) throws Exception {
        CertifiedRun.Recorded recorded = holds(database, "serializable", database.source("serializable"));
        ReplayedInOrder replayed = ReplayedInOrder.of(recorded.file());
        assertEquals(List.of(), replayed.differences());
        assertEquals(0, replayed.withoutPlace());
        assertTrue(replayed.reads() > TRANSACTIONS, "so many predicate reads: " + replayed.reads());
        return recorded;
    }

    @Test
    void atSerializableTheLogIsASerialOrder() throws Exception {
        CertifiedRun.Recorded recorded = assertSerial(mariadb);
        assertUserIsGone();
        assertTamperedOrderIsNone(recorded);
    }

    /** Who followed the log. */
    private static void assertUserIsGone() throws Exception {
        try (Connection connection = ((JdbcRunning) mariadb.running).connect(new Properties());
                Statement statement = connection.createStatement();
                ResultSet users =
                        statement.executeQuery("select count(*) from mysql.user where user like 'isolde_binlog%'")) {
            users.next();
            assertEquals(0, users.getInt(1));
        }
    }

    /** Every tenth writer comes much too late. */
    private void assertTamperedOrderIsNone(CertifiedRun.Recorded recorded) throws Exception {
        StringBuilder tampered = new StringBuilder();
        int writers = 0;
        for (String line : Files.readAllLines(recorded.file())) {
            boolean late = line.contains("\"number\":") && !line.contains("\"status\"") && writers++ % 10 == 5;
            tampered.append(late ? line.replaceFirst("\"order\":", "\"order\":9") : line)
                    .append('\n');
        }
        Path file = Files.writeString(folder.resolve("tampered.jsonl"), tampered);
        assertFalse(ReplayedInOrder.of(file).differences().isEmpty());
    }

    @Test
    void aServerOfOthersIsLeftAsItWas() throws Exception {
        OthersServer others = new OthersServer(
                mariadb,
                "other",
                "secret",
                "select concat('table ', table_name) from information_schema.tables where table_schema = database()"
                        + " union all select concat('user ', user) from mysql.user",
                "create user isolde_binlog@'127.0.0.1' identified by 'theirs'",
                "create user other@'%' identified by 'secret'",
                "grant all on *.* to other@'%' with grant option");
        others.assertAbandonedRunLeavesNothing("serializable");
        others.assertRunLeavesNothing("serializable", folder);
        others.execute("drop user isolde_binlog@'127.0.0.1'");
    }

    /** The server is large, and fetched. */
    @Test
    @Tag("slow")
    void soItIsInMysql() throws Exception {
        try (CertifiedRun mysql = new CertifiedRun("mysql")) {
            assertSerial(mysql);
        }
    }

    /** Nobody says that it is one at this level; were it said, the replay would find out. */
    @Test
    void atRepeatableReadTheLogIsNoSerialOrder() throws Exception {
        CertifiedRun.Recorded recorded = holds(mariadb, "repeatable-read", new BinlogSerialOrders());
        assertFalse(ReplayedInOrder.of(recorded.file()).differences().isEmpty());
    }

    @Test
    void belowSerializableThereIsTheOrderOfVersionsAlone() throws Exception {
        for (String isolation : List.of("repeatable-read", "read-committed")) {
            Files.deleteIfExists(folder.resolve("history.jsonl"));
            CertifiedRun.Recorded recorded = holds(mariadb, isolation, mariadb.source(isolation));
            History history = recorded.history();
            assertFalse(history.hasOrder(), "a place in a serial order");
            RecomputedPredicates all = RecomputedPredicates.of(history);
            assertEquals(0, all.compared(), "version sets");
            assertTrue(all.withoutVersionSet() > TRANSACTIONS);
        }
    }

    @Test
    void aTamperedLogIsRefusedAndNothingOfItIsKept() throws Exception {
        CertificateSource source = mariadb.source("serializable");
        for (CertificateSource tampered : List.of(
                new TamperedSource(source, TamperedSource::oneMissing),
                new TamperedSource(source, TamperedSource::twoExchanged))) {
            Files.deleteIfExists(folder.resolve("history.jsonl"));
            CertifiedRun.Recorded recorded = run(mariadb, "serializable", tampered);
            assertNotNull(recorded.result().certificate().refusal());
            History history = recorded.history();
            assertEquals(0, history.versionChains());
            assertFalse(history.hasOrder());
        }
    }
}
