package org.isolde.app.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.isolde.http.Request;

/**
 * The files of a run folder that may be looked at.
 *
 * <p>Invariant: only plain files that a walk of the folder finds, without following links; so no name that somebody
 * sends leads out of it.
 */
final class RunFiles {
    private static final int DEEPEST = 3;
    private static final int MOST = 2000;

    private RunFiles() {}

    /** All of them, by their names relative to the folder, with slashes. */
    static Map<String, Path> of(Path folder) throws IOException {
        Map<String, Path> files = new TreeMap<>();
        try (Stream<Path> found = Files.walk(folder, DEEPEST, new FileVisitOption[0])) {
            found.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .limit(MOST)
                    .forEach(file -> files.put(
                            folder.relativize(file)
                                    .toString()
                                    .replace(file.getFileSystem().getSeparator(), "/"),
                            file));
        } catch (java.io.UncheckedIOException e) {
            throw e.getCause();
        }
        return files;
    }

    /**
     * How a file is sent. Pages and pictures are opened as such, in a sandbox; the rest is text, or is only stored.
     *
     * @param policy what it may do in a browser
     */
    record Kind(String contentType, String policy) {}

    private static final String NOTHING = "sandbox; default-src 'none'; frame-ancestors 'self'";

    /** A report brings everything along, so it gets nothing from the network, nor from this server. */
    private static final String REPORT = "sandbox allow-scripts allow-downloads; default-src 'none';"
            + " script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:;"
            + " base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

    static final String PICTURE =
            "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

    private static final Set<String> TEXTS = Set.of("txt", "jsonl", "dot", "sql", "spec", "log", "md", "csv", "edn");

    static Kind kind(String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1);
        if (ending.equals("html")) {
            return new Kind("text/html; charset=utf-8", REPORT);
        }
        if (ending.equals("svg")) {
            return new Kind("image/svg+xml; charset=utf-8", PICTURE);
        }
        if (ending.equals("json")) {
            return new Kind("application/json; charset=utf-8", NOTHING);
        }
        if (ending.equals("png")) {
            return new Kind("image/png", NOTHING);
        }
        return new Kind(TEXTS.contains(ending) ? "text/plain; charset=utf-8" : "application/octet-stream", NOTHING);
    }

    /** Sends a file of a run folder. */
    static void send(Request request, String name, Path file) throws IOException {
        Kind kind = kind(name);
        request.addHeader("Content-Security-Policy", kind.policy());
        request.addHeader("X-Frame-Options", "SAMEORIGIN");
        // a page in a sandbox has no origin, so it can't keep its window to its own
        request.removeHeader("Cross-Origin-Opener-Policy");
        request.addHeader("Cache-Control", "no-store");
        if (request.parameter("download") != null) {
            String plain = name.substring(name.lastIndexOf('/') + 1);
            request.addHeader(
                    "Content-Disposition",
                    "attachment; filename*=UTF-8''"
                            + URLEncoder.encode(plain, StandardCharsets.UTF_8).replace("+", "%20"));
        }
        try (SeekableByteChannel channel =
                        Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
                InputStream in = Channels.newInputStream(channel)) {
            if (request.method().equals("HEAD")) {
                request.addHeader("Content-Length", Long.toString(channel.size()));
            }
            // in chunks: a history that is being written grows meanwhile
            try (OutputStream out = request.begin(kind.contentType())) {
                if (out != null) {
                    in.transferTo(out);
                }
            }
        }
    }
}
