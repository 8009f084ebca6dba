package org.isolde.run.db.etcd;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/**
 * One node of etcd, over its JSON gateway.
 *
 * <p>Invariant: a request is sent once. Whoever gets an {@link IOException} that is no {@link EtcdRefusedException} has
 * no answer, and knows nothing.
 */
final class EtcdClient implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(2);
    /** Longer than etcd's own limits, so that mostly it is etcd that says what happened. */
    private static final Duration ANSWER = Duration.ofSeconds(12);

    private static final int OK = 200;

    private final HttpClient http;
    private final String base;
    private final String token;
    private final HttpRequest.Builder range;
    private final HttpRequest.Builder transaction;
    private volatile CompletableFuture<?> pending;
    private volatile boolean closed;

    /** @param token that shows who one is; null where nobody has to */
    EtcdClient(HttpClient http, int port, String token) {
        this.http = http;
        this.token = token;
        base = "http://127.0.0.1:" + port;
        range = to("/v3/kv/range");
        transaction = to("/v3/kv/txn");
    }

    /**
     * For all sessions of a database: a request has a connection for itself while it runs. Without HTTP/2, whose upgrade
     * etcd's gateway doesn't know.
     */
    static HttpClient http() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .build();
    }

    private HttpRequest.Builder to(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).timeout(ANSWER);
        return token == null ? request : request.header("Authorization", token);
    }

    /** The value of a key, at this revision or, if that is 0, at the newest that the cluster agrees on. */
    EtcdAnswer get(String key, long revision) throws IOException, InterruptedException {
        return range("\"key\":\"" + base64(key) + "\"", revision);
    }

    /** The values of all keys from one on and before another, at a revision as above. */
    EtcdAnswer get(String from, String before, long revision) throws IOException, InterruptedException {
        return range(keys(from, before), revision);
    }

    private EtcdAnswer range(String keys, long revision) throws IOException, InterruptedException {
        return send(range.POST(HttpRequest.BodyPublishers.ofString(
                "{" + keys + (revision == 0 ? "" : ",\"revision\":\"" + revision + "\"") + "}")));
    }

    /** A range of keys, as requests and compares name it. */
    static String keys(String from, String before) {
        return "\"key\":\"" + base64(from) + "\",\"range_end\":\"" + base64(before) + "\"";
    }

    /** Puts one key. */
    void put(String key, String value) throws IOException, InterruptedException {
        post("/v3/kv/put", "{\"key\":\"" + base64(key) + "\",\"value\":\"" + base64(value) + "\"}");
    }

    /**
     * Whatever happened to a range of keys from a revision on, and happens: a JSON object a line, until the stream is closed.
     */
    Stream<String> watch(String from, String before, long revision) throws IOException, InterruptedException {
        String request = "{\"create_request\":{" + keys(from, before) + ",\"start_revision\":\"" + revision + "\"}}";
        HttpResponse<Stream<String>> response = http.send(
                to("/v3/watch")
                        .POST(HttpRequest.BodyPublishers.ofString(request))
                        .build(),
                HttpResponse.BodyHandlers.ofLines());
        if (response.statusCode() != OK) {
            response.body().close();
            throw new IOException("etcd answered with HTTP status " + response.statusCode());
        }
        return response.body();
    }

    /** Runs a transaction, whose compares and operations are JSON. */
    EtcdAnswer transact(CharSequence compares, CharSequence puts) throws IOException, InterruptedException {
        return send(transaction.POST(
                HttpRequest.BodyPublishers.ofString("{\"compare\":[" + compares + "],\"success\":[" + puts + "]}")));
    }

    void deleteAll() throws IOException, InterruptedException {
        String zero = Base64.getEncoder().encodeToString(new byte[1]);
        send(to("/v3/kv/deleterange")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"key\":\"" + zero + "\",\"range_end\":\"" + zero + "\"}")));
    }

    /**
     * From now on the cluster asks everybody who they are; there is one user, who may do all.
     *
     * @return the token that shows that one is this user
     */
    String lock(String password) throws IOException, InterruptedException {
        String user = "{\"name\":\"root\",\"password\":\"" + password + "\"}";
        post("/v3/auth/role/add", "{\"name\":\"root\"}");
        post("/v3/auth/user/add", user);
        post("/v3/auth/user/grant", "{\"user\":\"root\",\"role\":\"root\"}");
        post("/v3/auth/enable", "{}");
        return post("/v3/auth/authenticate", user).token();
    }

    private EtcdAnswer post(String path, String json) throws IOException, InterruptedException {
        return send(to(path).POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    String version() throws IOException, InterruptedException {
        return send(to("/version").GET()).version();
    }

    /** Null if this node can serve; else why not. */
    String problem() throws InterruptedException {
        try {
            HttpResponse<String> answer = http.send(to("/health").GET().build(), HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == OK && answer.body().contains("\"true\"") ? null : answer.body();
        } catch (IOException e) {
            return e.toString();
        }
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    private EtcdAnswer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = await(http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
        EtcdAnswer answer = EtcdAnswer.parse(response.body());
        if (answer.error() != null) {
            throw new EtcdRefusedException(answer.code(), answer.error());
        }
        if (response.statusCode() != OK) {
            throw new IOException("etcd answered with HTTP status " + response.statusCode());
        }
        return answer;
    }

    private <T> T await(CompletableFuture<T> answer) throws IOException, InterruptedException {
        pending = answer;
        if (closed) {
            answer.cancel(true);
        }
        try {
            return answer.get();
        } catch (ExecutionException e) {
            // The type tells whether the request was sent at all.
            throw e.getCause() instanceof IOException lost ? lost : new IOException(e.getCause());
        } catch (CancellationException e) {
            throw new IOException("the session was closed", e);
        }
    }

    /** Whoever waits for an answer, in another thread, gets an exception. */
    @Override
    public void close() {
        closed = true;
        CompletableFuture<?> waiting = pending;
        if (waiting != null) {
            waiting.cancel(true);
        }
    }
}
