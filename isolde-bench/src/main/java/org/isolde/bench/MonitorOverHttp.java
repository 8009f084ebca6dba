package org.isolde.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
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

    private final URI uri;
    private final Path folder;

    private MonitorOverHttp(URI uri, Path folder) {
        this.uri = uri;
        this.folder = folder;
    }

    /**
     * What it took.
     *
     * @param seconds from the first request until all was checked
     * @param cpuSeconds of the monitor, with its start
     * @param sendersCpuSeconds of this process meanwhile
     * @param status of the monitor in the end, as JSON
     */
    record Outcome(double seconds, double cpuSeconds, double sendersCpuSeconds, String status) {}

    /**
     * Starts a monitor, and sends it the lines of a file, which has a header.
     *
     * @param words of the command line, behind {@code isolde} and without its address
     * @param folder where what it prints is kept, and what is sent
     */
    static Outcome measure(Laboratory laboratory, List<String> words, Path folder, Path lines)
            throws IOException, InterruptedException {
        List<String> listening = new ArrayList<>(words);
        listening.addAll(List.of("--listen", "127.0.0.1:0"));
        try (ServerProcess server = new ServerProcess(laboratory, listening, folder)) {
            MonitorOverHttp http = new MonitorOverHttp(server.uri(), folder);
            return http.send(server, http.prepared(lines));
        } catch (ExecutionException e) {
            throw new BenchmarkException("sending to the monitor failed: " + e.getCause());
        }
    }

    /** The requests of each connection: its sessions' transactions, in the order of the file. */
    private List<PreparedSender> prepared(Path file) throws IOException {
        List<PreparedSender> senders = new ArrayList<>();
        List<StringBuilder> open = new ArrayList<>();
        int[] lines = new int[CONNECTIONS];
        for (int i = 0; i < CONNECTIONS; i++) {
            senders.add(new PreparedSender(uri.resolve("v1/transactions"), folder.resolve("connection-" + i)));
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
                    senders.get(to).add(body(open.get(to)));
                }
            }
        }
        for (int i = 0; i < CONNECTIONS; i++) {
            senders.get(i).add(body(open.get(i)));
            senders.get(i).prepared();
        }
        return senders;
    }

    private static byte[] body(StringBuilder lines) {
        byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        lines.setLength(0);
        return bytes;
    }

    private Outcome send(ServerProcess server, List<PreparedSender> senders)
            throws IOException, InterruptedException, ExecutionException {
        InetSocketAddress to = new InetSocketAddress(uri.getHost(), uri.getPort());
        // the header goes first
        senders.get(0).send(to, 0, 1);
        double mine = ServerProcess.cpuSeconds(ProcessHandle.current());
        long start = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Future<?>> connections = new ArrayList<>();
            for (PreparedSender sender : senders) {
                connections.add(threads.submit(() -> {
                    sender.send(to, sender == senders.get(0) ? 1 : 0, sender.count());
                    return null;
                }));
            }
            for (Future<?> connection : connections) {
                connection.get();
            }
        } finally {
            threads.shutdownNow();
        }
        String status = status();
        while (!status.contains("\"lagTransactions\":0,")) {
            LockSupport.parkNanos(20_000_000);
            status = status();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Outcome(
                seconds, server.cpuSeconds(), ServerProcess.cpuSeconds(ProcessHandle.current()) - mine, status);
    }

    private String status() throws IOException {
        try (InputStream in = uri.resolve("v1/status").toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
