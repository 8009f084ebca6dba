package org.isolde.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.isolde.history.Level;
import org.isolde.http.ServerOptions;
import org.isolde.online.aion.AionOptions;
import org.isolde.online.aion.DiskMap;
import org.isolde.online.aion.Engine;
import org.isolde.online.aion.LiveFinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The monitor over HTTP. */
@Timeout(60)
class MonitorServerTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TOKEN = "a-token-of-some-length";

    @TempDir
    private Path folder;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private FakeEngine engine;
    private Monitor monitor;
    private MonitorServer server;
    private String token;

    @BeforeEach
    void start() throws IOException {
        monitor = Monitor.open(options());
        server = MonitorServer.start(monitor, ServerOptions.loopback(0));
    }

    private MonitorOptions options() {
        return MonitorOptions.of(Level.SI)
                .state(folder)
                .settle(Duration.ZERO)
                .disk((path, memory) -> new MemoryMap())
                .engine(this::engine);
    }

    private Engine engine(AionOptions options, DiskMap disk, LiveFinding.Listener listener) throws IOException {
        engine = new FakeEngine(options, disk, listener);
        return engine;
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        monitor.close();
    }

    private static String line(int seq, String value) {
        return "{\"session\":\"a\",\"seq\":" + seq + ",\"start\":" + 2 * seq + ",\"commit\":" + (2 * seq + 1)
                + ",\"ops\":[[\"r\",\"x\",\"" + value + "\"]]}\n";
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.url() + path)).timeout(Duration.ofSeconds(30));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(byte[] body, String... headers) throws Exception {
        HttpRequest.Builder request = request("v1/transactions").POST(BodyPublishers.ofByteArray(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String body) throws Exception {
        return post(body.getBytes(StandardCharsets.UTF_8));
    }

    private void assertAccepted(int count, HttpResponse<String> answer) throws IOException {
        assertEquals(200, answer.statusCode(), answer.body());
        assertEquals(count, JSON.readTree(answer.body()).get("accepted").intValue());
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }

    @Test
    void transactionsAreTaken() throws Exception {
        assertAccepted(1, post("{\"isolde\":1}\n" + line(0, "0")));
        assertAccepted(2, post(gzip(line(1, "0") + line(2, "bad")), "Content-Encoding", "gzip"));
        assertAccepted(1, post(line(3, "0").strip()));
        assertAccepted(0, post(""));
        HttpRequest chunked = request("v1/transactions")
                .POST(BodyPublishers.ofInputStream(
                        () -> new java.io.ByteArrayInputStream(MonitorTest.bytes(line(4, "0")))))
                .build();
        assertAccepted(1, client.send(chunked, BodyHandlers.ofString()));
        HttpResponse<String> odd = post(line(5, "0").replace("\"ops\"", "\"colour\":1,\"ops\""));
        assertEquals("{\"accepted\":1,\"ignoredFields\":[\"colour\"]}", odd.body());
        MonitorStatus status = monitor.finish();
        assertEquals(6, status.counts().received());
        assertEquals(1, status.violations());
    }

    @Test
    void badRequestsAreRefusedAndHurtNobody() throws Exception {
        HttpResponse<String> bad = post(line(0, "0") + "{\"session\":}\n");
        assertEquals(400, bad.statusCode());
        JsonNode json = JSON.readTree(bad.body());
        assertEquals(2, json.get("line").intValue());
        assertEquals(0, json.get("accepted").intValue());
        assertTrue(json.get("error").asText().contains("expected"), bad.body());
        assertEquals(400, post(line(0, "0").replace("\"seq\":0,", "")).statusCode());
        assertEquals(
                400,
                post(MonitorTest.bytes(line(0, "0")), "Content-Encoding", "gzip")
                        .statusCode());
        byte[] cut = gzip(line(0, "0").repeat(100));
        assertEquals(
                400,
                post(java.util.Arrays.copyOf(cut, cut.length - 12), "Content-Encoding", "gzip")
                        .statusCode());
        assertEquals(415, post(new byte[0], "Content-Encoding", "br").statusCode());
        assertEquals(400, post(new byte[] {0, 1, 2, (byte) 0xff, '\n'}).statusCode());
        assertEquals(413, post(new byte[Ingest.LARGEST_BODY + 1]).statusCode());
        String huge = " ".repeat(Ingest.LARGEST_BODY + 10);
        assertEquals(413, post(gzip(huge), "Content-Encoding", "gzip").statusCode());
        assertEquals(405, get("v1/transactions").statusCode());
        assertEquals(404, get("v1/nothing").statusCode());
        assertEquals(404, get("assets/../../secret").statusCode());
        assertEquals(400, get("v1/violations?from=x").statusCode());
        assertEquals(200, get("health").statusCode());
        assertAccepted(1, post(line(0, "0")));
        assertEquals(1, monitor.finish().counts().received());
    }

    @Test
    void aRequestThatBreaksOffTakesNothing() throws Exception {
        URI uri = URI.create(server.url());
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream()
                    .write(MonitorTest.bytes(
                            "POST /v1/transactions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\n"
                                    + line(0, "0")));
            socket.getOutputStream().flush();
        }
        assertAccepted(1, post(line(1, "0")));
        assertEquals(1, monitor.finish().counts().received());
    }

    /** Of a sender who says nothing more, and does not hang up: the answer does not wait for the rest of what is no body. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Content-Encoding: gzip\r\n"})
    void aMalformedChunkIsAnswered(String encoding) throws Exception {
        URI uri = URI.create(server.url());
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            String head = "POST /v1/transactions HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\n" + encoding
                    + "Transfer-Encoding: chunked\r\n\r\n";
            socket.getOutputStream().write((head + "zz\r\nabc\r\n").getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            assertEquals("HTTP/1.1 400", answer);
        }
    }

    @Test
    void violationsAreTold() throws Exception {
        for (int i = 0; i < 2500; i += 500) {
            StringBuilder lines = new StringBuilder();
            for (int j = i; j < i + 500; j++) {
                lines.append(line(j, "bad"));
            }
            assertAccepted(500, post(lines.toString()));
        }
        monitor.finish();
        List<String> lines = get("v1/violations").body().lines().toList();
        assertEquals(2500, lines.size());
        for (int from : List.of(1, 2, 1023, 1024, 1025, 2048, 2049, 2500, 2501, 9999)) {
            List<String> some = get("v1/violations?from=" + from).body().lines().toList();
            assertEquals(lines.subList(Math.min(from - 1, 2500), 2500), some, "from " + from);
        }
        JsonNode first = JSON.readTree(lines.get(0));
        assertEquals(1, first.get("n").intValue());
        assertEquals("EXT", first.get("kind").asText());
        assertTrue(first.get("says").asText().contains("read \"bad\" of key \"x\""), lines.get(0));
    }

    @Test
    void violationsAreFollowed() throws Exception {
        post(line(0, "bad"));
        HttpResponse<java.util.stream.Stream<String>> plain =
                client.send(request("v1/violations?follow=true").build(), BodyHandlers.ofLines());
        HttpResponse<java.util.stream.Stream<String>> events = client.send(
                request("v1/violations?from=2")
                        .header("Accept", "text/event-stream")
                        .build(),
                BodyHandlers.ofLines());
        post(line(1, "0") + line(2, "bad"));
        Iterator<String> lines = plain.body().filter(line -> !line.isEmpty()).iterator();
        assertTrue(lines.next().startsWith("{\"n\":1,"));
        assertTrue(lines.next().startsWith("{\"n\":2,"));
        Iterator<String> told =
                events.body().filter(line -> line.startsWith("data:")).iterator();
        assertTrue(told.next().startsWith("data: {\"n\":2,"));
        plain.body().close();
        events.body().close();
    }

    private static final Pattern SAMPLE =
            Pattern.compile("([a-z_]+)((?:\\{[a-z]+=\"[^\"\\\\\\n]*\"\\})?) (-?\\d+(?:\\.\\d+)?(?:e[+-]\\d+)?)");

    @Test
    void metricsAreWhatPrometheusReads() throws Exception {
        post(line(0, "bad") + line(1, "0"));
        post(line(1, "0"));
        monitor.finish();
        HttpResponse<String> answer = get("metrics");
        assertEquals(
                "text/plain; version=0.0.4; charset=utf-8",
                answer.headers().firstValue("Content-Type").orElseThrow());
        assertTrue(answer.body().endsWith("\n"));
        Map<String, Double> samples = new HashMap<>();
        Map<String, String> types = new HashMap<>();
        Set<String> helped = new TreeSet<>();
        for (String text : answer.body().lines().toList()) {
            String[] words = text.split(" ", 4);
            if (text.startsWith("# TYPE ")) {
                assertTrue(Set.of("counter", "gauge", "summary").contains(words[3]), text);
                types.put(words[2], words[3]);
            } else if (text.startsWith("# HELP ")) {
                assertTrue(helped.add(words[2]), text);
            } else {
                Matcher sample = SAMPLE.matcher(text);
                assertTrue(sample.matches(), text);
                String family = sample.group(1).replaceFirst("(?<=first_verdict_seconds)_(sum|count)$", "");
                assertTrue(types.containsKey(family) && helped.contains(family), text);
                assertEquals(family.endsWith("_total"), types.get(family).equals("counter"), text);
                samples.put(sample.group(1) + sample.group(2), Double.parseDouble(sample.group(3)));
            }
        }
        assertEquals(3, samples.get("isolde_monitor_transactions_received_total"));
        assertEquals(2, samples.get("isolde_monitor_transactions_checked_total"));
        assertEquals(1, samples.get("isolde_monitor_transactions_duplicate_total"));
        assertEquals(1, samples.get("isolde_monitor_violations_total{kind=\"EXT\"}"));
        assertEquals(0, samples.get("isolde_monitor_lag_transactions"));
        assertEquals(3, samples.get("isolde_monitor_first_verdict_seconds_count"));
        assertEquals(1, samples.get("isolde_monitor_up"));
        assertTrue(samples.get("isolde_monitor_journal_bytes_total") > 0);
        for (String name : List.of(
                "received_per_second",
                "checked_per_second",
                "lag_seconds",
                "open_verdicts",
                "flip_flops_total",
                "memory_bytes{of=\"state\"}",
                "spilled_versions_total",
                "queue_bytes",
                "first_verdict_seconds{quantile=\"0.99\"}")) {
            assertTrue(samples.containsKey("isolde_monitor_" + name), name);
        }
    }

    @Test
    void othersNeedTheToken() throws Exception {
        server.close();
        server = MonitorServer.start(
                monitor, new ServerOptions("127.0.0.1", InetAddress.getLoopbackAddress(), 0, TOKEN));
        for (String path : List.of("metrics", "v1/violations", "v1/status", "v1/events")) {
            assertEquals(401, get(path).statusCode(), path);
        }
        assertEquals(401, post(line(0, "0")).statusCode());
        assertEquals(200, get("health").statusCode());
        assertFalse(get("").body().contains(TOKEN));
        token = "another-token-of-some-length";
        assertEquals(401, post(line(0, "0")).statusCode());
        token = TOKEN;
        assertAccepted(1, post(line(0, "0")));
        assertEquals(200, get("metrics").statusCode());
        token = null;
        HttpResponse<String> entered = get("?token=" + TOKEN);
        assertEquals(303, entered.statusCode());
        String cookie = entered.headers().firstValue("Set-Cookie").orElseThrow();
        assertTrue(cookie.contains("HttpOnly; SameSite=Strict"), cookie);
        HttpRequest again =
                request("v1/status").header("Cookie", cookie.split(";", -1)[0]).build();
        assertEquals(200, client.send(again, BodyHandlers.ofString()).statusCode());
        InetAddress everywhere = InetAddress.getByName("0.0.0.0");
        assertThrows(
                IllegalArgumentException.class,
                () -> MonitorServer.start(monitor, new ServerOptions("0.0.0.0", everywhere, 0, null)));
    }

    @Test
    void pagesFromElsewhereCanDoNothing() throws Exception {
        HttpResponse<String> foreign = post(MonitorTest.bytes(line(0, "0")), "Origin", "http://evil.example");
        assertEquals(403, foreign.statusCode());
        URI uri = URI.create(server.url());
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream()
                    .write(MonitorTest.bytes(
                            "GET /v1/status HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"));
            socket.getOutputStream().flush();
            InputStream in = socket.getInputStream();
            String answer = new String(in.readNBytes(12), StandardCharsets.US_ASCII);
            assertEquals("HTTP/1.1 403", answer);
        }
        String policy = get("").headers().firstValue("Content-Security-Policy").orElseThrow();
        assertTrue(policy.contains("default-src 'none'"), policy);
        assertEquals(0, monitor.finish().received());
    }

    @Test
    void aMonitorThatHasStoppedSaysWhy() throws Exception {
        monitor.close();
        monitor = Monitor.open(options().onViolation(violation -> {
            throw new IllegalStateException("no more");
        }));
        server.close();
        server = MonitorServer.start(monitor, ServerOptions.loopback(0));
        post(line(0, "bad"));
        assertThrows(MonitorStoppedException.class, monitor::finish);
        HttpResponse<String> health = get("health");
        assertEquals(503, health.statusCode());
        assertTrue(JSON.readTree(health.body()).get("reason").asText().contains("no more"), health.body());
        HttpResponse<String> refused = post(line(1, "0"));
        assertEquals(503, refused.statusCode());
        assertTrue(refused.body().contains("no more"), refused.body());
        assertTrue(get("metrics").body().contains("isolde_monitor_up 0\n"));
    }

    @Test
    void whoeverIsTooFastWaitsForTheAnswer() throws Exception {
        monitor.close();
        monitor = Monitor.open(options().queueBytes(1_000));
        server.close();
        server = MonitorServer.start(monitor, ServerOptions.loopback(0));
        engine.gate.acquire();
        post(line(0, "0"));
        List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            waiting.add(client.sendAsync(
                    request("v1/transactions")
                            .POST(BodyPublishers.ofString(line(i, "0")))
                            .build(),
                    BodyHandlers.ofString()));
        }
        // the rest is answered meanwhile
        for (int i = 0; i < 10; i++) {
            assertEquals(200, get("health").statusCode());
        }
        assertEquals(1, monitor.status().received());
        assertTrue(waiting.stream().noneMatch(CompletableFuture::isDone));
        engine.gate.release();
        for (CompletableFuture<HttpResponse<String>> one : waiting) {
            assertAccepted(1, one.get());
        }
        assertEquals(21, monitor.finish().counts().received());
    }

    @Test
    void whatCouldNeverFitIsRefusedAndTheRestGoesOn() throws Exception {
        engine.demandOfOperation = 200 << 20;
        HttpResponse<String> refused = post(line(0, "0") + line(1, "0"));
        assertEquals(413, refused.statusCode(), refused.body());
        JsonNode json = JSON.readTree(refused.body());
        assertEquals(0, json.get("accepted").intValue());
        assertTrue(json.get("error").textValue().endsWith("give the monitor more --memory"), refused.body());
        assertAccepted(1, post(line(0, "0")));
        assertEquals(1, monitor.status().received());
    }

    @Test
    void whoAnnouncesMuchAndSendsNothingStopsNobody() throws Exception {
        List<Socket> stalled = new ArrayList<>();
        try {
            URI address = URI.create(server.url());
            for (int i = 0; i < 8; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort());
                stalled.add(socket);
                socket.getOutputStream()
                        .write(("POST /v1/transactions HTTP/1.1\r\nHost: 127.0.0.1:" + address.getPort()
                                        + "\r\nContent-Length: " + Ingest.LARGEST_BODY + "\r\n\r\n{")
                                .getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
            }
            assertAccepted(1, post(line(0, "0")));
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    @Test
    void aFullDiskIsToldBeforeAnythingIsTaken() throws Exception {
        stop();
        ForgetfulStorage storage = new ForgetfulStorage();
        monitor = Monitor.open(options().storage(storage));
        server = MonitorServer.start(monitor, ServerOptions.loopback(0));
        assertAccepted(1, post(line(0, "0")));
        storage.room(5 << 20);
        MonitorTest.await("a full disk", () -> monitor.status().problem() != null);
        HttpResponse<String> health = get("health");
        assertEquals(503, health.statusCode());
        assertEquals(
                "the disk is full: 5.0 MiB are left, and nothing is taken with less than 16; make room",
                JSON.readTree(health.body()).get("reason").asText());
        HttpResponse<String> refused = post(line(1, "0"));
        assertEquals(503, refused.statusCode());
        assertTrue(refused.body().contains("the disk is full"), refused.body());
        assertTrue(get("metrics").body().contains("isolde_monitor_up 0"));
        assertEquals(1, monitor.status().received());
        storage.room(Long.MAX_VALUE);
        MonitorTest.await("room", () -> monitor.status().problem() == null);
        assertEquals(200, get("health").statusCode());
        assertAccepted(1, post(line(1, "0")));
        assertEquals(2, monitor.finish().received());
    }
}
