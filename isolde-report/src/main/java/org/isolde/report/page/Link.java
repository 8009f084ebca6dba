package org.isolde.report.page;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A file beside the report.
 *
 * @param finding the finding it belongs to, from 1; 0 for the whole report
 * @param path its path relative to the report, with {@code /} between folders
 * @param text what it is
 */
public record Link(int finding, String path, String text) {
    public Link {
        if (path.startsWith("/") || path.contains(":")) {
            throw new IllegalArgumentException("a link of a report leads to a file beside it, not to " + path);
        }
    }

    /** A link of the whole report. */
    public Link(String path, String text) {
        this(0, path, text);
    }

    /** The path as a part of a URL. */
    String address() {
        StringBuilder address = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || "/-_.~".indexOf(c) >= 0)) {
                address.append(c);
            } else {
                address.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            }
        }
        return address.toString();
    }
}
