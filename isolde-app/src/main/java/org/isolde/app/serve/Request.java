package org.isolde.app.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.isolde.app.JsonTree;
import org.isolde.history.format.Json;

/** A request and its answer: the path in its parts, the body as JSON, and the kinds of answers that there are. */
final class Request {
    private static final int LARGEST_BODY = 64 << 10;

    private final HttpExchange exchange;
    private final List<String> path;
    private final Map<String, String> query;

    Request(HttpExchange exchange) throws HttpProblem {
        this.exchange = exchange;
        this.path = parts(exchange.getRequestURI().getRawPath());
        this.query = query(exchange.getRequestURI().getRawQuery());
    }

    private static List<String> parts(String raw) throws HttpProblem {
        List<String> parts = new ArrayList<>();
        for (String part : raw.substring(1).split("/", -1)) {
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

    String method() {
        return exchange.getRequestMethod();
    }

    boolean isPost() {
        return method().equals("POST");
    }

    /** The parts of the path, between its slashes. */
    List<String> path() {
        return path;
    }

    /** A parameter of the query; null if it is not there. */
    String parameter(String name) {
        return query.get(name);
    }

    /** The first header of a name; null if there is none. */
    String header(String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }

    void addHeader(String name, String value) {
        exchange.getResponseHeaders().set(name, value);
    }

    Map<String, Object> body() throws IOException, HttpProblem {
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
        if (body.length > LARGEST_BODY) {
            throw new HttpProblem(413, "The request is larger than " + LARGEST_BODY + " bytes.");
        }
        try {
            return JsonTree.object(body);
        } catch (IOException e) {
            throw new HttpProblem(400, "The request can't be understood: " + e.getMessage() + ".");
        }
    }

    void json(int status, Object value) throws IOException {
        addHeader("Cache-Control", "no-store");
        bytes(status, "application/json; charset=utf-8", Json.of(value).getBytes(StandardCharsets.UTF_8));
    }

    void problem(int status, String message) throws IOException {
        json(status, Map.of("error", message));
    }

    void bytes(int status, String contentType, byte[] content) throws IOException {
        addHeader("Content-Type", contentType);
        if (method().equals("HEAD")) {
            addHeader("Content-Length", Integer.toString(content.length));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(content);
        }
    }

    void redirect(String location) throws IOException {
        addHeader("Location", location);
        exchange.sendResponseHeaders(303, -1);
    }

    /** Sends a file of a run folder. */
    void file(String name, Path file, RunFiles.Kind kind) throws IOException {
        addHeader("Content-Type", kind.contentType());
        addHeader("Content-Security-Policy", kind.policy());
        addHeader("X-Frame-Options", "SAMEORIGIN");
        // a page in a sandbox has no origin, so it can't keep its window to its own
        exchange.getResponseHeaders().remove("Cross-Origin-Opener-Policy");
        addHeader("Cache-Control", "no-store");
        if (parameter("download") != null) {
            String plain = name.substring(name.lastIndexOf('/') + 1);
            addHeader(
                    "Content-Disposition",
                    "attachment; filename*=UTF-8''"
                            + URLEncoder.encode(plain, StandardCharsets.UTF_8).replace("+", "%20"));
        }
        try (SeekableByteChannel channel =
                        Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
                InputStream in = Channels.newInputStream(channel)) {
            if (method().equals("HEAD")) {
                addHeader("Content-Length", Long.toString(channel.size()));
                exchange.sendResponseHeaders(200, -1);
                return;
            }
            // in chunks: a history that is being written grows meanwhile
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                in.transferTo(out);
            }
        }
    }

    /** Begins an answer of server-sent events, which goes on until the stream is closed. */
    OutputStream events() throws IOException {
        addHeader("Content-Type", "text/event-stream; charset=utf-8");
        addHeader("Cache-Control", "no-store");
        exchange.sendResponseHeaders(200, 0);
        return exchange.getResponseBody();
    }

    /** The cookies that came along. */
    List<String> cookies(String name) {
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
    String rawPath() {
        return "/" + exchange.getRequestURI().getRawPath().replaceFirst("^/+", "");
    }
}
