package org.isolde.run.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.isolde.run.DatabaseException;

/** How a server that refuses to run as root is run, whoever runs Isolde. */
public enum Unprivileged {
    /** Isolde isn't run by root: nothing to do. */
    AS_IS(""),
    /**
     * In a user namespace without a root of its own. Files still belong to the real root, so folders that only root
     * may enter do no harm. The namespace of its own for shared memory goes with its last process.
     */
    NAMESPACE("unshare --user --ipc --"),
    /** As the user "nobody", who needs to own the data and to reach the programs; where namespaces are forbidden. */
    NOBODY("setpriv --reuid=65534 --regid=65534 --clear-groups --");

    private static final int NOBODYS_NUMBER = 65534;

    private final String prefix;

    Unprivileged(String prefix) {
        this.prefix = prefix;
    }

    /** The way that works here. */
    public static Unprivileged find() throws DatabaseException {
        if (!isRoot()) {
            return AS_IS;
        }
        for (Unprivileged way : List.of(NAMESPACE, NOBODY)) {
            if (Programs.succeeds(way.command(List.of("true")))) {
                return way;
            }
        }
        throw new DatabaseException("this server does not run as root, and neither unshare nor setpriv can help here;"
                + " run Isolde as another user, or install util-linux");
    }

    public static boolean isRoot() throws DatabaseException {
        try {
            Path probe = Files.createTempFile("isolde-", "");
            try {
                return Files.getAttribute(probe, "unix:uid").equals(0);
            } finally {
                Files.delete(probe);
            }
        } catch (IOException e) {
            throw new DatabaseException("can't make a file in the folder for temporary files: " + e.getMessage(), e);
        }
    }

    /** The command that runs a command this way. */
    public List<String> command(List<String> command) {
        return prefix.isEmpty()
                ? command
                : Stream.concat(Stream.of(prefix.split(" ", -1)), command.stream())
                        .toList();
    }

    /** Gives a folder that a server writes to, and all in it, to whom it runs as. */
    public void own(Path folder) throws IOException {
        if (this != NOBODY) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Files.setAttribute(path, "unix:uid", NOBODYS_NUMBER, LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(path, "unix:gid", NOBODYS_NUMBER, LinkOption.NOFOLLOW_LINKS);
            }
        }
    }

    /** Whether a program can be started this way where it is; a folder above it may be closed to "nobody". */
    public boolean canReach(Path program) {
        return this != NOBODY || Programs.succeeds(command(List.of("test", "-x", program.toString())));
    }
}
