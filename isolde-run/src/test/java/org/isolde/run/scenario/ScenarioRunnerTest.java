package org.isolde.run.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.isolde.history.Level;
import org.isolde.run.Access;
import org.isolde.run.Database;
import org.isolde.run.DatabaseException;
import org.isolde.run.Databases;
import org.isolde.run.Isolation;
import org.isolde.run.RunningDatabase;
import org.isolde.run.Session;
import org.isolde.run.SessionOptions;
import org.isolde.run.Target;
import org.isolde.run.server.Programs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** What databases really do in each scenario: x happened, . prevented, in the order of the scenarios. */
@Timeout(300)
@Isolated
class ScenarioRunnerTest {
    @Test
    void h2() throws Exception {
        assertTable(
                "h2",
                Map.of(
                        "read-uncommitted", ".xxxxx.xxxxxxxx",
                        "read-committed", ".....xxxxxx.xxx",
                        "repeatable-read", "............xxx",
                        "snapshot", "............xxx",
                        "serializable", "............xxx"));
    }

    @Test
    void postgres() throws Exception {
        assertTable(
                "postgres:18.6",
                Map.of(
                        "read-uncommitted", ".....xxxxxx.xxx",
                        "read-committed", ".....xxxxxx.xxx",
                        "repeatable-read", "............xxx",
                        "serializable", "..............."));
    }

    @Test
    void mariadb() throws Exception {
        assumeTrue(Programs.isInstalled("mariadbd"), "mariadbd is not installed (apt-get install mariadb-server)");
        assertTable(
                "mariadb",
                Map.of(
                        "read-uncommitted", ".xxxxx.xxxx.xxx",
                        "read-committed", ".....xxxxxx.xxx",
                        "repeatable-read", "......xx..x.xxx",
                        "serializable", "..............."));
    }

    @Test
    void mariadbWithSnapshots() throws Exception {
        assumeTrue(Programs.isInstalled("mariadbd"), "mariadbd is not installed (apt-get install mariadb-server)");
        Target target = Target.parse("mariadb", Map.of("innodb_snapshot_isolation", "ON"));
        assertTable(target, Map.of("repeatable-read", "............xxx"));
    }

    @Test
    void hsqldb() throws Exception {
        assertTable(
                "hsqldb",
                Map.of(
                        "read-uncommitted", ".....xxxxxx.xxx",
                        "read-committed", ".....xxxxxx.xxx",
                        "repeatable-read", "............xxx",
                        "serializable", "............xxx"));
    }

    @Test
    void sqlite() throws Exception {
        assertTable("sqlite", Map.of("serializable", "..............."));
    }

    private static void assertTable(String name, Map<String, String> expected) throws Exception {
        Target target = Target.parse(name, Map.of());
        assertEquals(
                expected.keySet(),
                Databases.of(target).isolations(target).stream()
                        .map(Isolation::name)
                        .collect(Collectors.toSet()));
        assertTable(target, expected);
    }

    /** Plays all scenarios at the levels that a row is expected for. */
    private static void assertTable(Target target, Map<String, String> expected) throws Exception {
        Database kind = Databases.of(target);
        List<Scenario> scenarios = Scenario.all();
        try (RunningDatabase database = kind.open(target, Access.plain())) {
            for (Isolation isolation : kind.isolations(target)) {
                if (!expected.containsKey(isolation.name())) {
                    continue;
                }
                StringBuilder row = new StringBuilder();
                StringBuilder story = new StringBuilder();
                try (ScenarioRunner runner = new ScenarioRunner(database, isolation, scenarios, Patience.USUAL)) {
                    for (Scenario scenario : scenarios) {
                        ScenarioExecution execution = runner.run(scenario);
                        row.append(execution.outcome().isAllowed() ? 'x' : '.');
                        story.append(scenario.id())
                                .append(' ')
                                .append(execution.explain())
                                .append('\n');
                    }
                }
                assertEquals(expected.get(isolation.name()), row.toString(), () -> isolation.name() + "\n" + story);
            }
        }
    }

    /** The second writer waits for the first, and its further steps come when it was answered. */
    @Test
    void aStepThatWaitsIsAnsweredWhenTheLockIsFree() throws Exception {
        List<String> story = story(run("read-committed", Scenario.named("G0").get(0)));
        assertEquals(
                List.of("T1 update", "T1 1 row", "T2 update", "T2 waits", "T1 update", "T1 1 row", "T1 commit"),
                story.subList(0, 7));
        // the lock is free before the answer to the commit is here, so either may be seen first
        assertEquals(Set.of("T1 done", "T2 1 row"), Set.copyOf(story.subList(7, 9)));
        assertEquals(
                List.of("T2 update", "T2 1 row", "T2 commit", "T2 done", "after select", "after (1,12) (2,22)"),
                story.subList(9, story.size()));
    }

    private static List<String> story(ScenarioExecution execution) {
        return execution.events().stream()
                .map(event -> event.step().session() + " "
                        + switch (event.kind()) {
                            case SENT -> event.step().text().split(" ")[0];
                            case WAITS -> "waits";
                            case ANSWERED -> event.answer().toString();
                            case SKIPPED -> "not sent";
                            case CANCELLED -> "cancelled";
                        })
                .toList();
    }

    @Test
    void anErrorRollsBackAndTheRestIsNotSent() throws Exception {
        ScenarioExecution execution = run("serializable", Scenario.named("P4").get(0));
        assertEquals(ScenarioExecution.Outcome.PREVENTED_BY_ERROR, execution.outcome());
        assertEquals("40001", execution.failures().get("T2").state());
        List<String> story = story(execution);
        assertEquals("T2 not sent", story.get(story.size() - 1));
    }

    private static ScenarioExecution run(String level, Scenario scenario) throws Exception {
        Target target = Target.parse("h2", Map.of());
        Database kind = Databases.of(target);
        try (RunningDatabase database = kind.open(target, Access.plain());
                ScenarioRunner runner = new ScenarioRunner(
                        database, Databases.isolation(kind, target, level), List.of(scenario), Patience.USUAL)) {
            return runner.run(scenario);
        }
    }

    /** An error of the statement itself must not pass for an anomaly that was prevented. */
    @Test
    void aStatementThatTheDatabaseDoesNotTakeIsNoPrevention() {
        Scenario wrong = ScenarioReader.read("test", """
                scenario: S
                column: S
                title: t
                means: m
                forbidden-by: ser
                because: b
                steps:
                  T1  .  select nothing from isolde_scenario
                  T1  .  commit
                happened: T1 committed
                """).get(0);
        String told = assertThrows(DatabaseException.class, () -> run("serializable", wrong))
                .getMessage();
        assertTrue(
                told.startsWith("it does not take the statement 'select nothing from isolde_scenario' at serializable"),
                told);
    }

    /** The database doesn't say that it waits, and gives no answer either: time decides, and Isolde cancels. */
    @Test
    void aSessionThatIsNeverAnsweredIsCancelled() throws Exception {
        Scenario endless = ScenarioReader.read("test", """
                scenario: S
                column: S
                title: t
                means: m
                forbidden-by: ser
                because: b
                steps:
                  T1  .  select id, val from isolde_scenario where id = 1
                  T2  .  select x, x from system_range(1, amount()) where mod(x, 2) = 2
                  T2  .  commit
                  T1  .  commit
                happened: T1 committed
                """).get(0);
        Patience patience = new Patience(Duration.ofMillis(50), Duration.ofSeconds(1), Duration.ofMillis(300));
        ScenarioExecution execution;
        try (Stuck database = new Stuck()) {
            try (ScenarioRunner runner = new ScenarioRunner(
                    database, new Isolation("read-committed", Level.RC), List.of(endless), patience)) {
                Stuck.on = true;
                execution = runner.run(endless);
            }
        } finally {
            Stuck.on = false;
        }
        assertEquals(ScenarioExecution.Outcome.PREVENTED_BY_BLOCKING, execution.outcome());
        assertEquals(
                List.of(
                        "T1 select",
                        "T1 (1,10)",
                        "T2 select",
                        "T2 waits",
                        "T1 commit",
                        "T1 done",
                        "T2 cancelled",
                        "T2 not sent"),
                story(execution));
    }

    /** H2 with a function that makes a query endless, until it is cancelled. */
    public static final class Stuck implements RunningDatabase {
        static volatile boolean on;
        private final String url = "jdbc:h2:mem:stuck-" + System.nanoTime() + ";DB_CLOSE_DELAY=-1";

        Stuck() throws SQLException {
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                statement.execute("create alias amount for '" + Stuck.class.getName() + ".amount'");
            }
        }

        /** Called by H2. */
        public static long amount() {
            return on ? Long.MAX_VALUE / 2 : 1;
        }

        @Override
        public String version() {
            return "stuck";
        }

        @Override
        public void createTables(Tables tables) {}

        @Override
        public Session session(SessionOptions options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Connection connect(Isolation isolation) throws SQLException {
            Connection connection = DriverManager.getConnection(url);
            connection.setAutoCommit(false);
            return connection;
        }

        @Override
        public void close() {
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                statement.execute("shutdown");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
