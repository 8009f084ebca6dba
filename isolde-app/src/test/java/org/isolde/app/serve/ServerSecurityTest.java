package org.isolde.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isolde.http.Guard;
import org.isolde.http.ServerOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the server refuses, and what it says along with its answers. */
@Timeout(60)
class ServerSecurityTest {
    @TempDir
    private Path home;

    private Path runs() throws Exception {
        return Files.createDirectories(home.resolve("runs"));
    }

    /** Sends a request as it stands, which clients of today would not, and returns the answer. */
    private static String raw(ServedRuns served, String request) throws Exception {
        URI uri = URI.create(served.url(""));
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write((request.replace("\n", "\r\n") + "Connection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int status(String answer) {
        return Integer.parseInt(answer.split(" ", 3)[1]);
    }

    @Test
    void everyAnswerHasTheHeadersThatKeepOthersOut() throws Exception {
        try (ServedRuns served = ServedRuns.readOnly(runs())) {
            for (String path : List.of("", "runs/x", "assets/app.js", "api/runs", "api/nothing", "nothing")) {
                HttpResponse<String> response = served.get(path);
                assertEquals(
                        "nosniff",
                        response.headers().firstValue("X-Content-Type-Options").orElse(""),
                        path);
                assertEquals(
                        "DENY", response.headers().firstValue("X-Frame-Options").orElse(""), path);
                String policy =
                        response.headers().firstValue("Content-Security-Policy").orElse("");
                assertTrue(policy.startsWith("default-src 'none'; script-src 'self';"), policy);
                assertFalse(policy.contains("unsafe"), policy);
                assertTrue(
                        response.headers()
                                .firstValue("Access-Control-Allow-Origin")
                                .isEmpty(),
                        path);
            }
        }
    }

    @Test
    void theHostMustBeThisMachine() throws Exception {
        try (ServedRuns served = ServedRuns.readOnly(runs())) {
            for (String host : List.of("127.0.0.1", "localhost", "localhost:9000", "[::1]:80", "LOCALHOST")) {
                assertEquals(200, status(raw(served, "GET /api/runs HTTP/1.1\nHost: " + host + "\n")), host);
            }
            for (String host :
                    List.of("evil.example", "evil.example:8642", "127.0.0.1.evil.example", "10.0.0.1", "", "a@b")) {
                assertEquals(403, status(raw(served, "GET /api/runs HTTP/1.1\nHost: " + host + "\n")), host);
            }
            assertEquals(403, status(raw(served, "GET /api/runs HTTP/1.0\n")), "none at all");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"})
    void otherMethodsAreRefused(String method) throws Exception {
        try (ServedRuns served = ServedRuns.readOnly(runs())) {
            assertEquals(
                    405,
                    served.send(served.request("api/runs").method(method, BodyPublishers.noBody()))
                            .statusCode());
        }
    }

    @Test
    void noPathLeadsOutOfARunFolder() throws Exception {
        Files.writeString(home.resolve("secret.txt"), "the secret");
        Files.writeString(Files.createDirectory(runs().resolve(".ssh")).resolve("id_rsa"), "the secret");
        try (ServedRuns served = ServedRuns.readOnly(runs())) {
            Path run = served.finished("run", "h2", "satisfied", 1);
            Files.createSymbolicLink(run.resolve("link.txt"), home.resolve("secret.txt"));
            Files.createSymbolicLink(run.resolve("out"), home);
            Files.createSymbolicLink(runs().resolve("away"), home);
            Files.createSymbolicLink(runs().resolve("latest"), home);
            assertEquals(200, served.get("api/runs/run/files/command.txt").statusCode());
            for (String path : List.of(
                    "/api/runs/run/files/link.txt",
                    "/api/runs/run/files/out/secret.txt",
                    "/api/runs/run/files/../../secret.txt",
                    "/api/runs/run/files/..%2f..%2fsecret.txt",
                    "/api/runs/run/files/%2e%2e/%2e%2e/secret.txt",
                    "/api/runs/run/files/" + home.resolve("secret.txt"),
                    "/api/runs/run/files//command.txt",
                    "/api/runs/run/files/./command.txt",
                    "/api/runs/run/files/",
                    "/api/runs/run/files",
                    "/api/runs/../files/secret.txt",
                    "/api/runs/%2e%2e/files/secret.txt",
                    "/api/runs/./files/run/command.txt",
                    "/api/runs/away/files/secret.txt",
                    "/api/runs/latest/files/secret.txt",
                    "/api/runs/..",
                    "/api/runs//files/.ssh/id_rsa",
                    "/api/runs//files/run/command.txt",
                    "/api/runs/",
                    "/api/plot?runs=",
                    "/api",
                    "/api/",
                    "/assets/../PageServer.class",
                    "/assets/PageServer.class",
                    "/assets/%2e%2e%2fTestJob.class")) {
                String answer = raw(served, "GET " + path + " HTTP/1.1\nHost: localhost\n");
                assertEquals(404, status(answer), path);
                assertFalse(answer.contains("the secret"), path);
            }
            assertEquals(400, status(raw(served, "GET /api/runs/%zz HTTP/1.1\nHost: localhost\n")));
        }
    }

    /** The link that Isolde makes itself is understood. */
    @Test
    void latestIsTheNewest() throws Exception {
        try (ServedRuns served = ServedRuns.readOnly(runs())) {
            served.finished("run", "h2", "satisfied", 1);
            Files.createSymbolicLink(runs().resolve("latest"), Path.of("run"));
            assertEquals("run", served.json("api/runs/latest").get("name").asText());
            assertEquals(1, served.json("api/runs").get("runs").size());
        }
    }

    @Test
    void filesOfARunCanDoNothing() throws Exception {
        try (ServedRuns served = ServedRuns.readOnly(runs())) {
            Path run = served.finished("run", "h2", "satisfied", 1);
            Files.writeString(run.resolve("report.html"), "<script>1</script>");
            Files.writeString(run.resolve("picture.svg"), "<svg/>");
            Files.writeString(run.resolve("program.exe"), "MZ");
            for (String name : List.of("report.html", "picture.svg", "program.exe", "verdict.json")) {
                HttpResponse<String> response = served.get("api/runs/run/files/" + name);
                String policy =
                        response.headers().firstValue("Content-Security-Policy").orElse("");
                assertTrue(policy.startsWith("sandbox"), policy);
                assertTrue(policy.contains("default-src 'none'"), policy);
                assertFalse(policy.contains("allow-same-origin"), policy);
            }
            HttpResponse<String> download = served.get("api/runs/run/files/history.jsonl?download");
            assertEquals(
                    "attachment; filename*=UTF-8''history.jsonl",
                    download.headers().firstValue("Content-Disposition").orElse(""));
            assertEquals(ServedRuns.header("h2") + "\n", download.body());
        }
    }

    private static HttpRequest.Builder start(ServedRuns served) {
        return served.request("api/tests").POST(BodyPublishers.ofString("{\"db\":\"nothing\"}"));
    }

    @Test
    void onlyThePageItselfMayChangeAnything() throws Exception {
        try (ServedRuns served = ServedRuns.withTests(runs())) {
            String secret = served.json("api/session").get("secret").asText();
            String json = "application/json";
            assertEquals(415, served.send(start(served)).statusCode(), "no type");
            assertEquals(
                    415,
                    served.send(start(served)
                                    .header("Content-Type", "text/plain")
                                    .header("Origin", served.origin())
                                    .header("X-Isolde-Secret", secret))
                            .statusCode(),
                    "what any page can send");
            assertEquals(
                    403,
                    served.send(start(served).header("Content-Type", json).header("X-Isolde-Secret", secret))
                            .statusCode(),
                    "no origin");
            assertEquals(
                    403,
                    served.send(start(served)
                                    .header("Content-Type", json)
                                    .header("Origin", "http://evil.example")
                                    .header("X-Isolde-Secret", secret))
                            .statusCode(),
                    "another origin");
            assertEquals(
                    403,
                    served.send(start(served).header("Content-Type", json).header("Origin", served.origin()))
                            .statusCode(),
                    "no secret");
            assertEquals(
                    403,
                    served.send(start(served)
                                    .header("Content-Type", json)
                                    .header("Origin", served.origin())
                                    .header("X-Isolde-Secret", "guessed"))
                            .statusCode(),
                    "a wrong one");
            HttpResponse<String> right = served.post("api/tests", "{\"db\":\"nothing\"}");
            assertEquals(400, right.statusCode());
            assertTrue(right.body().contains("'nothing' is no database that Isolde knows"), right.body());
        }
    }

    @Test
    void readOnlyMeansReadOnly() throws Exception {
        try (ServedRuns served = ServedRuns.readOnly(runs())) {
            HttpResponse<String> response = served.post("api/tests", "{\"db\":\"h2\"}");
            assertEquals(403, response.statusCode());
            assertTrue(response.body().contains("--allow-tests"), response.body());
            assertEquals(403, served.post("api/tests/1/cancel", "{}").statusCode());
            assertEquals(404, served.post("api/runs", "{}").statusCode());
        }
    }

    @Test
    void theTokenIsAskedFor() throws Exception {
        try (ServedRuns served = ServedRuns.withToken(runs())) {
            for (String path : List.of(
                    "api/session", "api/runs", "api/runs/x", "api/options", "api/tests", "api/tests/1/events")) {
                assertEquals(401, served.get(path).statusCode(), path);
            }
            assertEquals(200, served.get("").statusCode(), "the empty page, which asks for it");
            assertEquals(
                    401,
                    served.send(served.request("api/runs").header("Authorization", "Bearer wrong"))
                            .statusCode());
            assertEquals(
                    200,
                    served.send(served.request("api/runs").header("Authorization", "Bearer " + ServedRuns.TOKEN))
                            .statusCode());
            assertEquals(401, login(served, "wrong").statusCode());
            HttpResponse<String> right = login(served, ServedRuns.TOKEN);
            assertEquals(200, right.statusCode());
            String cookie = right.headers().firstValue("Set-Cookie").orElseThrow();
            assertTrue(cookie.contains("; HttpOnly; SameSite=Strict"), cookie);
            assertFalse(cookie.contains(ServedRuns.TOKEN), cookie);
            assertEquals(
                    200,
                    served.send(served.request("api/runs").header("Cookie", "a=b; " + cookie.split(";", 2)[0]))
                            .statusCode());
            assertEquals(
                    401,
                    served.send(served.request("api/runs").header("Cookie", Guard.COOKIE + "=guessed"))
                            .statusCode());
            HttpResponse<String> link = served.get("runs/x?token=" + ServedRuns.TOKEN);
            assertEquals(303, link.statusCode());
            assertEquals("/runs/x", link.headers().firstValue("Location").orElse(""));
            assertTrue(link.headers().firstValue("Set-Cookie").isPresent());
            assertTrue(served.get("runs/x?token=wrong")
                    .headers()
                    .firstValue("Set-Cookie")
                    .isEmpty());
        }
    }

    /** Every process of this machine reaches loopback, whoever runs it. */
    @Test
    void whereTestsMayBeStartedATokenIsAskedForOnLoopbackToo() throws Exception {
        try (ServedRuns served = ServedRuns.withTests(runs())) {
            for (String path : List.of("api/session", "api/runs", "api/options", "api/tests")) {
                assertEquals(401, served.send(served.anonymous(path)).statusCode(), path);
            }
            assertEquals(
                    401,
                    served.send(served.anonymous("api/tests")
                                    .header("Content-Type", "application/json")
                                    .header("Origin", served.origin())
                                    .POST(BodyPublishers.ofString("{\"db\":\"h2\"}")))
                            .statusCode());
            String query = served.link().substring(served.url("").length());
            assertTrue(query.matches("\\?token=[A-Za-z0-9_-]{32}"), query);
            HttpResponse<String> link = served.send(served.anonymous(query));
            assertEquals(303, link.statusCode());
            assertEquals("/", link.headers().firstValue("Location").orElse(""));
            String cookie = link.headers().firstValue("Set-Cookie").orElseThrow();
            assertEquals(
                    200,
                    served.send(served.anonymous("api/session").header("Cookie", cookie.split(";", 2)[0]))
                            .statusCode());
            try (ServedRuns other = ServedRuns.withTests(runs())) {
                assertFalse(other.link().endsWith(query), "each server has its own");
            }
        }
    }

    private static HttpResponse<String> login(ServedRuns served, String token) throws Exception {
        return served.send(served.request("api/login")
                .header("Content-Type", "application/json")
                .header("Origin", served.origin())
                .POST(BodyPublishers.ofString("{\"token\":\"" + token + "\"}")));
    }

    @Test
    void anAddressForOthersNeedsAToken() throws Exception {
        ServeOptions open = new ServeOptions(
                runs(), new ServerOptions("0.0.0.0", InetAddress.getByName("0.0.0.0"), 0, null), false);
        assertThrows(IllegalArgumentException.class, () -> PageServer.start(open));
    }

    @Test
    void whatIsTooLargeOrNoJsonIsRefused() throws Exception {
        try (ServedRuns served = ServedRuns.withTests(runs())) {
            assertEquals(
                    413,
                    served.post("api/tests", "{\"db\":\"" + "x".repeat(100_000) + "\"}")
                            .statusCode());
            HttpResponse<String> broken = served.post("api/tests", "{\"password\":\"hunter2\", oops");
            assertEquals(400, broken.statusCode());
            assertFalse(broken.body().contains("hunter2"), broken.body());
            assertEquals(400, served.post("api/tests", "[]").statusCode());
            assertEquals(400, served.post("api/tests", "").statusCode());
        }
    }
}
