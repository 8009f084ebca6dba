package org.isolde.bench;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.isolde.run.artifact.FolderTree;

/**
 * What becomes of an honest sender, and of the monitor's threads and memory, while thousands of connections begin a request and
 * stop.
 */
final class StallsBenchmark implements Benchmark {
    private static final int CONNECTIONS = 3_000;
    private static final long SECONDS = 20;
    private static final String STALLED =
            "POST /v1/transactions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{";

    private final Table table = new Table(
            ">connections", ">threads", ">MB", ">answered", ">turned away", ">first answer after s", ">slowest s");

    private int sent;
    private int refused;
    private double slowest;
    private double first;
    private long threads;
    private long memory;

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        laboratory.say("stalls");
        Path folder = Files.createTempDirectory("isolde-stalls-");
        List<String> words = List.of(
                "monitor",
                "--level",
                "si",
                "--listen",
                "127.0.0.1:0",
                "--state",
                folder.resolve("state").toString());
        List<Socket> sockets = new ArrayList<>();
        try (ServerProcess server = new ServerProcess(laboratory, words, folder)) {
            for (int i = 0; i < CONNECTIONS; i++) {
                stall(server.uri(), i % 2 == 0 ? "G" : STALLED, sockets);
            }
            send(server);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
            FolderTree.delete(folder);
        }
        table.row(
                Table.count(CONNECTIONS),
                Table.count((int) threads),
                Table.count((int) (memory * 1024 / 1_000_000)),
                Table.count(sent),
                Table.count(refused),
                Table.fixed(first, 1),
                Table.fixed(slowest, 1));
        return "### Stalled senders\n\n"
                + "Connections to `isolde monitor`, half of which send a byte and stop, and half the head of a request for"
                + " 100 kB; meanwhile one client sends, transaction by transaction, for " + SECONDS
                + " seconds. Threads and memory are the most that its process had.\n\n" + table;
    }

    private static void stall(URI uri, String text, List<Socket> sockets) throws IOException {
        Socket socket = new Socket(uri.getHost(), uri.getPort());
        sockets.add(socket);
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // turned away, which is what a limit is for
            socket.close();
        }
    }

    private void send(ServerProcess server) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(SECONDS)) {
            long start = System.nanoTime();
            if (accepted(server.uri())) {
                sent++;
                first = sent == 1 ? (System.nanoTime() - begin) / 1e9 : first;
            } else {
                refused++;
                Thread.sleep(200);
            }
            slowest = Math.max(slowest, (System.nanoTime() - start) / 1e9);
            threads = Math.max(threads, server.figure("Threads"));
            memory = Math.max(memory, server.figure("VmRSS"));
        }
        if (sent == 0) {
            throw new BenchmarkException("nobody can send beside " + CONNECTIONS + " stalled connections");
        }
    }

    /** Sends a transaction; whether it was taken. */
    private boolean accepted(URI uri) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) uri.resolve("/v1/transactions").toURL().openConnection();
        connection.setConnectTimeout(10_000);
        connection.setReadTimeout(20_000);
        connection.setDoOutput(true);
        try {
            connection
                    .getOutputStream()
                    .write(("{\"session\":\"s\",\"seq\":" + sent + ",\"start\":" + 2 * sent + ",\"commit\":"
                                    + (2 * sent + 1) + ",\"ops\":[[\"w\",\"x\"," + sent + "]]}\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            // closed at once where there are too many connections
            return false;
        } finally {
            connection.disconnect();
        }
    }
}
