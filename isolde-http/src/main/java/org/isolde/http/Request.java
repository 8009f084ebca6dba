package org.isolde.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isolde.history.format.Json;

/**
 * A request and its answer: the path in its parts, the body, and the kinds of answers that there are. Used by the thread that
 * answers it.
 *
 * <p>Invariant: the clock runs while the other side is waited for, and only then.
 */
public final class Request {
    /** The type of server-sent events. */
    public static final String EVENTS = "text/event-stream; charset=utf-8";

    private static final int PIECE = 1 << 16;

    private final HttpExchange exchange;
    private final Deadlines.Clock clock;
    private final List<String> path;
    private final Map<String, String> query;

    Request(HttpExchange exchange, Deadlines.Clock clock) throws HttpProblem {
        this.exchange = exchange;
        this.clock = clock;
        this.path = parts(exchange.getRequestURI().getRawPath());
        this.query = query(exchange.getRequestURI().getRawQuery());
    }

    private static List<String> parts(String raw) throws HttpProblem {
        List<String> parts = new ArrayList<>();
        // an address of a host alone has no path
        for (String part : raw.isEmpty() ? new String[] {""} : raw.substring(1).split("/", -1)) {
            parts.add(decoded(part.replace("+", "%2B")));
        }
        return parts;
    }

    private static Map<String, String> query(String raw) throws HttpProblem {
        Map<String, String> query = new LinkedHashMap<>();
        if (raw != null) {
            for (String pair : raw.split("&", -1)) {
                int equals = pair.indexOf('=');
                query.put(
                        decoded(equals < 0 ? pair : pair.substring(0, equals)),
                        equals < 0 ? "" : decoded(pair.substring(equals + 1)));
            }
        }
        return query;
    }

    private static String decoded(String text) throws HttpProblem {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new HttpProblem(400, "The address has a percent sign in it that begins no character.");
        }
    }

    public String method() {
        return exchange.getRequestMethod();
    }

    public boolean isPost() {
        return method().equals("POST");
    }

    /** The parts of the path, between its slashes. */
    public List<String> path() {
        return path;
    }

    /** A parameter of the query; null if it is not there. */
    public String parameter(String name) {
        return query.get(name);
    }

    /** The first header of a name; null if there is none. */
    public String header(String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }

    public void addHeader(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
    }

    /** The body as it comes. */
    public InputStream body() {
        return new FilterInputStream(exchange.getRequestBody()) {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                clock.startBody();
                try {
                    return in.read(bytes, offset, length);
                } catch (IOException | IndexOutOfBoundsException e) {
                    // the JDK's own reader of chunks trips over some of them
                    throw clock.isCut() ? new IOException(e) : new BadBodyException(e);
                } finally {
                    clock.stop();
                }
            }

            /** Nothing: what is left of it is drained behind the answer, which else would wait for it. */
            @Override
            public void close() {}
        };
    }

    private void sendHeaders(int status, long length) throws IOException {
        clock.time(() -> exchange.sendResponseHeaders(status, length));
    }

    private OutputStream answer() {
        return new FilterOutputStream(exchange.getResponseBody()) {
            @Override
            public void write(int value) throws IOException {
                clock.time(() -> out.write(value));
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                // piece by piece, since the clock is about silence, and not about how much there is
                for (int done = 0; done < length; done += PIECE) {
                    int from = offset + done;
                    int size = Math.min(PIECE, length - done);
                    clock.time(() -> out.write(bytes, from, size));
                }
            }

            @Override
            public void flush() throws IOException {
                clock.time(out::flush);
            }

            @Override
            public void close() throws IOException {
                clock.timeEnd(out::close);
            }
        };
    }

    /** How long the body is, as its head says; -1 if it does not. */
    private long announced() {
        String length = header("Content-Length");
        return length == null ? -1 : Long.parseLong(length);
    }

    /** The whole body. */
    public byte[] body(int largest) throws IOException, HttpProblem {
        HttpProblem tooLarge = new HttpProblem(413, "The request is larger than " + largest + " bytes.");
        if (announced() > largest) {
            throw tooLarge;
        }
        byte[] body = body().readNBytes(largest + 1);
        if (body.length > largest) {
            throw tooLarge;
        }
        return body;
    }

    public void json(int status, Object value) throws IOException {
        addHeader("Cache-Control", "no-store");
        bytes(status, "application/json; charset=utf-8", Json.of(value).getBytes(StandardCharsets.UTF_8));
    }

    public void problem(int status, String message) throws IOException {
        json(status, Map.of("error", message));
    }

    public void bytes(int status, String contentType, byte[] content) throws IOException {
        addHeader("Content-Type", contentType);
        if (method().equals("HEAD")) {
            addHeader("Content-Length", Integer.toString(content.length));
            sendHeaders(status, -1);
            return;
        }
        sendHeaders(status, content.length == 0 ? -1 : content.length);
        try (OutputStream out = answer()) {
            out.write(content);
        }
    }

    public void redirect(String location) throws IOException {
        addHeader("Location", location);
        sendHeaders(303, -1);
    }

    /**
     * Begins an answer whose length is not known yet; it ends when the stream is closed.
     *
     * @return null if only the headers were asked for
     */
    public OutputStream begin(String contentType) throws IOException {
        addHeader("Content-Type", contentType);
        if (method().equals("HEAD")) {
            sendHeaders(200, -1);
            return null;
        }
        sendHeaders(200, 0);
        return answer();
    }

    public void removeHeader(String name) {
        exchange.getResponseHeaders().remove(name);
    }

    /** Begins an answer of server-sent events, which goes on until the stream is closed. */
    public EventOutput events() throws IOException {
        addHeader("Content-Type", EVENTS);
        addHeader("Cache-Control", "no-store");
        sendHeaders(200, 0);
        return new EventOutput(answer());
    }

    /** The cookies that came along. */
    public List<String> cookies(String name) {
        List<String> values = new ArrayList<>();
        Headers headers = exchange.getRequestHeaders();
        for (String line : headers.getOrDefault("Cookie", List.of())) {
            for (String cookie : line.split(";", -1)) {
                if (cookie.strip().startsWith(name + "=")) {
                    values.add(cookie.strip().substring(name.length() + 1));
                }
            }
        }
        return values;
    }

    /** The path as it came, for a redirect to itself; it begins with one slash and no more. */
    public String rawPath() {
        return "/" + exchange.getRequestURI().getRawPath().replaceFirst("^/+", "");
    }
}
