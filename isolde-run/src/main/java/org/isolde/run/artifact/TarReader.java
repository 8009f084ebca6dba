package org.isolde.run.artifact;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Unpacks a tar archive: files, folders, symbolic and hard links, in the formats "ustar", "pax" and GNU's.
 *
 * <p>Invariant: nothing is written outside of the folder, and no link in it leads out, by way of others neither. Names and
 * links that would are refused, and links are made after all files, so that no file is written through one.
 */
public final class TarReader {
    private static final int BLOCK = 512;

    private final InputStream in;
    private final Path folder;
    private final List<Link> links = new ArrayList<>();

    private record Link(Path at, String target, boolean symbolic) {
        /** Where it leads if nothing on the way is a link. */
        Path plain() {
            return at.resolveSibling(target).normalize();
        }
    }

    private TarReader(InputStream in, Path folder) {
        this.in = in;
        this.folder = folder.normalize();
    }

    /** Unpacks into a folder; all may read what comes out, and execute what was executable. */
    public static void unpack(InputStream archive, Path folder) throws IOException {
        new TarReader(archive, folder).unpack();
    }

    private void unpack() throws IOException {
        byte[] header = new byte[BLOCK];
        String longName = null;
        String longLink = null;
        while (in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0) {
            long size = number(header, 124, 12);
            char type = (char) header[156];
            if (type == 'L' || type == 'K') {
                // GNU: the name (or the link's target) of the next entry is too long for its header.
                String text = text(body(size), 0, (int) size);
                longName = type == 'L' ? text : longName;
                longLink = type == 'K' ? text : longLink;
                continue;
            }
            if (type == 'x') {
                // POSIX, for the same; lines of "length key=value", which have more than names in them.
                for (String line : text(body(size), 0, (int) size).split("\n", -1)) {
                    String record = line.substring(line.indexOf(' ') + 1);
                    longName = record.startsWith("path=") ? record.substring("path=".length()) : longName;
                    longLink = record.startsWith("linkpath=") ? record.substring("linkpath=".length()) : longLink;
                }
                continue;
            }
            String name = longName != null ? longName : name(header);
            String link = longLink != null ? longLink : text(header, 157, 100);
            longName = null;
            longLink = null;
            Path path = inside(folder.resolve(name), name);
            switch (type) {
                case '0', '\0' -> file(path, size, (number(header, 100, 8) & 0111) != 0);
                case '5' -> Files.createDirectories(path);
                case '1' ->
                    links.add(new Link(path, inside(folder.resolve(link), link).toString(), false));
                case '2' -> {
                    inside(path.resolveSibling(link), link);
                    links.add(new Link(path, link, true));
                }
                case 'g' -> skip(size);
                default -> throw new IOException("tar entry \"" + name + "\" has the unknown type '" + type + "'");
            }
        }
        checkLinks();
        for (Link link : links) {
            Files.createDirectories(link.at().getParent());
            if (link.symbolic()) {
                Files.createSymbolicLink(link.at(), Path.of(link.target()));
            } else {
                Files.createLink(link.at(), Path.of(link.target()));
            }
        }
    }

    /**
     * Refuses links whose way is not what it looks like. Behind a symbolic link {@code ..} is the parent of where it leads,
     * and what is placed or hard-linked behind one lies elsewhere than its name says.
     */
    private void checkLinks() throws IOException {
        Set<Path> symbolic = new HashSet<>();
        links.stream().filter(Link::symbolic).forEach(link -> symbolic.add(link.at()));
        for (Link link : links) {
            boolean clear = !leadsThrough(link.at().getParent(), symbolic)
                    && (link.symbolic() ? upOnlyFirst(link, symbolic) : !leadsThrough(link.plain(), symbolic));
            if (!clear) {
                throw new IOException("tar entry \"" + folder.relativize(link.at()) + "\" leads through another link");
            }
        }
    }

    private boolean leadsThrough(Path path, Set<Path> symbolic) {
        for (Path part = path; part != null && !part.equals(folder); part = part.getParent()) {
            if (symbolic.contains(part)) {
                return true;
            }
        }
        return false;
    }

    /** Whether no step of a link's target goes up from behind another link, nor out of the folder meanwhile. */
    private boolean upOnlyFirst(Link link, Set<Path> symbolic) {
        boolean behindLink = false;
        Path here = link.at().getParent();
        for (Path step : Path.of(link.target())) {
            boolean up = step.toString().equals("..");
            if (up && behindLink) {
                return false;
            }
            here = here.resolve(step).normalize();
            if (!here.startsWith(folder)) {
                return false;
            }
            behindLink |= symbolic.contains(here);
        }
        return true;
    }

    private Path inside(Path path, String name) throws IOException {
        Path normal = path.normalize();
        if (!normal.startsWith(folder)) {
            throw new IOException("tar entry \"" + name + "\" leads out of the folder");
        }
        return normal;
    }

    private void file(Path path, long size, boolean executable) throws IOException {
        Files.createDirectories(path.getParent());
        try (OutputStream out = Files.newOutputStream(path)) {
            byte[] buffer = new byte[1 << 16];
            for (long left = size; left > 0; ) {
                int n = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (n < 0) {
                    throw new EOFException("the tar archive ends in the middle of a file");
                }
                out.write(buffer, 0, n);
                left -= n;
            }
        }
        in.skipNBytes(padding(size));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
    }

    private byte[] body(long size) throws IOException {
        if (size > 1 << 16) {
            throw new IOException("a tar entry has a name of " + size + " bytes");
        }
        byte[] bytes = in.readNBytes((int) size);
        in.skipNBytes(padding(size));
        return bytes;
    }

    private void skip(long size) throws IOException {
        in.skipNBytes(size + padding(size));
    }

    private static long padding(long size) {
        return (BLOCK - size % BLOCK) % BLOCK;
    }

    private static String name(byte[] header) {
        String name = text(header, 0, 100);
        // Only the POSIX format has a prefix there; GNU's keeps other things in that place.
        boolean posix = text(header, 257, 6).equals("ustar");
        String prefix = posix ? text(header, 345, 155) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static String text(byte[] bytes, int from, int length) {
        int end = from;
        while (end < from + length && end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    private static long number(byte[] header, int from, int length) throws IOException {
        if (header[from] < 0) {
            throw new IOException("a tar entry is larger than 8 GiB");
        }
        String digits = text(header, from, length).strip();
        try {
            long number = digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
            if (number < 0) {
                throw new IOException("a tar entry has a negative size");
            }
            return number;
        } catch (NumberFormatException e) {
            throw new IOException("this is no tar archive", e);
        }
    }
}
