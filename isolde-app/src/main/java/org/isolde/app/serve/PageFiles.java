package org.isolde.app.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The page itself, out of the jar: its HTML, its style and its scripts. */
final class PageFiles {
    static final String INDEX = "index.html";

    /** All there are; a jar's folder can't be listed. */
    private static final List<String> NAMES = List.of(
            INDEX,
            "page.css",
            "app.js",
            "elements.js",
            "list.js",
            "run.js",
            "compare.js",
            "form.js",
            "watch.js",
            "icon.svg");

    private final Map<String, byte[]> files = new HashMap<>();

    PageFiles() {
        for (String name : NAMES) {
            try (InputStream in = PageFiles.class.getResourceAsStream(name)) {
                if (in == null) {
                    throw new IllegalStateException(name + " is missing in Isolde's jar");
                }
                files.put(name, in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    void send(Request request, String name) throws IOException, HttpProblem {
        byte[] content = files.get(name);
        if (content == null) {
            throw HttpProblem.notFound("page of that name");
        }
        request.addHeader("Cache-Control", "no-cache");
        request.bytes(200, type(name), content);
    }

    private static String type(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "css" -> "text/css; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "svg" -> "image/svg+xml; charset=utf-8";
            default -> "text/html; charset=utf-8";
        };
    }
}
