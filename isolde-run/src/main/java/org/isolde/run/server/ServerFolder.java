package org.isolde.run.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A temporary folder, and the servers that run in it.
 *
 * <p>Invariant: when this is closed, or the process that made it ends in any way, {@code kill -9} too, then the servers
 * end and the folder goes. A small shell process beside Isolde sees to it: it waits for the end of a pipe that only
 * Isolde holds, so there is one way to clean up, and no end of Isolde that it misses.
 */
public final class ServerFolder implements AutoCloseable {
    private static final int SECONDS_TO_CLOSE = 30;
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> PASSABLE = PosixFilePermissions.fromString("rwx--x--x");

    private final Path folder;
    private final Process supervisor;

    private ServerFolder(Path folder, Process supervisor) {
        this.folder = folder;
        this.supervisor = supervisor;
    }

    /**
     * @param name for the folder's name
     * @param signal what servers are sent at the end, as {@code kill} names it; {@code KILL} if that does no harm
     * @param seconds how long they have after that, until they are killed
     */
    public static ServerFolder create(String name, String signal, int seconds) throws IOException {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"))
                .toRealPath()
                .resolve("isolde-" + name + "-" + Long.toUnsignedString(new SecureRandom().nextLong()));
        List<String> command = new ArrayList<>(ownSession());
        command.addAll(List.of("sh", "-c", script(), "isolde-supervisor", folder.toString(), signal, "" + seconds));
        Process supervisor = new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        ServerFolder made = new ServerFolder(folder, supervisor);
        try {
            // only now: whoever is killed before has made nothing that would stay
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNERS));
            // A server that runs as another user has to pass through.
            Files.setPosixFilePermissions(folder, PASSABLE);
            Files.createDirectory(groups(folder));
        } catch (IOException e) {
            made.close();
            throw e;
        }
        return made;
    }

    /** Where a server keeps its things. */
    public Path path() {
        return folder;
    }

    Path groups() {
        return groups(folder);
    }

    private static Path groups(Path folder) {
        return folder.resolve("groups");
    }

    /** The words before a command that make it the leader of a session, so that Ctrl-C doesn't reach it. */
    static List<String> ownSession() throws IOException {
        if (Programs.isInstalled("setsid")) {
            return List.of("setsid");
        }
        if (Programs.isInstalled("perl")) {
            // macOS has no setsid.
            return List.of("perl", "-e", "use POSIX; POSIX::setsid(); exec @ARGV or exit 127", "--");
        }
        throw new IOException("neither setsid nor perl is installed; install util-linux");
    }

    static String script() throws IOException {
        try (InputStream in = ServerFolder.class.getResourceAsStream("supervisor.sh")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Ends the servers and removes the folder, and returns when that is done. */
    @Override
    public void close() {
        try {
            supervisor.getOutputStream().close();
            if (!supervisor.waitFor(SECONDS_TO_CLOSE, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the servers in " + folder + " don't end; look at them by hand");
            }
        } catch (IOException e) {
            throw new IllegalStateException("can't end the servers in " + folder, e);
        } catch (InterruptedException e) {
            // The supervisor goes on without us.
            Thread.currentThread().interrupt();
        }
    }
}
