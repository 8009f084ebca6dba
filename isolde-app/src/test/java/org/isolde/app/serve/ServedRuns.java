package org.isolde.app.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.isolde.history.format.Json;
import org.isolde.http.ServerOptions;

/** A server over run folders that a test makes, and a client of it. */
final class ServedRuns implements AutoCloseable {
    static final String TOKEN = "a-token-of-some-length";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path runs;
    /** What the link has, if tests are allowed and the test brings none. */
    private final String token;

    private final PageServer server;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    private ServedRuns(Path runs, String token, boolean allowTests) throws IOException {
        this.runs = runs;
        this.server = PageServer.start(new ServeOptions(
                runs, new ServerOptions("127.0.0.1", InetAddress.getLoopbackAddress(), 0, token), allowTests));
        this.token = token == null && allowTests ? server.link().replaceFirst(".*=", "") : null;
    }

    static ServedRuns readOnly(Path runs) throws IOException {
        return new ServedRuns(runs, null, false);
    }

    static ServedRuns withTests(Path runs) throws IOException {
        return new ServedRuns(runs, null, true);
    }

    static ServedRuns withToken(Path runs) throws IOException {
        return new ServedRuns(runs, TOKEN, true);
    }

    /** The page, with the token if one is asked for. */
    String link() {
        return server.link();
    }

    /** Where a path of the server is; {@code ""} is the page. */
    String url(String path) {
        return server.url() + path;
    }

    String origin() {
        return server.url().replaceFirst("/$", "");
    }

    /** A folder of a run, with these files: name, content, name, content. */
    Path folder(String name, String... files) throws IOException {
        Path folder = Files.createDirectories(runs.resolve(name));
        for (int i = 0; i < files.length; i += 2) {
            Files.writeString(folder.resolve(files[i]), files[i + 1]);
        }
        return folder;
    }

    /** A run that has ended. */
    Path finished(String name, String target, String verdict, int committed) throws IOException {
        return folder(
                name,
                "command.txt",
                "isolde test --db " + target + "\n",
                "log.txt",
                "2026-11-16T03:42:48.892406297Z opened " + target + "\n",
                "history.jsonl",
                header(target) + "\n",
                "verdict.json",
                verdict(target, verdict, committed));
    }

    /** A run of fuzzing that has ended, with one finding, and one mismatch that is known. */
    Path fuzzed(String name, String cause, String script) throws IOException {
        Path folder = folder(
                name,
                "command.txt",
                "isolde fuzz --db h2 --seed 1\n",
                "log.txt",
                "2026-11-16T03:42:48.892406297Z opened h2\n",
                "fuzz.json",
                "{\"target\":\"h2\",\"database\":\"X 1.0\",\"options\":{\"isolation\":\"snapshot\",\"oracle\":[\"state\"],"
                        + "\"seed\":1},\"verdict\":\"violated\",\"cases\":40,\"seconds\":10.0,\"executions\":200,"
                        + "\"statements\":400,\"compared\":300,\"discardedCases\":{\"waits for ever\":2},"
                        + "\"refusedStatements\":0.0,\"refusedBecause\":{},\"time\":{\"executing\":5.0},"
                        + "\"kinds\":{\"update\":7,\"window sum\":0},\"repeated\":1,\"unconfirmed\":0,"
                        + "\"findings\":[{\"folder\":\"findings/001-state-x\",\"cause\":" + Json.of(cause)
                        + ",\"oracle\":\"state\",\"what\":\"x\",\"expected\":" + Json.of(cause)
                        + ",\"actual\":\"1 row\",\"transactions\":2,\"statements\":3,\"case\":17}],\"knownMismatches\":5,"
                        + "\"known\":[{\"folder\":\"known/001-crash-y\",\"cause\":\"crash: y\",\"oracle\":\"crash\",\"what\":\"y\","
                        + "\"expected\":\"an answer\",\"actual\":\"none\",\"transactions\":1,\"statements\":1,\"case\":18,"
                        + "\"knownAs\":\"x-crash\",\"sentence\":" + Json.of(cause)
                        + ",\"reference\":\"docs/findings/x.md\"}]}");
        for (String place : List.of("findings/001-state-x", "known/001-crash-y")) {
            Path kept = Files.createDirectories(folder.resolve(place));
            Files.writeString(kept.resolve("script.sql"), script);
        }
        return folder;
    }

    /** A survey that has ended, at a level that has broken its promise and one that has not. */
    Path surveyed(String name) throws IOException {
        String hazards = "[{\"name\":\"write skew\",\"meaning\":\"x\",\"forbidden\":%s,\"seen\":true}]";
        return folder(
                name,
                "command.txt",
                "./isolde survey\n",
                "log.txt",
                "2026-11-16T03:42:48.892406297Z process 1\n",
                "history.jsonl",
                header("h2") + "\n",
                "survey.html",
                "<!doctype html><title>s</title><p>All levels",
                "survey.json",
                "{\"target\":\"h2\",\"database\":\"X 1.0\",\"command\":\"./isolde survey\",\"verdict\":\"violated\",\"levels\":["
                        + "{\"isolation\":\"snapshot\",\"hazards\":" + hazards.formatted("false") + "},"
                        + "{\"isolation\":\"serializable\",\"hazards\":" + hazards.formatted("true") + "}]}");
    }

    static String header(String target) {
        return "{\"isolde\":1,\"live\":true,\"database\":\"X 1.0\",\"target\":" + Json.of(target)
                + ",\"isolation\":\"serializable\",\"workload\":\"mini\",\"workloadOptions\":{\"seed\":7,\"sessions\":8}}";
    }

    static String verdict(String target, String verdict, int committed) {
        String anomalies = verdict.equals("violated")
                ? "[{\"name\":\"LostUpdate\",\"alias\":\"G-single\",\"level\":\"si\",\"transactions\":[\"1:1\",\"2:1\"],"
                        + "\"key\":\"<b>k</b>\",\"value\":null,\"story\":\"s\",\"cycle\":[{\"from\":\"1:1\",\"to\":\"2:1\","
                        + "\"kind\":\"rw\",\"key\":\"<b>k</b>\",\"because\":\"T1:1 read <img src=x onerror=alert(1)>\"}]}]"
                : "[]";
        return "{\"isolde\":\"0.1.0\",\"command\":[\"isolde\",\"test\"],\"database\":\"X 1.0\",\"target\":"
                + Json.of(target)
                + ",\"isolation\":\"serializable\",\"levels\":[\"ser\"],\"workload\":\"mini\","
                + "\"workloadOptions\":{\"seed\":7,\"sessions\":8},\"verdict\":\"" + verdict
                + "\",\"rounds\":[{\"round\":1,"
                + "\"run\":{\"seconds\":2.0,\"committed\":" + committed
                + ",\"rolledBack\":0,\"aborted\":" + committed
                + ",\"unknown\":0,\"operations\":10,\"committedPerSecond\":1.0,\"abortRate\":0.5,"
                + "\"latencyMillis\":{\"median\":1.5,\"p95\":2.0,\"p99\":3.0,\"max\":4.0},\"reasons\":{}},"
                + "\"check\":{\"verdicts\":{\"si\":\"" + verdict + "\",\"ser\":\"" + verdict
                + "\"},\"classification\":{\"strongest\":[],\"weakest\":[]},\"anomalies\":" + anomalies
                + ",\"algorithm\":{}}}]}";
    }

    /** As somebody who has the link; one who was given {@link #TOKEN} has to send it. */
    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = anonymous(path);
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    HttpRequest.Builder anonymous(String path) {
        return HttpRequest.newBuilder(URI.create(url(path))).timeout(Duration.ofSeconds(30));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    JsonNode json(String path) throws Exception {
        HttpResponse<String> response = get(path);
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        return JSON.readTree(response.body());
    }

    static JsonNode parsed(String json) throws IOException {
        return JSON.readTree(json);
    }

    /** Sends JSON as the page does. */
    HttpResponse<String> post(String path, String body) throws Exception {
        return send(request(path)
                .header("Content-Type", "application/json")
                .header("Origin", origin())
                .header("X-Isolde-Secret", json("api/session").get("secret").asText())
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** The events of a test up to its end: the name of each, a space, and its JSON. */
    List<String> events(int test) throws Exception {
        List<String> events = new ArrayList<>();
        String name = "";
        for (String line : client.send(
                        request("api/tests/" + test + "/events")
                                .timeout(Duration.ofSeconds(60))
                                .build(),
                        BodyHandlers.ofLines())
                .body()
                .toList()) {
            if (line.startsWith("event: ")) {
                name = line.substring(7);
            } else if (line.startsWith("data: ")) {
                events.add(name + " " + line.substring(6));
            }
        }
        return events;
    }

    @Override
    public void close() {
        server.close();
    }
}
