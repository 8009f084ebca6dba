package org.isolde.run.artifact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.isolde.run.Access.Progress;
import org.isolde.run.DatabaseException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Fetches from a repository of its own on the loopback address. */
@Timeout(60)
class ArtifactStoreTest {
    private static final Coordinates THING = Coordinates.parse("org.example:thing:1.0");
    private static final byte[] CONTENT =
            "what is in the thing\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);

    @TempDir
    private Path folder;

    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> logins = new CopyOnWriteArrayList<>();
    private HttpServer server;
    private Path cache;
    private Path local;

    @BeforeEach
    void start() throws Exception {
        cache = folder.resolve("cache");
        local = folder.resolve("local");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/maven/", this::answer);
        server.start();
        files.put(THING.path(), CONTENT);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath().substring("/maven/".length());
            requests.add(path);
            String login = exchange.getRequestHeaders().getFirst("Authorization");
            logins.add(login == null ? "none" : login);
            byte[] content = files.get(path);
            if (path.startsWith("elsewhere/")) {
                exchange.getResponseHeaders()
                        .add(
                                "Location",
                                "http://localhost:" + server.getAddress().getPort() + "/maven/" + THING.path());
                exchange.sendResponseHeaders(302, -1);
            } else if (content == null) {
                exchange.sendResponseHeaders(404, -1);
            } else {
                exchange.sendResponseHeaders(200, content.length);
                exchange.getResponseBody().write(content);
            }
        }
    }

    @Test
    void downloadsOnceAndTellsHowFarItIs() throws Exception {
        List<Double> shares = new ArrayList<>();
        Path file = store().fetch(lock(sum()), THING, (what, share) -> {
            assertEquals("fetching org.example:thing:1.0", what);
            shares.add(share);
        });
        assertEquals(cache.resolve(THING.path()), file);
        assertEquals(new String(CONTENT, StandardCharsets.UTF_8), Files.readString(file));
        assertEquals(0.0, shares.get(0));
        assertEquals(1.0, shares.get(shares.size() - 1));
        assertEquals(file, store().fetch(lock(sum()), THING, Progress.SILENT));
        assertEquals(List.of(THING.path()), requests);
    }

    @Test
    void usesWhatMavenHasAndLeavesIt() throws Exception {
        Path mavens = put(local, CONTENT);
        assertEquals(mavens, store().fetch(lock(sum()), THING, Progress.SILENT));
        assertEquals(List.of(), requests);
        byte[] other = "something else".getBytes(StandardCharsets.UTF_8);
        put(local, other);
        assertEquals(cache.resolve(THING.path()), store().fetch(lock(sum()), THING, Progress.SILENT));
        assertEquals("something else", Files.readString(mavens));
    }

    @Test
    void refusesAndDeletesAFileWithAnotherSum() throws Exception {
        String wrong = "0".repeat(64);
        DatabaseException problem = refused(lock(wrong));
        assertTrue(
                problem.getMessage().contains("its SHA-256 is " + sum() + " and not " + wrong), problem.getMessage());
        assertEquals(List.of(), jars());
        put(cache, "rotten".getBytes(StandardCharsets.UTF_8));
        problem = refused(lock(sum()));
        assertTrue(problem.getMessage().contains("refused and deleted"), problem.getMessage());
        assertEquals(List.of(), jars());
        store().fetch(lock(sum()), THING, Progress.SILENT);
    }

    @Test
    void withoutASumItIsCheckedByTheRepositorysAndThatIsTold() throws Exception {
        DatabaseException problem = refused(lock(null));
        assertTrue(problem.getMessage().contains("has no check sum"), problem.getMessage());
        files.put(THING.path() + ".sha1", "00".repeat(20).getBytes(StandardCharsets.UTF_8));
        problem = refused(lock(null));
        assertTrue(problem.getMessage().contains("its SHA-1 is"), problem.getMessage());
        assertEquals(List.of(), jars());
        String right = ArtifactStore.sum(put(folder.resolve("other"), CONTENT), "SHA-1") + "  thing-1.0.jar\n";
        files.put(THING.path() + ".sha1", right.getBytes(StandardCharsets.UTF_8));
        List<String> told = new ArrayList<>();
        store().fetch(lock(null), THING, (what, share) -> told.add(what));
        assertTrue(
                told.contains("no SHA-256 known for org.example:thing:1.0: checked against the repository's SHA-1"),
                told.toString());
    }

    @Test
    void sendsTheLoginToTheMirrorOnly() throws Exception {
        Coordinates moved = Coordinates.parse("elsewhere:thing:1.0");
        files.put(THING.path() + ".sha1", new byte[0]);
        LockFile lock = read("elsewhere:thing:1.0 " + sum());
        store("<servers><server><id>m</id><username>ann</username><password>pw</password></server></servers>")
                .fetch(lock, moved, Progress.SILENT);
        String basic = "Basic " + Base64.getEncoder().encodeToString("ann:pw".getBytes(StandardCharsets.UTF_8));
        assertEquals(List.of(moved.path(), THING.path()), requests);
        assertEquals(List.of(basic, "none"), logins);
    }

    @Test
    void namesTheCureWhenThereIsNoWay() throws Exception {
        files.clear();
        DatabaseException problem = refused(lock(sum()));
        assertTrue(problem.getMessage().contains("there is no org.example:thing:1.0"), problem.getMessage());
        server.stop(0);
        problem = refused(lock(sum()));
        assertTrue(problem.getMessage().startsWith("can't fetch org.example:thing:1.0: "), problem.getMessage());
        assertTrue(
                problem.getMessage().endsWith("run once online, or put the file at " + cache.resolve(THING.path())),
                problem.getMessage());
        put(cache, CONTENT);
        store().fetch(lock(sum()), THING, Progress.SILENT);
    }

    @Test
    void manyAtOnceFetchItOnce() throws Exception {
        LockFile lock = lock(sum());
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Path>> fetched = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                fetched.add(threads.submit(() -> store().fetch(lock, THING, Progress.SILENT)));
            }
            for (Future<Path> future : fetched) {
                assertEquals(cache.resolve(THING.path()), future.get());
            }
        } finally {
            threads.shutdownNow();
        }
        assertEquals(List.of(THING.path()), requests);
    }

    @Test
    void anUnpackedFolderIsWholeOrNotThere() throws Exception {
        ArtifactStore store = store();
        assertThrows(
                DatabaseException.class,
                () -> store.unpacked("thing", into -> {
                    Files.createFile(into.resolve("half"));
                    throw new IOException("the disk is full");
                }));
        assertFalse(Files.exists(cache.resolve("unpacked/thing")));
        Path made = store.unpacked("thing", into -> Files.createFile(into.resolve("whole")));
        assertTrue(Files.exists(made.resolve("whole")));
        assertFalse(Files.exists(made.resolve("half")));
        assertEquals(made, store.unpacked("thing", into -> {
            throw new AssertionError("it is there already");
        }));
    }

    private DatabaseException refused(LockFile lock) {
        return assertThrows(DatabaseException.class, () -> store().fetch(lock, THING, Progress.SILENT));
    }

    private ArtifactStore store() throws Exception {
        return store("");
    }

    private ArtifactStore store(String more) throws Exception {
        Path settings = Files.createTempFile(folder, "settings", ".xml");
        Files.writeString(
                settings,
                "<settings><localRepository>" + local + "</localRepository><mirrors><mirror><id>m</id>"
                        + "<mirrorOf>*</mirrorOf><url>http://127.0.0.1:"
                        + server.getAddress().getPort() + "/maven</url></mirror></mirrors>" + more + "</settings>");
        return new ArtifactStore(cache, MavenSettings.read(List.of(settings), folder, name -> null));
    }

    private String sum() throws IOException {
        return ArtifactStore.sum(put(folder.resolve("sum"), CONTENT), "SHA-256");
    }

    private static LockFile lock(String sum) throws IOException {
        return read(THING + " " + (sum == null ? "-" : sum));
    }

    private static LockFile read(String text) throws IOException {
        return LockFile.read("test", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static Path put(Path repository, byte[] content) throws IOException {
        Path file = repository.resolve(THING.path());
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    /** What is in the cache, apart from files to lock. */
    private List<Path> jars() throws IOException {
        try (var all = Files.walk(cache)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".lock"))
                    .toList();
        }
    }
}
