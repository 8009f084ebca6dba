package org.isolde.run.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Passwords of servers that Isolde starts. Loopback is reached by every user of the machine: without one they could get in, and
 * many servers let whoever is in run programs.
 */
public final class Passwords {
    private static final int BYTES = 16;

    private Passwords() {}

    /** A new one, which nobody guesses; of letters and digits that nothing takes for a sign. */
    public static String random() {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** Writes a file that only its owner reads: arguments and environments of processes are seen by others. */
    public static Path write(Path file, String text) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, text);
    }
}
