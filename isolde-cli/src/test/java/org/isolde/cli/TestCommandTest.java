package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.isolde.run.Access;
import org.isolde.run.db.postgres.PostgresServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code isolde test} from outside: exit codes, what it prints, what it leaves, and what it never tells. */
@Timeout(120)
class TestCommandTest {
    @TempDir
    private Path folder;

    private Path runs() {
        return folder.resolve("runs");
    }

    private Cli.Result test(String... args) {
        List<String> all = new ArrayList<>(List.of("test", "--out", runs().toString()));
        all.addAll(Arrays.asList(args));
        return Cli.run(all.toArray(String[]::new));
    }

    /** A secret is neither printed nor in any file. */
    static void assertNowhere(String secret, Cli.Result result, Path folder) throws IOException {
        assertFalse(result.out().contains(secret), "in standard output");
        assertFalse(result.err().contains(secret), "in standard error");
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertFalse(Files.readString(file).contains(secret), file.toString());
                }
            }
        }
    }

    @Test
    void aLevelThatIsKeptExitsWithZero() throws IOException {
        String out =
                test("--db", "hsqldb", "--time", "1s").expect(Main.SATISFIED).out();
        assertTrue(out.startsWith("HSQL Database Engine 2.7.4 at SERIALIZABLE, mini, 8 sessions\n"), out);
        assertTrue(out.contains(" committed in "), out);
        assertTrue(out.contains("No violation of snapshot isolation was seen, which SERIALIZABLE claims."), out);
        assertTrue(out.contains("hat stands on "), out);
        assertTrue(out.contains("  write skew "), out);
        assertTrue(out.contains("The history and the verdict are in " + runs()), out);
        String again = out.lines()
                .filter(line -> line.startsWith("Run it again: "))
                .findFirst()
                .orElseThrow();
        String command = Files.readString(runs().resolve("latest/command.txt")).strip();
        assertEquals("Run it again: " + command, again);
        assertTrue(command.matches("isolde test --out \\S+ --db hsqldb --time 1s --seed \\d+"), command);
    }

    @Test
    void aMonitorTellsWhatItFoundAndWhatItCosts() {
        String out = test("--db", "rocksdb", "--monitor", "--settle", "20s", "--time", "900ms")
                .expect(Main.SATISFIED)
                .out();
        assertTrue(out.contains("  monitor: ser: satisfied, "), out);
        assertTrue(out.contains("  committed/s without the monitor "), out);
        assertTrue(out.contains("    Without it "), out);
        JsonNode json = test("--db", "rocksdb", "--monitor", "--settle", "20s", "--time", "600ms", "--json")
                .expect(Main.SATISFIED)
                .json()
                .get(0);
        assertEquals(20.0, json.at("/monitor/settleSeconds").asDouble());
        assertTrue(json.at("/monitor/cost/committedPerSecondWithout").asDouble() > 0);
        assertTrue(json.at("/monitor/cost/committedPerSecondWith").asDouble() > 0);
    }

    @Test
    void aMonitorNeedsTimestamps() {
        String err = test("--monitor").expect(Main.BAD).err();
        assertTrue(err.startsWith("isolde: --monitor checks by the database's timestamps, and h2 at "), err);
        assertFalse(Files.exists(runs()), "nothing ran");
    }

    @Test
    void aLevelThatIsBrokenExitsWithOneAndTellsTheStory() {
        String out = test("--isolation", "read committed", "--level", "si", "--time", "1s", "--seed", "1")
                .expect(Main.VIOLATED)
                .out();
        assertTrue(out.contains("LostUpdate ("), out);
        assertTrue(out.contains("  In SQL, as recorded, in an order that fits:\n"), out);
        assertTrue(
                out.lines().anyMatch(line -> line.matches("    T\\d+:\\d+: .*select v from .* where .*-> \\d+")), out);
        assertTrue(out.lines().anyMatch(line -> line.matches("  lost update +([\\d,]+ times|once) +Two .*")), out);
        assertTrue(
                out.contains("READ COMMITTED is what the database was asked for. It promises read committed: "), out);
        assertTrue(out.contains("  - Against ") && out.contains("SELECT ... FOR UPDATE."), out);
        assertTrue(
                out.contains(
                        "READ COMMITTED does not promise snapshot isolation (but read committed), and did not keep it."),
                out);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            h2       | repeatable-read | rr  | repeatable-read, or serializable
            h2       | read_committed  | rc  | read-committed, or serializable
            h2       | si              | si  | snapshot, or serializable
            postgres | rr              | rr  | repeatable-read, or serializable
            mariadb  | rr,si           | rr,si | repeatable-read, or serializable
            """)
    void aLevelAloneNeverChoosesWhatTheDatabaseIsAskedFor(String db, String level, String text, String choices) {
        String err = test("--db", db, "--level", level).expect(Main.BAD).err();
        assertTrue(
                err.startsWith("isolde: --level " + text + " says what is checked, not what " + db + " is asked for"),
                err);
        assertTrue(err.contains("Say which by --isolation: " + choices + ".\n"), err);
        for (String choice : choices.split(", or ")) {
            assertTrue(
                    err.contains("  isolde test --out " + runs() + " --db " + db + " --level " + level
                            + " --isolation " + choice + "   # "
                            + choice.replace('-', ' ').toUpperCase(Locale.ROOT)
                            + ", which promises "),
                    err);
        }
        assertFalse(Files.exists(runs()), "nothing ran");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --db postgress                               | 'postgress' is no database that Isolde knows; did you mean postgres?
            --db h3                                      | 'h3' is no database that Isolde knows; did you mean h2?
            --isolation serialisable                     | 'serialisable' is no isolation level of h2; did you mean serializable?
            --level serialisable                         | 'serialisable' is not a level; did you mean serializable?
            --db postgresql://me:sesame@127.0.0.1:1/db   | can't connect to jdbc:postgresql://127.0.0.1:1/db?user=me&password=*** Connection to 127.0.0.1:1 refused
            --db postgresql://127.0.0.1:1/db             | can't connect to jdbc:postgresql://127.0.0.1:1/db: Connection to 127.0.0.1:1 refused
            """)
    void whatIsMistypedIsUnderstoodOrAskedAbout(String call, String answer) throws IOException {
        Cli.Result result = test(call.split(" ")).expect(Main.BAD);
        assertTrue(result.err().contains(answer), result.err());
        assertNowhere("sesame", result, runs());
    }

    @Test
    void aCommandThatIsMistypedIsAskedAbout() {
        String err = Cli.run("tset").expect(Main.BAD).err();
        assertTrue(err.contains("Did you mean 'isolde test'?"), err);
    }

    @Test
    void namesOfDatabasesMayBeWrittenAsUsual() throws IOException {
        test("--db", "HSQLDB", "--transactions", "5").expect(Main.SATISFIED);
        String list = Cli.run("test", "--db", "PostgreSQL:0.1").expect(Main.BAD).err();
        assertFalse(list.contains("is no database"), list);
    }

    @Test
    void aLevelThatOnlyTheStrongestPromisesNeedsNoQuestion() {
        test("--level", "ser", "--transactions", "5");
        test("--db", "hsqldb", "--level", "ser,lin", "--workload", "lwt", "--transactions", "5");
        assertTrue(Files.exists(runs()), "they ran");
    }

    @Test
    void jsonIsWhatTheVerdictHolds() throws IOException {
        Cli.Result run =
                test("--json", "--isolation", "read-committed", "--level", "si,rc", "--time", "1s", "--seed", "7");
        JsonNode verdict = run.expect(Main.VIOLATED).object();
        assertEquals(Files.readString(runs().resolve("latest/verdict.json")), run.out());
        assertEquals("violated", verdict.get("verdict").asText());
        assertEquals("read-committed", verdict.get("isolation").asText());
        assertEquals(
                List.of("rc", "si"),
                Cli.texts(verdict.get("levels")).stream().sorted().toList());
        assertEquals(7, verdict.at("/workloadOptions/seed").asLong());
        assertTrue(verdict.get("database").asText().startsWith("H2 2."));
        JsonNode round = verdict.at("/rounds/0");
        assertTrue(round.at("/run/committed").asLong() > 0);
        assertEquals("satisfied", round.at("/check/verdicts/rc").asText());
        assertEquals("violated", round.at("/check/verdicts/si").asText());
        assertEquals("accepted", round.at("/check/proof/si").asText());
        assertEquals(List.of(), Schema.ofCheck().problems(round.get("check")));
    }

    @Test
    void anyHistoryCanBeCheckedAgain() {
        test("--db", "hsqldb", "--transactions", "500").expect(Main.SATISFIED);
        String history = runs().resolve("latest/history.jsonl").toString();
        Cli.Result check = Cli.run("check", "--json", "--level", "si", history).expect(Main.SATISFIED);
        assertTrue(check.object().get("transactions").asInt() >= 500);
        assertEquals("", check.err());
    }

    @Test
    void roundsAreToldOneByOne() throws IOException {
        String out = test("--db", "hsqldb", "--time", "300ms", "--rounds", "2")
                .expect(Main.SATISFIED)
                .out();
        assertTrue(out.contains("\nround 1\n") && out.contains("\nround 2\n"), out);
        assertTrue(Files.exists(runs().resolve("latest/history-2.jsonl")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--db oracel | 'oracel' is no database that Isolde knows; did you mean oracle? Known are ",
                "--db jdbc:nothing:x | no kind of database that Isolde knows takes the URL jdbc:nothing:x",
                "--isolation strict | 'strict' is no isolation level of h2; it has read-uncommitted, ",
                "--level strict | strict",
                "--workload minni | there is no workload \"minni\". Did you mean mini? ",
                "--workload mini --scenario targeted | give one of --workload and --scenario",
                "--db hsqldb --db-option tx=none | 'none' is no transaction model of HSQLDB; it has ",
                "--db sqlite --db-option journal=none | 'none' is no journal of SQLite; it has ",
                "--fault kill --db h2 | faults can only be injected into servers that Isolde started",
                "--fault burn | 'burn' is no fault; known are kill and pause",
                "--statements none | 'none' is no way to use statements; known are mixed, ",
                "--db etcd --statements shared | --statements is for databases with SQL, and etcd is none of them",
                "--time soon | soon",
                "--sessions 0 | sessions is 0; it must be 1 or more",
                "--writes-per-key x | 'x' is no number of writes; write 4, 3-8, or 0 for ever",
                "--until violation,1m,2m | --until takes 'violation', a time such as 10m, or both",
                "--db cassandra --workload bank | the workload bank can't be run on cassandra; possible there: ",
                "--db jdbc:postgresql://127.0.0.1:1/x | is it running, and are host and port right?",
                "--password-file no-such-file --db jdbc:postgresql://127.0.0.1:1/x | no-such-file: no such file",
                "--db postgres:1.2 | 1.2"
            })
    void badCallsExitWithTwoAndOneLineThatHelps(String call, String line) {
        Cli.Result result = test(call.split(" ", -1)).expect(Main.BAD);
        assertEquals("", result.out());
        assertTrue(result.err().startsWith("isolde: "), result.err());
        assertTrue(result.err().contains(line), result.err());
        assertFalse(result.err().contains("internal error"), result.err());
        assertEquals(1, result.err().lines().count(), result.err());
    }

    @Test
    void aWrongPasswordIsToldAndNeverShown() throws Exception {
        try (PostgresServer server = PostgresServer.start("18.6", Map.of(), Access.Progress.SILENT)) {
            Path file = Files.writeString(folder.resolve("password"), "hunter2\n");
            Cli.Result apart = test("--db", server.url(), "--user", server.user(), "--password-file", file.toString())
                    .expect(Main.BAD);
            Cli.Result inUrl = test("--db", server.url() + "?user=" + server.user() + "&password=hunter2")
                    .expect(Main.BAD);
            for (Cli.Result result : List.of(apart, inUrl)) {
                assertNowhere("hunter2", result, runs());
                assertEquals("", result.out());
                assertEquals(1, result.err().lines().count(), result.err());
                assertTrue(
                        result.err().startsWith("isolde: can't connect to jdbc:postgresql://127.0.0.1:"), result.err());
                assertTrue(result.err().contains("password authentication failed"), result.err());
                assertTrue(result.err().contains("--password-file"), result.err());
            }
            Cli.Result right = test(
                            "--time",
                            "500ms",
                            "--db",
                            server.url() + "?user=" + server.user() + "&password=" + server.password())
                    .expect(Main.SATISFIED);
            assertNowhere(server.password(), right, runs());
            assertTrue(Files.readString(runs().resolve("latest/command.txt")).contains("&password=***"));
        }
    }

    @Test
    void databasesAreListed() {
        String out = Cli.run("databases").expect(0).out();
        List<String> names = new ArrayList<>();
        for (JsonNode line : Cli.run("databases", "--json").expect(0).json()) {
            String name = line.get("name").asText();
            names.add(name);
            assertTrue(out.contains("\n" + name + "  ") || out.startsWith(name + "  "), name);
            assertTrue(line.get("abilities").size() > 0, name);
            line.get("isolations")
                    .fields()
                    .forEachRemaining(isolation -> assertTrue(
                            out.contains(isolation.getKey())
                                    && !isolation.getValue().asText().isEmpty(),
                            isolation.toString()));
        }
        assertTrue(
                names.containsAll(List.of(
                        "h2",
                        "hsqldb",
                        "derby",
                        "sqlite",
                        "duckdb",
                        "rocksdb",
                        "postgres",
                        "mariadb",
                        "mysql",
                        "galera",
                        "etcd",
                        "redis",
                        "cassandra")),
                names.toString());
        assertEquals(1, Cli.run("databases", "--json", "h2").expect(0).json().size());
        assertTrue(Cli.run("databases", "x").expect(Main.BAD).err().startsWith("isolde: 'x' is no database"));
    }
}
