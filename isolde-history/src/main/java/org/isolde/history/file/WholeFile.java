package org.isolde.history.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes files that appear whole or not at all, whatever happens meanwhile, a full disk or a power cut: a file is written beside
 * its place, forced to disk, and only then gets its name.
 */
public final class WholeFile {
    private static final int BUFFER = 1 << 16;

    private WholeFile() {}

    /** What goes to a file; may close the stream, or not. */
    @FunctionalInterface
    public interface Content {
        void write(OutputStream out) throws IOException;
    }

    /** Writes a text. */
    public static void write(Path file, String text) throws IOException {
        write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes a file, in place of one that has its name; if that fails, the old one is what it was. */
    public static void write(Path file, Content content) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // a pipe or a device: nothing to replace
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER)) {
                content.write(out);
            }
            return;
        }
        Path unfinished = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".part");
        try {
            try (FileChannel channel =
                    FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                OutputStream out = new Unclosed(Channels.newOutputStream(channel));
                content.write(out);
                out.flush();
                channel.force(true);
            }
            move(unfinished, file);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Leaves the file open, for it is still to be forced. */
    private static final class Unclosed extends BufferedOutputStream {
        Unclosed(OutputStream out) {
            super(out, BUFFER);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
