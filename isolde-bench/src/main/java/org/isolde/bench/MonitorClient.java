package org.isolde.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Asks a monitor over HTTP that may be down for a while, and asks again until it answers. */
final class MonitorClient {
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(3);

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final String address;

    private MonitorClient(String address) {
        this.address = address;
    }

    /** Of a monitor that will listen at a port which is free now. */
    static MonitorClient atFreePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new MonitorClient("127.0.0.1:" + socket.getLocalPort());
        }
    }

    String address() {
        return address;
    }

    String get(String path) throws InterruptedException {
        return send(HttpRequest.newBuilder(URI.create("http://" + address + path)));
    }

    /** Sends transactions until they are answered. */
    void post(String lines) throws InterruptedException {
        send(HttpRequest.newBuilder(URI.create("http://" + address + "/v1/transactions"))
                .POST(HttpRequest.BodyPublishers.ofString(lines)));
    }

    private String send(HttpRequest.Builder request) throws InterruptedException {
        HttpRequest built = request.timeout(Duration.ofSeconds(30)).build();
        long limit = System.nanoTime() + PATIENCE_NANOS;
        String last = "no answer";
        while (System.nanoTime() < limit) {
            try {
                HttpResponse<String> answer = client.send(built, HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    return answer.body();
                }
                if (answer.statusCode() != 503) {
                    throw new BenchmarkException(
                            built.uri() + " answers " + answer.statusCode() + ": " + answer.body());
                }
                last = answer.body();
            } catch (IOException e) {
                // it is down; it will be back
                last = e.toString();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        throw new BenchmarkException(built.uri() + " does not answer: " + last);
    }
}
