package org.isolde.bench;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.isolde.generate.Generator;
import org.isolde.generate.GeneratorOptions;
import org.isolde.generate.HistoryShape;
import org.isolde.generate.Mutation;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.format.Format;
import org.isolde.history.format.Source;
import org.isolde.run.artifact.FolderTree;

/**
 * Damaged inputs, by the ten thousand: histories of every format, and requests to the page and to the monitor, which run as a
 * user would start them. Each must be taken or refused in words; nothing may hang, fail with a stack trace, or end a server.
 */
final class MutationsBenchmark implements Benchmark {
    private static final long SEED = 42;
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int PATIENCE_MILLIS = 20_000;
    private static final String TOKEN = "a token of some length";

    private final Table table = new Table("input", ">inputs", "outcomes", ">stack traces", ">hangs", ">seconds");
    private final Random random = new Random(SEED);

    /** What became of the inputs of one kind. */
    private static final class Outcomes {
        private final Map<String, Integer> counts = new TreeMap<>();
        private final long begin = System.nanoTime();
        private int inputs;
        private int traces;
        private int hangs;
        private String worst = "";

        void add(String outcome) {
            inputs++;
            counts.merge(outcome, 1, Integer::sum);
        }

        void trace(String what) {
            traces++;
            worst = worst.isEmpty() ? what : worst;
        }
    }

    @Override
    public String run(Laboratory laboratory, Sizes sizes) throws IOException, InterruptedException {
        int number = sizes.mutations();
        List<String> faults = new ArrayList<>();
        laboratory.say("mutations: formats");
        finish(laboratory, "histories", formats(number / 2), faults);
        Path folder = Files.createTempDirectory("isolde-mutations-");
        try {
            servers(laboratory, folder, number / 4, faults);
        } finally {
            FolderTree.delete(folder);
        }
        if (!faults.isEmpty()) {
            throw new BenchmarkException("damaged inputs did harm:\n" + String.join("\n", faults));
        }
        return "### Damaged inputs\n\n"
                + "Valid inputs, damaged in one to three places: bits, bytes, parts left out or doubled, numbers that are too"
                + " large, bytes that are no text. Histories are generated ones in every format that Isolde writes, read as"
                + " what they look like or as any of the formats; requests go to processes of their own, by a connection"
                + " each.\n\n" + table;
    }

    private void servers(Laboratory laboratory, Path folder, int number, List<String> faults)
            throws IOException, InterruptedException {
        Path token = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        Files.createDirectory(folder.resolve("runs"));
        laboratory.say("mutations: the page");
        List<String> serve = List.of(
                "serve",
                "--allow-tests",
                "--port",
                "0",
                "--runs",
                folder.resolve("runs").toString());
        finish(
                laboratory,
                "requests to the page",
                server(laboratory, folder, serve, token, MutationsBenchmark::page, number),
                faults);
        laboratory.say("mutations: the monitor");
        List<String> monitor = List.of(
                "monitor",
                "--level",
                "si",
                "--listen",
                "127.0.0.1:0",
                "--state",
                folder.resolve("state").toString());
        finish(
                laboratory,
                "requests to the monitor",
                server(laboratory, folder, monitor, token, uri -> monitor(), number),
                faults);
    }

    private void finish(Laboratory laboratory, String kind, Outcomes outcomes, List<String> faults) throws IOException {
        double seconds = (System.nanoTime() - outcomes.begin) / 1e9;
        table.row(
                kind,
                Table.count(outcomes.inputs),
                outcomes.counts.toString().replaceAll("[{}]", "").replace('=', ' '),
                Integer.toString(outcomes.traces),
                Integer.toString(outcomes.hangs),
                Table.fixed(seconds, 0));
        Map<String, Object> measurement = new LinkedHashMap<>();
        measurement.put("benchmark", "mutations");
        measurement.put("kind", kind);
        measurement.put("inputs", outcomes.inputs);
        measurement.put("traces", outcomes.traces);
        measurement.put("hangs", outcomes.hangs);
        measurement.put("seconds", seconds);
        laboratory.json().write(measurement);
        if (outcomes.traces + outcomes.hangs > 0) {
            faults.add(
                    kind + ": " + outcomes.traces + " stack traces, " + outcomes.hangs + " hangs; " + outcomes.worst);
        }
    }

    private record Sample(Format format, byte[] bytes) {}

    /** @param format null for what it looks like */
    private static void read(Format format, byte[] bytes) throws IOException {
        try (Source source = Source.of("damaged", new ByteArrayInputStream(bytes))) {
            (format == null ? Format.recognise(source) : format).read(source);
        }
    }

    private Outcomes formats(int number) throws IOException {
        List<Sample> valid = new ArrayList<>();
        for (HistoryShape shape : HistoryShape.values()) {
            History history = Generator.generate(GeneratorOptions.builder()
                    .shape(shape)
                    .transactions(10)
                    .sessions(3)
                    .keys(5)
                    .seed(SEED)
                    .build());
            for (Format format : Format.values()) {
                if (format.isWritable() && format.impossible(history) == null) {
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    format.write(history, out);
                    valid.add(new Sample(format, out.toByteArray()));
                    read(format, out.toByteArray());
                }
            }
        }
        Outcomes outcomes = new Outcomes();
        Format[] formats = Format.values();
        for (int i = 0; i < number; i++) {
            Sample sample = valid.get(i % valid.size());
            byte[] damaged = Mutation.of(sample.bytes(), random);
            Format format = i % 3 == 0 ? formats[random.nextInt(formats.length)] : i % 3 == 1 ? null : sample.format();
            long begin = System.nanoTime();
            try {
                read(format, damaged);
                outcomes.add("read");
            } catch (BadHistoryException e) {
                outcomes.add("refused");
            } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
                outcomes.add("failed");
                outcomes.trace(e + " for " + new String(damaged, StandardCharsets.ISO_8859_1));
            }
            if (System.nanoTime() - begin > LONGEST_NANOS) {
                outcomes.hangs++;
            }
        }
        return outcomes;
    }

    /** Valid requests to a server. */
    @FunctionalInterface
    private interface Requests {
        List<byte[]> to(URI uri) throws IOException;
    }

    /** Sends damaged requests to a server that is started for it, and looks at what it said at last. */
    private Outcomes server(
            Laboratory laboratory, Path folder, List<String> words, Path token, Requests requests, int number)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(words);
        command.addAll(List.of("--token-file", token.toString()));
        try (ServerProcess server = new ServerProcess(laboratory, command, folder)) {
            URI uri = server.uri();
            List<byte[]> valid = requests.to(uri);
            Outcomes outcomes = new Outcomes();
            for (int i = 0; i < number; i++) {
                byte[] damaged = Mutation.of(valid.get(i % valid.size()), random);
                String outcome = send(uri, damaged);
                outcomes.add(outcome);
                if (outcome.equals("no end")) {
                    outcomes.hangs++;
                } else if (outcome.equals("500")) {
                    outcomes.trace("500 for " + new String(damaged, StandardCharsets.ISO_8859_1));
                }
            }
            String last = send(uri, bytes("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
            if (!last.equals("200") || !server.isAlive()) {
                outcomes.trace("the server is not well at last: " + last);
            }
            if (server.errors().contains("\tat ") || server.errors().contains("Exception")) {
                outcomes.trace("standard error has a stack trace:\n" + server.errors());
            }
            return outcomes;
        }
    }

    /** The status of the answer; "closed" if there is none, "no end" if the connection stays open. */
    private static String send(URI uri, byte[] request) throws IOException {
        try {
            String text = answer(uri, request);
            return text.startsWith("HTTP/1.1 ") && text.length() > 12 ? text.substring(9, 12) : "closed";
        } catch (SocketTimeoutException e) {
            return "no end";
        } catch (SocketException e) {
            return "closed";
        }
    }

    private static String answer(URI uri, byte[] request) throws IOException {
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static final String HEAD =
            " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer " + TOKEN + "\r\n";

    private static byte[] get(String path) {
        return bytes("GET " + path + HEAD + "\r\n");
    }

    private static byte[] post(String path, String headers, byte[] body) {
        byte[] head = bytes("POST " + path + HEAD + headers + "Content-Length: " + body.length + "\r\n\r\n");
        return joined(head, body);
    }

    private static byte[] chunked(String path, String body) {
        return bytes("POST " + path + HEAD + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length())
                + "\r\n" + body + "\r\n0\r\n\r\n");
    }

    private static byte[] joined(byte[] one, byte[] other) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(one);
        out.writeBytes(other);
        return out.toByteArray();
    }

    private static List<byte[]> page(URI uri) throws IOException {
        Matcher secret = Pattern.compile("\"secret\":\"([^\"]*)").matcher(answer(uri, get("/api/session")));
        if (!secret.find()) {
            throw new BenchmarkException("the page does not tell its secret");
        }
        String json = "Content-Type: application/json\r\nOrigin: http://localhost\r\nX-Isolde-Secret: "
                + secret.group(1) + "\r\n";
        return List.of(
                get("/"),
                get("/?token=" + TOKEN.replace(' ', '+')),
                get("/assets/app.js"),
                get("/api/session"),
                get("/api/runs"),
                get("/api/runs/latest"),
                get("/api/runs/run/files/history.jsonl?download"),
                get("/api/plot?runs=one/two"),
                get("/api/options"),
                get("/api/tests/1"),
                post("/api/login", json, bytes("{\"token\":\"" + TOKEN + "\"}")),
                post(
                        "/api/tests",
                        json,
                        bytes("{\"db\":\"h2\",\"options\":{\"level\":\"none\",\"time\":\"1s\",\"sessions\":4}}")));
    }

    private static List<byte[]> monitor() throws IOException {
        String lines = "{\"isolde\":1,\"initial\":0}\n"
                + "{\"session\":\"a\",\"seq\":0,\"start\":10,\"commit\":12,\"ops\":[[\"r\",\"x\",0],[\"w\",\"x\",1]]}\n"
                + "{\"session\":\"b\",\"seq\":0,\"start\":[13,0],\"commit\":[13,2],\"ops\":[[\"r\",\"x\",1],[\"append\",\"l\",2]]}\n"
                + "{\"session\":\"a\",\"seq\":1,\"status\":\"aborted\",\"ops\":[]}\n";
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes(lines));
        }
        return List.of(
                post("/v1/transactions", "", bytes(lines)),
                post("/v1/transactions", "Content-Encoding: gzip\r\n", packed.toByteArray()),
                chunked("/v1/transactions", lines),
                get("/v1/violations?from=1"),
                get("/v1/status"),
                get("/metrics"),
                get("/health"));
    }
}
