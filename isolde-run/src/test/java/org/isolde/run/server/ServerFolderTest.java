package org.isolde.run.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.isolde.run.DatabaseException;
import org.isolde.run.server.ServerProcess.Plan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers end with whoever started them. The server of these tests is a shell script with a stray of its own. */
@Timeout(120)
class ServerFolderTest {
    /** A server whose child leaves its group, as PostgreSQL's do, and which says "up" when both run. */
    private static final String SCRIPT =
            "setsid sh -c 'echo $$ > stray; while :; do sleep 1; done' & echo $$ > leader; while :; do sleep 1; done";

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "TERM"})
    void closeEndsTheServerAndRemovesTheFolder(String signal) throws Exception {
        ServerFolder folder = ServerFolder.create("test", signal, 1);
        ServerProcess server = start(folder);
        long stray = number(folder, "stray");
        assertTrue(runs(stray));
        folder.close();
        assertFalse(server.isAlive());
        assertFalse(runs(stray));
        assertFalse(Files.exists(folder.path()));
    }

    /** The same when the JVM that started it is killed, and when it is interrupted from the terminal. */
    @ParameterizedTest
    @ValueSource(strings = {"KILL", "INT", "exit"})
    void nothingIsLeftOfAJvmThatIsGone(String how) throws Exception {
        List<String> java = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                Starter.class.getName());
        Process jvm = new ProcessBuilder(how.equals("INT") ? interruptible(java) : java)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8))) {
            Path folder = Path.of(lines.readLine());
            long leader = Long.parseLong(lines.readLine());
            long stray = Long.parseLong(lines.readLine());
            assertTrue(runs(leader) && runs(stray) && Files.isDirectory(folder));
            switch (how) {
                case "KILL" -> jvm.destroyForcibly();
                case "INT" -> assertTrue(Programs.succeeds(List.of("sh", "-c", "kill -s INT " + jvm.pid())));
                default -> jvm.getOutputStream().close();
            }
            assertTrue(jvm.waitFor(30, TimeUnit.SECONDS));
            await("the server ends", () -> !runs(leader) && !runs(stray));
            await("its folder goes", () -> !Files.exists(folder));
        } finally {
            jvm.destroyForcibly();
        }
    }

    /**
     * A command that hears INT, also if these tests run in the background of a script: there INT is ignored, by children
     * too, and no shell can undo that.
     */
    private static List<String> interruptible(List<String> command) {
        List<String> words = new ArrayList<>(List.of("env", "--default-signal=INT", "true"));
        assumeTrue(Programs.succeeds(words), "env doesn't know --default-signal (GNU coreutils 8.31 and newer do)");
        words.remove("true");
        words.addAll(command);
        return words;
    }

    /** Whoever is killed in the midst of making one leaves none: it is made behind the supervisor, and goes at any step. */
    @Test
    void noFolderIsThereBeforeItsSupervisor(@TempDir Path temporary) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                classPath(),
                Starter.class.getName());
        // where no supervisor can be started
        builder.environment().put("PATH", temporary.toString());
        Process jvm = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        assertTrue(jvm.waitFor(60, TimeUnit.SECONDS));
        assertEquals(1, jvm.exitValue());
        try (Stream<Path> left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void aFolderThatWasBarelyMadeGoesToo(@TempDir Path temporary) throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("folder"));
        Process supervisor = new ProcessBuilder(
                        "sh", "-c", ServerFolder.script(), "isolde-supervisor", folder.toString(), "KILL", "0")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        supervisor.getOutputStream().close();
        assertTrue(supervisor.waitFor(60, TimeUnit.SECONDS));
        assertFalse(Files.exists(folder));
    }

    @Test
    void aServerIsKilledRestartedAndPausedWithAllItsProcesses() throws Exception {
        try (ServerFolder folder = ServerFolder.create("test", "KILL", 0)) {
            ServerProcess server = start(folder);
            long stray = number(folder, "stray");
            server.pause();
            await("both are stopped", () -> state(stray) == 'T' && state(server.group()) == 'T');
            server.resume();
            await("both go on", () -> state(stray) != 'T' && state(server.group()) != 'T');
            server.kill();
            assertFalse(server.isAlive());
            assertFalse(runs(stray));
            Files.delete(folder.path().resolve("work/stray"));
            server.restart();
            assertTrue(server.isAlive());
            assertTrue(runs(number(folder, "stray")));
        }
    }

    @Test
    void aServerThatEndsShowsItsLog() throws Exception {
        try (ServerFolder folder = ServerFolder.create("test", "KILL", 0)) {
            DatabaseException problem = assertThrows(
                    DatabaseException.class,
                    () -> start(folder, List.of("sh", "-c", "echo no room; exit 3"), Duration.ofSeconds(30)));
            assertEquals("a script ended by itself with code 3; its log ends:\nno room", problem.getMessage());
        }
    }

    @Test
    void aServerThatNeverAnswersIsGivenUp() throws Exception {
        try (ServerFolder folder = ServerFolder.create("test", "KILL", 0)) {
            DatabaseException problem = assertThrows(
                    DatabaseException.class,
                    () -> start(folder, List.of("sh", "-c", "echo thinking; exec sleep 100"), Duration.ofMillis(500)));
            assertEquals(
                    "a script doesn't answer after 0 s (no stray yet); its log ends:\nthinking", problem.getMessage());
        }
    }

    private static ServerProcess start(ServerFolder folder) throws Exception {
        return start(folder, List.of("sh", "-c", SCRIPT), Duration.ofSeconds(30));
    }

    private static ServerProcess start(ServerFolder folder, List<String> command, Duration limit) throws Exception {
        Path work = Files.createDirectory(folder.path().resolve("work"));
        return ServerProcess.start(
                folder,
                new Plan(
                        "a script",
                        work,
                        command,
                        Map.of(),
                        () -> isWritten(work.resolve("stray")) && isWritten(work.resolve("leader"))
                                ? null
                                : "no stray yet",
                        limit));
    }

    private static boolean isWritten(Path file) {
        try {
            return Files.exists(file) && Files.readString(file).endsWith("\n");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static long number(ServerFolder folder, String name) throws IOException {
        return Long.parseLong(
                Files.readString(folder.path().resolve("work").resolve(name)).strip());
    }

    private static boolean runs(long process) {
        char state = state(process);
        return state != ' ' && state != 'Z';
    }

    /** The state of a process as Linux tells it; a space if there is no such process. */
    private static char state(long process) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return ' ';
        }
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, what);
            Thread.sleep(10);
        }
    }

    private static String classPath() throws Exception {
        Path classes = Path.of(ServerFolder.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path tests = Path.of(Starter.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return classes + ":" + tests;
    }

    /** The child JVM: starts a server, says where, and waits for the end of its standard input. */
    static final class Starter {
        private Starter() {}

        public static void main(String[] arguments) throws Exception {
            ServerFolder folder = ServerFolder.create("test", "KILL", 0);
            ServerProcess server = ServerFolderTest.start(folder);
            System.out.println(folder.path() + "\n" + server.group() + "\n" + number(folder, "stray"));
            while (System.in.read() >= 0) {
                // Only its end matters.
            }
        }
    }
}
