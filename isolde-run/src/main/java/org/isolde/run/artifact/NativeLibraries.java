package org.isolde.run.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.isolde.run.DatabaseException;

/**
 * Native libraries that lie in jars. Left to themselves, drivers unpack them into the folder for temporary files, at each start
 * and for good where the process ends suddenly; here they are unpacked once, into the cache.
 */
public final class NativeLibraries {
    private NativeLibraries() {}

    /** Whether an entry of a jar has a text in it, such as a class the name of what it calls. */
    public static boolean contains(List<Path> jars, String entry, String text) throws DatabaseException {
        for (Path jar : jars) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                ZipEntry found = zip.getEntry(entry);
                if (found != null) {
                    try (InputStream in = zip.getInputStream(found)) {
                        return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).contains(text);
                    }
                }
            } catch (IOException e) {
                throw new DatabaseException("can't read " + jar + ": " + e.getMessage(), e);
            }
        }
        return false;
    }

    /**
     * A library of a jar, unpacked.
     *
     * @param jars where it may be
     * @param entry its name in there
     * @param user who is to load it: a file can be loaded by one class loader of a process only
     * @param name that the file is to have
     * @return null if none of the jars has it
     */
    public static Path unpacked(List<Path> jars, String entry, String user, String name) throws DatabaseException {
        for (Path jar : jars) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                ZipEntry found = zip.getEntry(entry);
                if (found != null) {
                    String folder = jar.getFileName().toString().replaceFirst("\\.jar$", "") + "-" + user;
                    return ArtifactStore.ofUser()
                            .unpacked(folder, into -> {
                                try (InputStream in = zip.getInputStream(found)) {
                                    Files.copy(in, into.resolve(name));
                                }
                            })
                            .resolve(name);
                }
            } catch (IOException e) {
                throw new DatabaseException("can't unpack " + entry + " of " + jar + ": " + e.getMessage(), e);
            }
        }
        return null;
    }
}
