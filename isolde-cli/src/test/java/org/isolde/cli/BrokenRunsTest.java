package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isolde.run.Access;
import org.isolde.run.db.postgres.PostgresServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that do not end as they should: what was recorded is there, and nothing of them stays behind. */
@Timeout(180)
class BrokenRunsTest {
    private static final Pattern SERVER_FOLDER = Pattern.compile("/\\S*/isolde-postgresql-\\w+");
    /** So much of a history is a few hundred transactions. */
    private static final long SOME = 50_000;

    @TempDir
    private Path folder;

    private Path history() {
        return folder.resolve("isolde-runs/latest/history.jsonl");
    }

    private static void await(Duration limit, String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.call()) {
            assertTrue(System.nanoTime() < end, what);
            Thread.sleep(20);
        }
    }

    private boolean hasGrown() throws IOException {
        return Files.exists(history()) && Files.size(history()) > SOME;
    }

    @Test
    void aRunThatIsKilledLeavesAHistoryAndNoServer() throws Exception {
        ChildIsolde child = ChildIsolde.start(
                List.of(), folder, "test", "--db", "postgres:18.6", "--isolation", "serializable", "--time", "5m");
        await(Duration.ofSeconds(60), "no history", () -> hasGrown() || !child.isAlive());
        assertTrue(child.isAlive(), child.err());
        List<ProcessHandle> servers = child.handle().descendants().toList();
        Path serverFolder = servers.stream()
                .map(server -> SERVER_FOLDER.matcher(server.info().commandLine().orElse("")))
                .filter(Matcher::find)
                .map(matcher -> Path.of(matcher.group()))
                .findFirst()
                .orElseThrow();
        assertTrue(Files.exists(serverFolder));
        child.kill();
        await(
                Duration.ofSeconds(30),
                "servers run on",
                () -> servers.stream().noneMatch(ProcessHandle::isAlive) && !Files.exists(serverFolder));

        Cli.Result check =
                Cli.run("check", "--level", "ser", history().toString()).expect(Main.SATISFIED);
        assertTrue(check.err().contains("broke off"), check.err());
        List<String> lines = Files.readAllLines(history());
        assertFalse(lines.get(lines.size() - 1).contains("\"closed\""));
    }

    /** A limit on the size of files stands for a full disk: the system takes what fits, and refuses the rest. */
    @Test
    void aFullDiskEndsTheRunWithAWordAndLosesNothing() throws Exception {
        ChildIsolde child = ChildIsolde.start(
                List.of("bash", "-c", "ulimit -f 200; exec \"$@\"", "limited"),
                folder,
                "test",
                "--db",
                "hsqldb",
                "--isolation",
                "serializable",
                "--level",
                "si",
                "--time",
                "60s");
        assertEquals(Main.BAD, child.code(), child.out() + child.err());
        assertTrue(child.err().contains("isolde: the history can't be written: File too large; "), child.err());
        assertTrue(child.err().contains("Make room, or name another folder by --out"), child.err());
        String text = Files.readString(history());
        assertTrue(text.endsWith("}\n"), "whole lines only");
        assertTrue(text.length() > 200 * 1024 - 4096, "all that fits: " + text.length());
        Cli.Result check =
                Cli.run("check", "--level", "si", history().toString()).expect(Main.SATISFIED);
        assertTrue(check.err().contains("broke off"), check.err());
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(file).toString(), Files.readString(file));
            }
        }
        return files;
    }

    /** What there is no room for is not there; what is there, is whole. */
    @Test
    void aFullDiskLeavesNoPartOfAFile() throws Exception {
        Path history = Files.writeString(
                folder.resolve("history.jsonl"), "{\"isolde\":1}\n" + String.join("", TimedStream.lines(200, 20, 1)));
        Cli.run("check", "--level", "si", "--report", folder.resolve("whole").toString(), history.toString())
                .expect(Main.VIOLATED);
        Map<String, String> whole = files(folder.resolve("whole"));
        ChildIsolde child = ChildIsolde.start(
                List.of("bash", "-c", "ulimit -f 8; exec \"$@\"", "limited"),
                folder,
                "check",
                "--level",
                "si",
                "--report",
                "part",
                history.toString());
        assertEquals(Main.BAD, child.code(), child.out() + child.err());
        assertTrue(child.err().contains("the report can't be written to "), child.err());
        Map<String, String> part = files(folder.resolve("part"));
        assertTrue(part.size() > 2 && part.size() < whole.size(), part.keySet() + " of " + whole.keySet());
        assertFalse(part.containsKey("report.html"));
        part.forEach((name, text) -> assertEquals(whole.get(name), text, name));
    }

    @Test
    void aServerThatGoesAwayIsAnErrorOfItsOwn() throws Exception {
        try (PostgresServer server = PostgresServer.start("18.6", Map.of(), Access.Progress.SILENT)) {
            Path password = Files.writeString(folder.resolve("password"), server.password() + "\n");
            Path runs = folder.resolve("isolde-runs");
            Thread killer = new Thread(() -> {
                try {
                    await(Duration.ofSeconds(60), "no history", this::hasGrown);
                    server.nodes().get(0).kill();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            killer.start();
            Cli.Result run = Cli.run(
                    "test",
                    "--json",
                    "--db",
                    server.url(),
                    "--user",
                    server.user(),
                    "--password-file",
                    password.toString(),
                    "--out",
                    runs.toString(),
                    "--level",
                    "ser",
                    "--time",
                    "6s");
            killer.join();
            run.expect(Main.BAD);
            assertTrue(run.err().contains("not all that it has made could be removed from the database"), run.err());
            assertTrue(run.err().contains("\nisolde: the database can't be reached any more: "), run.err());
            JsonNode verdict = run.object();
            assertTrue(verdict.get("problem").asText().startsWith("the database can't be reached"), run.out());
            assertEquals("satisfied", verdict.get("verdict").asText());
            Cli.run("check", "--level", "ser", history().toString()).expect(Main.SATISFIED);
            TestCommandTest.assertNowhere(server.password(), run, runs);
        }
    }
}
