package org.isolde.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A monitor that many connections send to at once, each the next request when the one before was answered. */
final class MonitorOverHttp {
    static final int CONNECTIONS = 20;
    static final int LINES = 500;

    private static final Pattern SESSION = Pattern.compile("\\{\"session\":(\\d+),");

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI uri;

    private MonitorOverHttp(URI uri) {
        this.uri = uri;
    }

    /**
     * What it took.
     *
     * @param seconds from the first request until all was checked
     * @param status of the monitor in the end, as JSON
     */
    record Outcome(double seconds, String status) {}

    /**
     * Starts a monitor, and sends it the lines of a file, which has a header.
     *
     * @param words of the command line, behind {@code isolde} and without its address
     * @param folder where what it prints is kept
     */
    static Outcome measure(Laboratory laboratory, List<String> words, Path folder, Path lines)
            throws IOException, InterruptedException {
        List<List<byte[]>> requests = requests(lines);
        List<String> listening = new ArrayList<>(words);
        listening.addAll(List.of("--listen", "127.0.0.1:0"));
        try (ServerProcess server = new ServerProcess(laboratory, listening, folder)) {
            return new MonitorOverHttp(server.uri()).send(requests);
        } catch (ExecutionException e) {
            throw new BenchmarkException("sending to the monitor failed: " + e.getCause());
        }
    }

    /** The bodies of each connection: its sessions' transactions, in the order of the file. */
    private static List<List<byte[]>> requests(Path file) throws IOException {
        List<List<byte[]>> requests = new ArrayList<>();
        List<StringBuilder> open = new ArrayList<>();
        int[] lines = new int[CONNECTIONS];
        for (int i = 0; i < CONNECTIONS; i++) {
            requests.add(new ArrayList<>());
            open.add(new StringBuilder());
        }
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            open.get(0).append(reader.readLine()).append('\n');
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Matcher session = SESSION.matcher(line);
                if (!session.lookingAt()) {
                    throw new BenchmarkException("a line without a session: " + line);
                }
                int to = Integer.parseInt(session.group(1)) % CONNECTIONS;
                open.get(to).append(line).append('\n');
                if (++lines[to] % LINES == 0) {
                    requests.get(to).add(body(open.get(to)));
                }
            }
        }
        for (int i = 0; i < CONNECTIONS; i++) {
            requests.get(i).add(body(open.get(i)));
        }
        return requests;
    }

    private static byte[] body(StringBuilder lines) {
        byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        lines.setLength(0);
        return bytes;
    }

    private Outcome send(List<List<byte[]>> requests) throws IOException, InterruptedException, ExecutionException {
        // the header goes first
        post(requests.get(0).remove(0));
        long start = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Future<?>> connections = new ArrayList<>();
            for (List<byte[]> bodies : requests) {
                connections.add(threads.submit(() -> {
                    for (byte[] body : bodies) {
                        post(body);
                    }
                    return null;
                }));
            }
            for (Future<?> connection : connections) {
                connection.get();
            }
        } finally {
            threads.shutdownNow();
        }
        String status = get("v1/status");
        while (!status.contains("\"lagTransactions\":0,")) {
            LockSupport.parkNanos(20_000_000);
            status = get("v1/status");
        }
        return new Outcome((System.nanoTime() - start) / 1e9, status);
    }

    private String get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri.resolve(path)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private void post(byte[] body) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(uri.resolve("v1/transactions"))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(response.statusCode() + " " + response.body());
        }
    }
}
