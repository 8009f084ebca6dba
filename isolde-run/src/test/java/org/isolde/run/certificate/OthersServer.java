package org.isolde.run.certificate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.isolde.run.Access;
import org.isolde.run.RunningDatabase.Tables;
import org.isolde.run.certificate.CertificateSource.RecoveryOptions;
import org.isolde.run.jdbc.JdbcRunning;

/**
 * A server that others use: something of theirs has each name that Isolde uses where it is alone. It is reached by its URL, as
 * a user of its own.
 */
final class OthersServer {
    private static final int TRANSACTIONS = 100;
    private static final long GONE_MILLIS = 10_000;

    private final JdbcRunning server;
    private final Access access;
    private final String inventory;
    private final List<String> warnings = new ArrayList<>();

    /**
     * @param user null where there are no users
     * @param inventory a query for the names of all that runs could make
     * @param theirs statements that make what is theirs, but for the table of rows
     */
    OthersServer(CertifiedRun server, String user, String password, String inventory, String... theirs)
            throws SQLException {
        this.server = (JdbcRunning) server.running;
        this.inventory = inventory;
        this.access = new Access(user, password, null, new Access.Progress() {
            @Override
            public void at(String what, double share) {}

            @Override
            public void warn(String what) {
                warnings.add(what);
            }
        });
        execute("drop table if exists isolde_rows", "create table isolde_rows as select 42 as answer");
        execute(theirs);
    }

    void execute(String... texts) throws SQLException {
        try (Connection connection = server.connect(new Properties());
                Statement statement = connection.createStatement()) {
            for (String text : texts) {
                statement.execute(text);
            }
        }
    }

    private Set<String> all() throws SQLException {
        Set<String> all = new TreeSet<>();
        try (Connection connection = server.connect(new Properties());
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery(inventory)) {
                while (rows.next()) {
                    all.add(rows.getString(1));
                }
            }
            try (ResultSet rows = statement.executeQuery("select answer from isolde_rows")) {
                assertTrue(rows.next() && rows.getInt(1) == 42 && !rows.next(), "their rows");
            }
        }
        return all;
    }

    private CertifiedRun open() throws Exception {
        try (Connection connection = server.connect(new Properties())) {
            // without the user that the server was started for
            String url = connection.getMetaData().getURL().replaceFirst("\\?.*", "");
            return new CertifiedRun(url, access);
        }
    }

    /** A run has its certificate, and leaves all as it was. */
    void assertRunLeavesNothing(String isolation, Path folder) throws Exception {
        Set<String> before = all();
        try (CertifiedRun run = open()) {
            for (int round = 1; round <= 2; round++) {
                CertifiedRun.Recorded recorded = run.run(
                        isolation, run.source(isolation), false, TRANSACTIONS, folder.resolve(round + ".jsonl"));
                assertNull(recorded.result().problem());
                assertNull(recorded.result().certificate().refusal());
                assertTrue(recorded.result().certificate().versions() > TRANSACTIONS / 4);
            }
        }
        assertEquals(List.of(), warnings);
        assertAll(before);
    }

    /** So does one that never comes to close its recovery, as by Ctrl-C. */
    void assertAbandonedRunLeavesNothing(String isolation) throws Exception {
        Set<String> before = all();
        Recovery recovery;
        try (CertifiedRun run = open()) {
            recovery = run.open(isolation, new RecoveryOptions(false));
            run.running.createTables(new Tables(1, false, false, true));
            recovery.tablesMade();
            Set<String> more = all();
            more.removeAll(before);
            assertTrue(more.size() > 1, "made beside the table: " + more);
            assertTrue(
                    more.stream()
                            .allMatch(name -> name.matches("\\w+ isolde_\\w+_[0-9a-f]{8}(_a)?|slot isolde_[0-9a-f_]+")),
                    more.toString());
        }
        // by now the process has ended, and its connections with it
        recovery.close();
        assertEquals(List.of(), warnings);
        assertAll(before);
    }

    /** A temporary slot goes with its connection, which takes the server a moment. */
    private void assertAll(Set<String> expected) throws Exception {
        long end = System.currentTimeMillis() + GONE_MILLIS;
        while (!all().equals(expected) && System.currentTimeMillis() < end) {
            Thread.sleep(20);
        }
        assertEquals(expected, all());
    }
}
