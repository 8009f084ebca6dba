package org.isolde.run.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers are all there or none of them. Those of these tests are shell scripts. */
@Timeout(120)
class ServersTest {
    private final List<Path> folders = new ArrayList<>();

    @Test
    void theyEndWithTheirObject() throws Exception {
        Servers started = Servers.start("Some Product 1.0", servers -> {
            servers.start(plan(servers, "one", "sleep 100"));
            servers.start(plan(servers, "two", "sleep 100"));
            return servers;
        });
        assertTrue(started.path().getFileName().toString().startsWith("isolde-some-"), "no space in it");
        assertEquals(
                List.of("one", "two"), started.nodes().stream().map(Node::name).toList());
        assertTrue(alive(started).stream().allMatch(alive -> alive));
        started.close();
        assertNothingIsLeft();
        assertFalse(alive(started).stream().anyMatch(alive -> alive));
    }

    @Test
    void thoseThatNeedEachOtherAreStartedTogether() throws Exception {
        String waits = "while ! [ -e ../one/begun -a -e ../two/begun ]; do sleep 0.1; done; touch up; sleep 100";
        Servers started = Servers.start("Pair", servers -> {
            List<ServerProcess.Plan> plans = new ArrayList<>();
            for (String name : List.of("one", "two")) {
                Path directory = directory(servers, name);
                plans.add(new ServerProcess.Plan(
                        name,
                        directory,
                        List.of("sh", "-c", "touch begun; " + waits),
                        Map.of(),
                        () -> Files.exists(directory.resolve("up")) ? null : "not up",
                        Duration.ofSeconds(30)));
            }
            servers.startTogether(plans);
            return servers;
        });
        assertEquals(2, started.nodes().size());
        started.close();
        assertNothingIsLeft();
    }

    @Test
    void nothingIsLeftIfOneOfThemFails() throws Exception {
        for (boolean together : List.of(false, true)) {
            DatabaseException problem = assertThrows(
                    DatabaseException.class,
                    () -> Servers.start("Pair", servers -> {
                        ServerProcess.Plan good = plan(servers, "good", "sleep 100");
                        ServerProcess.Plan bad = plan(servers, "bad", "echo no room; exit 3", "never ready");
                        if (together) {
                            servers.startTogether(List.of(good, bad));
                        } else {
                            servers.start(good);
                            servers.start(bad);
                        }
                        return servers;
                    }));
            assertEquals("bad ended by itself with code 3; its log ends:\nno room", problem.getMessage());
            assertNothingIsLeft();
        }
    }

    /** What is asked of a server that has started may fail too. */
    @Test
    void nothingIsLeftIfTheyCannotBeUsed() throws Exception {
        DatabaseException problem = assertThrows(
                DatabaseException.class,
                () -> Servers.start("Thing", servers -> {
                    servers.start(plan(servers, "one", "sleep 100"));
                    throw new IOException("it tells no version");
                }));
        assertEquals("can't start Thing: it tells no version", problem.getMessage());
        assertNothingIsLeft();
        assertThrows(
                IllegalStateException.class,
                () -> Servers.start("Thing", servers -> {
                    servers.start(plan(servers, "one", "sleep 100"));
                    throw new IllegalStateException("a mistake");
                }));
        assertNothingIsLeft();
    }

    @Test
    void whoIsInterruptedStaysSo() {
        DatabaseException problem = assertThrows(
                DatabaseException.class,
                () -> Servers.start("Thing", servers -> {
                    throw new InterruptedException();
                }));
        assertTrue(Thread.interrupted());
        assertEquals("interrupted while Thing started", problem.getMessage());
    }

    private ServerProcess.Plan plan(Servers servers, String name, String script) throws IOException {
        return plan(servers, name, script, null);
    }

    private ServerProcess.Plan plan(Servers servers, String name, String script, String problem) throws IOException {
        return new ServerProcess.Plan(
                name,
                directory(servers, name),
                List.of("sh", "-c", script),
                Map.of(),
                () -> problem,
                Duration.ofSeconds(30));
    }

    private Path directory(Servers servers, String name) throws IOException {
        folders.add(servers.path());
        return servers.directory(name);
    }

    private static List<Boolean> alive(Servers servers) {
        return servers.nodes().stream()
                .map(node -> ((ServerProcess) node).isAlive())
                .toList();
    }

    /** The supervisor removes the folder only when no process works in it any more. */
    private void assertNothingIsLeft() {
        assertFalse(folders.isEmpty());
        folders.forEach(folder -> assertFalse(Files.exists(folder), folder.toString()));
    }
}
