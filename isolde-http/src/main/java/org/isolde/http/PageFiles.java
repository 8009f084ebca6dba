package org.isolde.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files of a page, out of the jar: its HTML, its style and its scripts. */
public final class PageFiles {
    public static final String INDEX = "index.html";

    private final Map<String, byte[]> files = new HashMap<>();

    /**
     * @param beside the class that they lie beside
     * @param names all there are; a jar's folder can't be listed
     */
    public PageFiles(Class<?> beside, List<String> names) {
        for (String name : names) {
            try (InputStream in = beside.getResourceAsStream(name)) {
                if (in == null) {
                    throw new IllegalStateException(name + " is missing in Isolde's jar");
                }
                files.put(name, in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public void send(Request request, String name) throws IOException, HttpProblem {
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
