package org.isolde.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every server of Isolde's does, whatever its routes are. */
@Timeout(60)
class HttpHostTest {
    private static final String TOKEN = "a-token-of-some-length";
    private static final int MOST_CONNECTIONS = 400;

    static {
        // fewer than usual: each is two open files here
        System.setProperty(HttpHost.LIMIT_OF_CONNECTIONS, Integer.toString(MOST_CONNECTIONS));
    }

    private static final Duration USUAL = Duration.ofSeconds(60);
    /** For what is to be cut off. */
    private static final Duration SHORT = Duration.ofMillis(500);

    private static final String HEAD = " HTTP/1.1\r\nHost: localhost\r\n";

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private HttpHost host;

    @BeforeEach
    void start() throws IOException {
        start(null, USUAL);
    }

    private void restart(String token, Duration longestSilence) throws IOException {
        host.close();
        start(token, longestSilence);
    }

    private void start(String token, Duration longestSilence) throws IOException {
        host = new HttpHost(
                "test",
                new ServerOptions("127.0.0.1", InetAddress.getLoopbackAddress(), 0, token),
                new PageFiles(HttpHostTest.class, List.of(PageFiles.INDEX)),
                this::answer,
                limits(longestSilence, 320));
        host.start();
    }

    private static Limits limits(Duration longest, int threads) {
        return new Limits(longest, longest, longest.multipliedBy(4), longest, threads, threads * 3 / 4, 64);
    }

    private void restart(Limits limits) throws IOException {
        host.close();
        host = new HttpHost(
                "test",
                ServerOptions.loopback(0),
                new PageFiles(HttpHostTest.class, List.of(PageFiles.INDEX)),
                this::answer,
                limits);
        host.start();
    }

    @AfterEach
    void stop() {
        host.close();
    }

    /** Routes that show what a route can do. */
    private void answer(Request request) throws IOException, HttpProblem {
        switch (String.join("/", request.path())) {
            case "" -> host.page(request);
            case "assets/index.html" -> host.asset(request, "index.html");
            case "assets/nothing" -> host.asset(request, "nothing");
            case "body" -> request.json(200, Map.of("bytes", request.body(1000).length));
            case "unread" -> throw new HttpProblem(403, "No.");
            case "bug" -> throw new IllegalStateException("the secret reason");
            case "late" -> await(request);
            case "watch" -> watch(request);
            case "large" -> request.bytes(200, "text/plain", new byte[64 << 20]);
            default -> throw HttpProblem.notFound("such thing");
        }
    }

    /** A route that has to wait for something of its own. */
    private void await(Request request) throws IOException {
        try {
            begun.countDown();
            released.await();
            request.json(200, Map.of());
        } catch (InterruptedException e) {
            interrupted.countDown();
        }
    }

    private void watch(Request request) throws IOException, HttpProblem {
        try (HttpHost.Watch watch = host.watch();
                EventOutput out = request.events()) {
            while (watch.goesOn()) {
                out.event("tick", "1");
                out.stillThere();
                out.flush();
                Thread.sleep(50);
            }
        } catch (InterruptedException e) {
            interrupted.countDown();
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(host.url() + path)).timeout(Duration.ofSeconds(30));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private Socket connect() throws IOException {
        URI uri = URI.create(host.url());
        Socket socket = new Socket(uri.getHost(), uri.getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** All that comes until the host closes the connection; it does so soon, or the read times out. */
    private static String rest(Socket socket) throws IOException {
        StringBuilder text = new StringBuilder();
        try {
            byte[] buffer = new byte[1 << 16];
            InputStream in = socket.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                text.append(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
            }
        } catch (SocketException e) {
            // closed with something unread
        }
        return text.toString();
    }

    @Test
    void whatIsNotThereIsNotFound() throws Exception {
        HttpResponse<String> answer = send(request("nothing"));
        assertEquals(404, answer.statusCode());
        assertEquals("{\"error\":\"There is no such thing here.\"}", answer.body());
        assertEquals(404, send(request("assets/nothing")).statusCode());
        assertEquals(200, send(request("assets/index.html")).statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"})
    void otherMethodsAreNotAllowed(String method) throws Exception {
        HttpResponse<String> answer = send(request("body").method(method, BodyPublishers.noBody()));
        assertEquals(405, answer.statusCode());
        assertEquals("GET, HEAD, POST", answer.headers().firstValue("Allow").orElse(""));
    }

    @Test
    void headIsAnsweredWithoutABody() throws Exception {
        HttpResponse<String> whole = send(request(""));
        HttpResponse<String> head = send(request("").method("HEAD", BodyPublishers.noBody()));
        assertEquals(200, head.statusCode());
        assertEquals("", head.body());
        assertEquals(
                whole.body().length(),
                Integer.parseInt(head.headers().firstValue("Content-Length").orElse("")));
    }

    @Test
    void anAddressThatIsNoneIsABadRequest() throws Exception {
        try (Socket socket = connect()) {
            write(socket, "GET /%zz" + HEAD + "Connection: close\r\n\r\n");
            assertTrue(rest(socket).startsWith("HTTP/1.1 400 "));
        }
    }

    @Test
    void anotherNameIsNotOurs() throws Exception {
        try (Socket socket = connect()) {
            write(socket, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
            assertTrue(rest(socket).startsWith("HTTP/1.1 403 "));
        }
    }

    @Test
    void everyAnswerSaysWhatABrowserMayDoWithIt() throws Exception {
        for (String path : List.of("", "nothing", "body", "unread")) {
            HttpResponse<String> answer = send(request(path));
            String policy =
                    answer.headers().firstValue("Content-Security-Policy").orElse("");
            assertTrue(policy.startsWith("default-src 'none'; script-src 'self';"), path);
            assertEquals(
                    "nosniff",
                    answer.headers().firstValue("X-Content-Type-Options").orElse(""),
                    path);
        }
    }

    @Test
    void aBodyHasItsLimit() throws Exception {
        assertEquals(
                "{\"bytes\":1000}",
                send(request("body").POST(BodyPublishers.ofByteArray(new byte[1000])))
                        .body());
        assertEquals(
                413,
                send(request("body").POST(BodyPublishers.ofByteArray(new byte[1001])))
                        .statusCode());
    }

    /** The reason is for the log alone. */
    @Test
    void aBugIsAnsweredToo() throws Exception {
        Logger log = Logger.getLogger(HttpHost.class.getName());
        Level before = log.getLevel();
        log.setLevel(Level.OFF);
        try {
            HttpResponse<String> answer = send(request("bug"));
            assertEquals(500, answer.statusCode());
            assertTrue(answer.body().contains("a bug in Isolde"), answer.body());
            assertFalse(answer.body().contains("secret"), answer.body());
        } finally {
            log.setLevel(before);
        }
    }

    @Test
    void aLinkWithTheTokenLetsABrowserIn() throws Exception {
        restart(TOKEN, USUAL);
        HttpResponse<String> link = send(request("?token=" + TOKEN));
        assertEquals(303, link.statusCode());
        assertEquals("/", link.headers().firstValue("Location").orElse(""));
        assertTrue(link.headers().firstValue("Set-Cookie").orElse("").startsWith(Guard.COOKIE + "="));
        HttpResponse<String> wrong = send(request("?token=wrong"));
        assertEquals(200, wrong.statusCode(), "the page, which asks for it");
        assertTrue(wrong.headers().firstValue("Set-Cookie").isEmpty());
    }

    @Test
    void anAddressForOthersNeedsAToken() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new HttpHost(
                        "test",
                        new ServerOptions("0.0.0.0", InetAddress.getByName("0.0.0.0"), 0, null),
                        new PageFiles(HttpHostTest.class, List.of()),
                        request -> {}));
    }

    @ParameterizedTest
    @ValueSource(strings = {"G", "GET / HTTP/1.1\r\nHost: localh", "GET /" + HEAD})
    void whoeverStopsInTheHeadIsCutOff(String beginning) throws Exception {
        restart(null, SHORT);
        try (Socket socket = connect()) {
            write(socket, beginning);
            assertEquals("", rest(socket));
        }
    }

    @Test
    void whoeverStopsInTheBodyIsCutOff() throws Exception {
        restart(null, SHORT);
        try (Socket socket = connect()) {
            write(socket, "POST /body" + HEAD + "Content-Length: 500\r\n\r\nabc");
            assertEquals("", rest(socket));
        }
    }

    /** Refused without a look at the body, which never comes. */
    @Test
    void aBodyThatNobodyReadsIsNotWaitedForEither() throws Exception {
        restart(null, SHORT);
        try (Socket socket = connect()) {
            write(socket, "POST /unread" + HEAD + "Content-Length: 500\r\n\r\nabc");
            assertTrue(rest(socket).startsWith("HTTP/1.1 403 "));
        }
    }

    @Test
    void whoeverDoesNotTakeTheAnswerIsCutOff() throws Exception {
        restart(null, SHORT);
        try (Socket socket = connect()) {
            write(socket, "GET /large" + HEAD + "\r\n");
            Thread.sleep(SHORT.multipliedBy(4).toMillis());
            assertTrue(rest(socket).length() < 64 << 20);
        }
    }

    @Test
    void whoeverIsSlowIsNot() throws Exception {
        Duration longest = Duration.ofSeconds(2);
        restart(null, longest);
        try (Socket socket = connect()) {
            write(socket, "POST /body" + HEAD + "Connection: close\r\nContent-Length: 12\r\n\r\n");
            for (int i = 0; i < 12; i++) {
                Thread.sleep(longest.dividedBy(10).toMillis());
                write(socket, "x");
            }
            assertTrue(rest(socket).endsWith("{\"bytes\":12}"));
        }
    }

    /** Sends a byte now and then, for much longer than anything may take. */
    private static void assertDribbleIsCutOff(Socket socket) throws Exception {
        long sent = 0;
        try {
            for (; sent < 900; sent++) {
                Thread.sleep(20);
                write(socket, "x");
            }
        } catch (SocketException e) {
            assertTrue(sent > 0);
        }
        assertTrue(sent < 900, "cut off after " + sent);
    }

    /** A byte now and then is no silence, but no body either. */
    @Test
    void whoeverDribblesIsCutOffInTheEnd() throws Exception {
        restart(null, SHORT);
        try (Socket socket = connect()) {
            write(socket, "POST /body" + HEAD + "Content-Length: 1000\r\n\r\n");
            assertDribbleIsCutOff(socket);
        }
    }

    @Test
    void whoeverDribblesInTheHeadIsCutOffAtOnce() throws Exception {
        restart(null, SHORT);
        try (Socket socket = connect()) {
            write(socket, "GET / HTTP/1.1\r\nX-Long: ");
            assertDribbleIsCutOff(socket);
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("isolde-test-\\d+"))
                .count();
    }

    /** Thousands who begin a request and stop take no more threads than there are, and make way for others. */
    @Test
    void manyWhoStallTakeFewThreadsAndMakeWay() throws Exception {
        restart(limits(Duration.ofSeconds(50), 40));
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 120; i++) {
                sockets.add(connect());
                write(sockets.get(i), i % 2 == 0 ? "G" : "POST /body" + HEAD + "Content-Length: 500\r\n\r\nabc");
            }
            // idle ones take none
            for (int i = 0; i < 100; i++) {
                sockets.add(connect());
            }
            // if nobody made way, its turn would come after the third time fifty seconds
            HttpResponse<String> answer = send(request("").timeout(Duration.ofSeconds(55)));
            assertEquals(200, answer.statusCode());
            assertTrue(threads() <= 40, threads() + " threads");
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void onlySoManyMayBeConnected() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < MOST_CONNECTIONS; i++) {
                sockets.add(connect());
            }
            try (Socket more = connect()) {
                assertEquals("", rest(more));
            }
            sockets.remove(0).close();
            // a place is free as soon as it is noticed
            String answer = "";
            while (answer.isEmpty()) {
                try (Socket another = connect()) {
                    write(another, "GET /" + HEAD + "Connection: close\r\n\r\n");
                    answer = rest(another);
                } catch (SocketException e) {
                    answer = "";
                }
            }
            assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void sendersWhoStallMakeWayForSenders() throws Exception {
        restart(limits(Duration.ofSeconds(20), 8));
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 6; i++) {
                sockets.add(connect());
                write(sockets.get(i), "POST /body" + HEAD + "Content-Length: 500\r\n\r\nabc");
            }
            int status = 503;
            while (status == 503) {
                status =
                        send(request("body").POST(BodyPublishers.ofString("x"))).statusCode();
            }
            assertEquals(200, status);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Closed too early, the connection would be reset, and the answer lost. */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 20000000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n1312d00\r\n"})
    void whoeverSendsTooMuchIsToldSo(String length) throws Exception {
        try (Socket socket = connect()) {
            write(socket, "POST /body" + HEAD + "Connection: close\r\n" + length);
            socket.getOutputStream().write(new byte[20_000_000]);
            if (length.startsWith("T")) {
                write(socket, "\r\n0\r\n\r\n");
            }
            String answer = rest(socket);
            assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
            assertTrue(answer.endsWith("{\"error\":\"The request is larger than 1000 bytes.\"}"), answer);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"xyz\r\nabc", "5\r\nabcdefgh\r\n", "fffffffffff\r\nabc", "-5\r\nabc", "80000000\r\nabc"})
    void aMalformedChunkIsAnsweredAndTheConnectionClosed(String chunk) throws Exception {
        restart(null, SHORT);
        try (Socket socket = connect()) {
            write(socket, "POST /body" + HEAD + "Transfer-Encoding: chunked\r\n\r\n" + chunk);
            String answer = rest(socket);
            assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
            assertTrue(answer.contains("The body of the request is not as its head says"), answer);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://localhost", "http://localhost/", "//", "/?", "/?=&"})
    void oddAddressesAreAnswered(String address) throws Exception {
        try (Socket socket = connect()) {
            write(socket, "GET " + address + HEAD + "Connection: close\r\n\r\n");
            assertTrue(rest(socket).matches("(?s)HTTP/1.1 (200|400|404) .*"));
        }
    }

    /** The monitor's senders wait for its disk, say. */
    @Test
    void whoeverWaitsForTheOwnerMayWait() throws Exception {
        restart(null, SHORT);
        CompletableFuture<HttpResponse<String>> late =
                client.sendAsync(request("late").build(), BodyHandlers.ofString());
        Thread.sleep(SHORT.multipliedBy(3).toMillis());
        assertFalse(late.isDone());
        released.countDown();
        assertEquals(200, late.get(20, TimeUnit.SECONDS).statusCode());
    }

    @Test
    void onlySoManyMayWatch() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 64; i++) {
                Socket socket = connect();
                sockets.add(socket);
                write(socket, "GET /watch" + HEAD + "\r\n");
                assertEquals('H', socket.getInputStream().read());
            }
            HttpResponse<String> more = send(request("watch"));
            assertEquals(503, more.statusCode());
            assertEquals("{\"error\":\"Too many are watching already; close some pages.\"}", more.body());
            assertEquals(200, send(request("")).statusCode());
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        // a place is free as soon as it is noticed
        int status = 503;
        while (status == 503) {
            Thread.sleep(20);
            HttpResponse<InputStream> one = client.send(request("watch").build(), BodyHandlers.ofInputStream());
            status = one.statusCode();
            one.body().close();
        }
        assertEquals(200, status);
    }

    @Test
    void eventsAreTold() throws Exception {
        HttpResponse<InputStream> answer = client.send(request("watch").build(), BodyHandlers.ofInputStream());
        assertEquals(Request.EVENTS, answer.headers().firstValue("Content-Type").orElse(""));
        try (InputStream in = answer.body()) {
            String expected = "event: tick\ndata: 1\n\n: still there\n\n";
            assertEquals(expected, new String(in.readNBytes(expected.length()), StandardCharsets.UTF_8));
        }
    }

    @Test
    void closingEndsWhatIsBeingAnswered() throws Exception {
        try (Socket socket = connect()) {
            write(socket, "GET /late" + HEAD + "\r\n");
            assertTrue(begun.await(20, TimeUnit.SECONDS));
            host.close();
            assertEquals("", rest(socket));
        }
        assertTrue(interrupted.await(20, TimeUnit.SECONDS));
        assertThrows(IOException.class, this::connect);
    }

    @Test
    void aPortIsTakenOnce() {
        int port = URI.create(host.url()).getPort();
        assertThrows(
                BindException.class,
                () -> new HttpHost(
                        "test",
                        ServerOptions.loopback(port),
                        new PageFiles(HttpHostTest.class, List.of()),
                        request -> {}));
    }
}
