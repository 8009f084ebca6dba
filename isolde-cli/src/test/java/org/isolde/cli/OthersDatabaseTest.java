package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A database that others use keeps what is theirs, whatever it is called, and nothing of ours. */
@Timeout(120)
class OthersDatabaseTest {
    /** What Isolde calls its tables in databases that it starts. */
    private static final Set<String> THEIRS =
            new TreeSet<>(List.of("ISOLDE_RUN_0", "ISOLDE_ROWS", "ISOLDE_SCENARIO", "ISOLDE_T0"));

    @TempDir
    private Path folder;

    private String url;

    @BeforeEach
    void fill() throws Exception {
        url = "jdbc:h2:" + folder.resolve("theirs").toAbsolutePath();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String table : THEIRS) {
                statement.execute("create table " + table + " as select 42 as answer");
            }
        }
    }

    /** What is there when all is over: their tables with what is in them, and no others. */
    private void assertUnharmed() throws Exception {
        Set<String> tables = new TreeSet<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery(
                    "select table_name from information_schema.tables where table_schema = 'PUBLIC'")) {
                while (rows.next()) {
                    tables.add(rows.getString(1));
                }
            }
            assertEquals(THEIRS, tables);
            for (String table : THEIRS) {
                try (ResultSet rows = statement.executeQuery("select answer from " + table)) {
                    assertTrue(rows.next(), table);
                    assertEquals(42, rows.getInt(1), table);
                }
            }
        }
    }

    private Cli.Result run(String command, String... more) {
        String[] args = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(command, "--db", url), java.util.Arrays.stream(more))
                .toArray(String[]::new);
        return Cli.run(args);
    }

    private String runs() {
        return folder.resolve("runs").toString();
    }

    @Test
    void aTestLeavesNothingBehind() throws Exception {
        run("test", "--isolation", "read-committed", "--transactions", "50", "--rounds", "2", "--out", runs())
                .expect(0);
        assertUnharmed();
    }

    @Test
    void scenariosLeaveNothingBehind() throws Exception {
        run("scenarios", "--isolation", "read-committed", "--scenario", "P4").expect(0);
        assertUnharmed();
    }

    @Test
    void replaysAndFuzzingLeaveNothingBehind() throws Exception {
        String history = Cli.file(folder, "h.jsonl", """
                {"isolde":1}
                {"session":"alice","ops":[["r","x",null],["w","x",1]]}
                {"session":"bob","ops":[["r","x",null],["w","x",2]]}
                """);
        Cli.run("replay", history, "--db", url, "--isolation", "read-committed", "--steps-only")
                .expect(1);
        assertUnharmed();
        run("fuzz", "--isolation", "read-committed", "--cases", "3", "--out", runs());
        assertUnharmed();
    }

    @Test
    void aTestOnRowsLeavesNothingBehind() throws Exception {
        run(
                        "test",
                        "--workload",
                        "predicate",
                        "--isolation",
                        "read-committed",
                        "--level",
                        "g1",
                        "--transactions",
                        "50",
                        "--out",
                        runs())
                .expect(Main.UNDECIDED); // H2 has no certificates
        assertUnharmed();
    }

    /** As by Ctrl-C. */
    @Test
    void whatIsInterruptedLeavesNothingBehind() throws Exception {
        ChildIsolde child = ChildIsolde.start(
                List.of(),
                folder,
                "test",
                "--db",
                url,
                "--isolation",
                "read-committed",
                "--time",
                "60s",
                "--out",
                "runs");
        child.interruptWhenItHasRecorded(folder.resolve("runs/latest/history.jsonl"));
        child.code();
        assertUnharmed();
    }
}
