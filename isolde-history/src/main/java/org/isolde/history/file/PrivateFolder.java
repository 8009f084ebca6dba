package org.isolde.history.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Folders for what Isolde records, which holds the values of whoever is tested or monitored: for their owner alone, unless the
 * user has made the folder and so said who may look.
 *
 * <p>On file systems without such permissions they are folders like any other.
 */
public final class PrivateFolder {
    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> EXECUTE = EnumSet.of(
            PosixFilePermission.OWNER_EXECUTE, PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.OTHERS_EXECUTE);

    private PrivateFolder() {}

    /** Makes a folder for its owner alone, and what is missing above it; one that is there stays as it is. */
    public static void create(Path folder) throws IOException {
        Files.createDirectories(folder, as(folder, OWNER));
    }

    /**
     * Makes a new folder for those whom the one around it is for.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is something of that name
     */
    public static void createInside(Path folder) throws IOException {
        Path around = folder.toAbsolutePath().getParent();
        if (isPosix(folder)) {
            Set<PosixFilePermission> permissions = EnumSet.copyOf(OWNER);
            permissions.addAll(Files.getPosixFilePermissions(around));
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(permissions));
        } else {
            Files.createDirectory(folder);
        }
    }

    /** Lets all that lies in a folder be for those whom the folder is for, and for nobody else. */
    public static void close(Path folder) throws IOException {
        if (!isPosix(folder)) {
            return;
        }
        Set<PosixFilePermission> folders = Files.getPosixFilePermissions(folder);
        Set<PosixFilePermission> files = EnumSet.copyOf(folders);
        files.removeAll(EXECUTE);
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.toList();
        }
        for (Path path : all) {
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                Files.setPosixFilePermissions(path, folders);
            } else if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                Files.setPosixFilePermissions(path, files);
            }
        }
    }

    private static FileAttribute<?>[] as(Path path, Set<PosixFilePermission> permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
