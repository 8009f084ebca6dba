package org.isolde.history.format;

import io.airlift.compress.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;
import org.isolde.history.BadHistoryException;
import org.isolde.history.Workers;

/**
 * Where a history is read from: a file, a folder, or a stream; compressed ones are unpacked on the way.
 *
 * <p>{@link #head} can be looked at before the format is known; {@link #stream} then gives everything, the head
 * included, once.
 */
public final class Source implements Closeable {
    private static final int HEAD = 1 << 16;
    private static final int BLOCK = 1 << 20;

    private final String name;
    private final Path path;
    private final InputStream raw;
    private InputStream stream;
    private byte[] head;
    private boolean plainFile;
    private CountingStream counting;
    private int threads = Workers.available();
    private int block = BLOCK;

    private Source(String name, Path path, InputStream raw) {
        this.name = name;
        this.path = path;
        this.raw = raw;
    }

    /** A file or folder. */
    public static Source of(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return new Source(path.toString(), path, null);
        }
        if (!Files.exists(path)) {
            throw BadHistoryException.of("no such file; give a history file or folder, or - for standard input")
                    .in(path.toString());
        }
        InputStream file = Channels.newInputStream(FileChannel.open(path, StandardOpenOption.READ));
        try {
            Source source = new Source(path.toString(), path, file);
            source.open();
            return source;
        } catch (IOException | RuntimeException | Error e) {
            try (file) {
                throw e;
            }
        }
    }

    /** A stream under a name for messages. */
    public static Source of(String name, InputStream in) throws IOException {
        Source source = new Source(name, null, in);
        source.open();
        return source;
    }

    /** A large history is read with so many threads at most; what is read is the same. */
    Source withThreads(int count) {
        threads = count;
        return this;
    }

    int threads() {
        return threads;
    }

    /** A history is cut into blocks of so many bytes, large or not; what is read is the same. */
    Source withBlocks(int size) {
        block = size;
        return this;
    }

    /** How many bytes a block has that one thread reads. */
    int blockSize() {
        return head().length < HEAD && block == BLOCK ? head().length : block;
    }

    /** Whether there is more than one block, so that several threads are worth it. */
    boolean isLarge() {
        return head().length >= Math.min(HEAD, block);
    }

    private void open() throws IOException {
        counting = new CountingStream(raw);
        byte[] start = counting.readNBytes(HEAD);
        InputStream whole = start.length < HEAD
                ? new ByteArrayInputStream(start)
                : new SequenceInputStream(new ByteArrayInputStream(start), counting);
        if (starts(start, 0x1f, 0x8b)) {
            unpacked(new GZIPInputStream(whole, HEAD), "gzip");
        } else if (starts(start, 0x28, 0xb5, 0x2f, 0xfd)) {
            unpacked(new ZstdInputStream(whole), "zstd");
        } else {
            head = start;
            stream = whole;
            plainFile = path != null;
        }
    }

    private void unpacked(InputStream packed, String kind) throws IOException {
        InputStream safe = new UnpackingStream(packed, kind, name);
        head = safe.readNBytes(HEAD);
        stream = head.length < HEAD
                ? new ByteArrayInputStream(head)
                : new SequenceInputStream(new ByteArrayInputStream(head), safe);
    }

    private static boolean starts(byte[] bytes, int... magic) {
        if (bytes.length < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if ((bytes[i] & 0xff) != magic[i]) {
                return false;
            }
        }
        return true;
    }

    /** The name for messages. */
    public String name() {
        return name;
    }

    public boolean isDirectory() {
        return raw == null;
    }

    /** The file or folder; null for a stream. */
    Path path() {
        return path;
    }

    /** Whether the bytes of the file are the bytes of the history, so that it can be mapped. */
    public boolean isPlainFile() {
        return plainFile;
    }

    /** The first bytes, unpacked; fewer than 65,536 only if that is all. Empty for a folder. */
    byte[] head() {
        return head == null ? new byte[0] : head;
    }

    /** How much of the file has been read, from 0 to 1; negative if that can't be known. For progress displays. */
    public double shareRead() {
        if (path == null || counting == null) {
            return -1;
        }
        try {
            return (double) counting.count / Math.max(1, Files.size(path));
        } catch (IOException e) {
            return -1;
        }
    }

    /** All bytes, unpacked; to be asked for once. */
    public InputStream stream() {
        if (stream == null) {
            throw new IllegalStateException("a folder, or asked for twice");
        }
        InputStream once = stream;
        stream = null;
        return once;
    }

    @Override
    public void close() throws IOException {
        if (raw != null && path != null) {
            raw.close();
        }
    }

    /** Says which file is damaged, however the unpacking library puts it. */
    private static final class UnpackingStream extends InputStream {
        private final InputStream in;
        private final String kind;
        private final String name;

        UnpackingStream(InputStream in, String kind, String name) {
            this.in = in;
            this.kind = kind;
            this.name = name;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            try {
                return in.read(buffer, offset, length);
            } catch (IOException | RuntimeException e) {
                BadHistoryException bad = BadHistoryException.of(
                        "damaged or truncated " + kind + " data (" + e.getMessage() + "); compress it again");
                bad.initCause(e);
                throw bad.in(name);
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** Counts what passes. */
    private static final class CountingStream extends FilterInputStream {
        /** Written by the reading threads under the reader's lock, read by a display: a late value does no harm. */
        volatile long count;

        CountingStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = in.read();
            add(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = in.read(buffer, offset, length);
            add(Math.max(0, read));
            return read;
        }

        private void add(int bytes) {
            count = count + bytes;
        }
    }
}
