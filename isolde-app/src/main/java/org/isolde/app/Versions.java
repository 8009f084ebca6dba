package org.isolde.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Which Isolde this is. */
public final class Versions {
    /** The version of the pom that this was built from. */
    public static final String ISOLDE = read();

    private Versions() {}

    private static String read() {
        try (InputStream in = Versions.class.getResourceAsStream("version")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
