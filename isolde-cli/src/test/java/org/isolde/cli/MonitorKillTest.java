package org.isolde.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A monitor that is killed again and again, while a client sends what was not answered once more. */
@Timeout(180)
class MonitorKillTest {
    private static final int TRANSACTIONS = 6_000;
    private static final int BATCH = 30;
    private static final int KILLS = 3;
    private static final String HEADER = "{\"isolde\":1,\"initial\":0}\n";

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private ChildIsolde child;
    private String url;

    @AfterEach
    void nothingStays() throws InterruptedException {
        if (child != null) {
            child.kill();
        }
    }

    private void start() throws IOException {
        child = ChildIsolde.start(
                List.of(),
                folder,
                "monitor",
                "--level",
                "si",
                "--settle",
                "1s",
                "--memory",
                "256m",
                "--state",
                "state",
                "--listen",
                url.substring("http://".length(), url.length() - 1));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws InterruptedException {
        while (true) {
            try {
                return client.send(request.timeout(Duration.ofSeconds(10)).build(), BodyHandlers.ofString());
            } catch (IOException e) {
                // it is down; it will be back
                LockSupport.parkNanos(5_000_000);
            }
        }
    }

    private JsonNode status() throws InterruptedException {
        return Cli.parse(
                send(HttpRequest.newBuilder(URI.create(url + "v1/status"))).body());
    }

    /** What a violation is, without when it was found. */
    private static List<String> essence(List<String> lines) {
        List<String> essence = new ArrayList<>();
        for (String line : lines) {
            ObjectNode json = (ObjectNode) Cli.parse(line);
            json.remove(List.of("n", "time", "uptime"));
            essence.add(json.toString());
        }
        Collections.sort(essence);
        return essence;
    }

    @Test
    void nothingIsLostNothingComesTwice() throws Exception {
        long seed = Long.getLong("isolde.seed", System.nanoTime());
        System.out.println("MonitorKillTest: -Disolde.seed=" + seed);
        Random random = new Random(seed);
        List<String> lines = TimedStream.lines(TRANSACTIONS, 37, seed);
        Path expected = folder.resolve("expected");
        Cli.runOn(
                        (HEADER + String.join("", lines)).getBytes(StandardCharsets.UTF_8),
                        "monitor",
                        "--state",
                        expected.toString(),
                        "-")
                .expect(1);
        url = "http://127.0.0.1:" + freePort() + "/";
        start();
        AtomicInteger answered = new AtomicInteger();
        CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> {
            try {
                for (int i = 0; i < TRANSACTIONS; i += BATCH) {
                    String body = (i == 0 ? HEADER : "") + String.join("", lines.subList(i, i + BATCH));
                    HttpResponse<String> answer;
                    do {
                        answer = send(HttpRequest.newBuilder(URI.create(url + "v1/transactions"))
                                .POST(BodyPublishers.ofString(body)));
                    } while (answer.statusCode() == 503);
                    assertEquals(200, answer.statusCode(), answer.body());
                    answered.addAndGet(BATCH);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        for (int kill = 1; kill <= KILLS; kill++) {
            // somewhere in this part of the stream, and then at some moment
            int place = (kill - 1) * TRANSACTIONS / KILLS + random.nextInt(TRANSACTIONS / KILLS);
            while (answered.get() < place && !sender.isDone() && child.isAlive()) {
                LockSupport.parkNanos(200_000);
            }
            assertTrue(child.isAlive(), child.err());
            LockSupport.parkNanos(random.nextInt(20_000_000));
            child.kill();
            start();
        }
        sender.join();
        JsonNode status = status();
        while (status.get("open").intValue() > 0
                || status.get("lagTransactions").intValue() > 0) {
            assertTrue(child.isAlive(), child.err());
            LockSupport.parkNanos(50_000_000);
            status = status();
        }
        assertEquals(TRANSACTIONS, status.get("transactions").intValue());
        List<String> told = send(HttpRequest.newBuilder(URI.create(url + "v1/violations")))
                .body()
                .lines()
                .toList();
        for (int i = 0; i < told.size(); i++) {
            assertEquals(i + 1, Cli.parse(told.get(i)).get("n").intValue());
        }
        assertEquals(essence(Files.readAllLines(expected.resolve("violations.jsonl"))), essence(told));
        assertEquals(told, Files.readAllLines(folder.resolve("state/violations.jsonl")));
        assertTrue(child.handle().destroy());
        assertEquals(Main.VIOLATED, child.code());
        assertTrue(child.out().contains("si: violated, 6,000 transactions"), child.out());
    }

    /** A byte in the middle of what was answered has become another one. */
    @Test
    void aDamagedJournalIsRefusedAndCanBeRepaired() throws Exception {
        List<String> lines = TimedStream.lines(100, 10, 5);
        url = "http://127.0.0.1:" + freePort() + "/";
        start();
        for (int i = 0; i < lines.size(); i++) {
            HttpResponse<String> answer = send(HttpRequest.newBuilder(URI.create(url + "v1/transactions"))
                    .POST(BodyPublishers.ofString((i == 0 ? HEADER : "") + lines.get(i))));
            assertEquals(200, answer.statusCode(), answer.body());
        }
        child.kill();
        Path journal = folder.resolve("state/journal/000000000001.journal");
        byte[] bytes = Files.readAllBytes(journal);
        bytes[bytes.length * 2 / 5] ^= 1;
        Files.write(journal, bytes);
        String[] call = {
            "monitor", "--settle", "1s", "--state", folder.resolve("state").toString(), "-"
        };
        Cli.Result refused = Cli.runOn(new byte[0], call).expect(Main.BAD);
        assertTrue(refused.err().contains(journal + " is damaged at byte "), refused.err());
        assertTrue(refused.err().contains("isolde monitor --repair"), refused.err());
        call[call.length - 1] = "--repair";
        Cli.Result repaired = Cli.runOn(
                        String.join("", lines).getBytes(StandardCharsets.UTF_8),
                        Stream.concat(Stream.of(call), Stream.of("-")).toArray(String[]::new))
                .expect(Main.VIOLATED);
        assertTrue(repaired.err().contains("was damaged: 1 record ("), repaired.err());
        assertTrue(repaired.out().contains("Goes on behind 99 transactions"), repaired.out());
        assertTrue(repaired.out().contains("100 transactions, 10 violations (EXT 10)."), repaired.out());
        assertArrayEquals(bytes, Files.readAllBytes(journal.resolveSibling("000000000001.journal.damaged")));
    }

    /** SIGTERM while a stream comes: what is known is told, and what has a state goes on. */
    @Test
    void aSignalEndsItWithWhatIsKnown() throws Exception {
        List<String> lines = TimedStream.lines(100, 10, 5);
        Path file = Files.writeString(folder.resolve("live.jsonl"), HEADER + String.join("", lines));
        String[] call = {
            "monitor", "--settle", "0s", "--memory", "256m", "--follow", "--state", "state", file.toString()
        };
        child = ChildIsolde.start(List.of(), folder, call);
        while (child.out().lines().count() < 10) {
            assertTrue(child.isAlive(), child.err());
            LockSupport.parkNanos(20_000_000);
        }
        assertTrue(child.handle().destroy());
        assertEquals(Main.VIOLATED, child.code());
        assertEquals("", child.err());
        assertTrue(child.out().endsWith("si: violated, 100 transactions, 10 violations (EXT 10).\n"), child.out());
        Files.writeString(file, "{\"closed\":{}}\n", java.nio.file.StandardOpenOption.APPEND);
        child = ChildIsolde.start(List.of(), folder, call);
        assertEquals(Main.VIOLATED, child.code());
        assertEquals(
                "Goes on behind 100 transactions, with 10 violations so far.\n"
                        + "si: violated, 100 transactions, 10 violations (EXT 10).\n",
                child.out());
    }
}
