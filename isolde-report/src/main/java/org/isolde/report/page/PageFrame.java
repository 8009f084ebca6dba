package org.isolde.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.isolde.report.draw.Drawing;

/**
 * What stands around a page that opens from disk and fetches nothing: its content security policy allows the one style sheet and the one
 * script in it, by their hashes, and nothing else.
 */
final class PageFrame {
    private PageFrame() {}

    /**
     * A whole page.
     *
     * @param body header and main part; the latter has the id "main"
     * @param script empty if there is none
     */
    static String around(String title, Html body, String script) {
        String style = Drawing.styleSheet() + resource("report.css");
        Html html = new Html();
        html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        html.open(
                "meta",
                "http-equiv",
                "Content-Security-Policy",
                "content",
                "default-src 'none'; style-src '" + hash(style) + "'; script-src '" + hash(script)
                        + "'; img-src data:; base-uri 'none'; form-action 'none'");
        html.raw("\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        html.raw("<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n");
        html.element("title", title + " \u2013 Isolde");
        html.raw("<style>").raw(style).raw("</style>\n</head>\n<body>\n");
        html.raw("<a class=\"skip\" href=\"#main\">Skip to the findings</a>\n");
        html.raw(body.toString());
        html.open("footer")
                .text("Made by Isolde. This file fetches nothing from the network.")
                .close("footer");
        if (!script.isEmpty()) {
            html.raw("<script>").raw(script).raw("</script>\n");
        }
        return html.raw("</body>\n</html>\n").toString();
    }

    static String resource(String name) {
        try (InputStream in = PageFrame.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " can't be read from the jar", e);
        }
    }

    /** What a content security policy calls a text that it allows. */
    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
