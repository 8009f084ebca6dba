package org.isolde.online;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.isolde.history.BadHistoryException;
import org.isolde.history.TransactionBatch;
import org.isolde.history.format.Source;
import org.isolde.history.format.TransactionReader;

/**
 * Feeds a monitor with the lines of a file or stream, in blocks as large as they come.
 *
 * <p>Invariant: only whole lines are handed on; the offset that goes with a block is the one behind its last line. While the
 * monitor has no room, nothing is read, so whoever writes to the stream waits too.
 */
public final class LineFeed {
    private static final int BLOCK = 1 << 18;
    private static final int LONGEST_LINE = 1 << 28;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Monitor monitor;
    private final StreamParser parser = new StreamParser();
    private String name;
    private byte[] buffer = new byte[BLOCK + TransactionReader.PADDING];
    private int filled;
    /** Where the buffer begins in the file; -1 if offsets are of no use. */
    private long offset = -1;

    private long lines;
    private long firstByte;
    private boolean closed;
    private boolean silent = true;

    public LineFeed(Monitor monitor) {
        this.monitor = monitor;
    }

    /** Where bytes come from. */
    private interface Bytes {
        /** At least one byte, as many as are there; -1 if there are none for now, or ever. */
        int read(byte[] into, int from, int length) throws IOException;

        /** Whether more can be had at once. */
        boolean hasMore() throws IOException;
    }

    /** Feeds a stream to its end. */
    public void stream(InputStream in, String streamName) throws IOException, InterruptedException {
        name = streamName;
        Bytes bytes = new Bytes() {
            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                return in.read(into, from, length);
            }

            @Override
            public boolean hasMore() throws IOException {
                return in.available() > 0;
            }
        };
        try {
            while (!closed && fill(bytes)) {
                handOn(false);
            }
            handOn(true);
        } finally {
            isSilent(true);
        }
        monitor.flush();
    }

    /** Says whether nothing of the sender is waiting to be taken: only then time goes by as on the wall. */
    private void isSilent(boolean nothingWaits) {
        if (nothingWaits == silent) {
            return;
        }
        silent = nothingWaits;
        if (silent) {
            monitor.room().goesOn();
        } else {
            monitor.room().waits();
        }
    }

    /**
     * Feeds a file, from where the monitor's state has it.
     *
     * @param follow whether to go on with what is appended, until the line that closes a recording, or for ever
     */
    public void file(Path file, boolean follow) throws IOException, InterruptedException {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            // a pipe has no places to go back to, and no end before its writer's
            try (InputStream in = new FileInputStream(file.toFile())) {
                stream(in, file.toString());
            }
            return;
        }
        try (Source source = Source.of(file)) {
            if (source.isDirectory()) {
                throw BadHistoryException.of("this is a folder; name a file of JSON lines")
                        .in(file.toString());
            }
            if (!source.isPlainFile()) {
                if (follow) {
                    throw BadHistoryException.of("a packed file can't be followed; leave out --follow, or unpack it")
                            .in(file.toString());
                }
                stream(source.stream(), file.toString());
                return;
            }
        }
        name = file.toString();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            offset = monitor.follow(identity(file));
            if (offset > channel.size()) {
                throw BadHistoryException.of("the file is shorter than it was when the monitor last read it; if it is"
                                + " another one, give it another name")
                        .in(name);
            }
            firstByte = offset;
            channel.position(offset);
            followed(channel, follow);
        } finally {
            isSilent(true);
        }
        monitor.flush();
    }

    private void followed(FileChannel channel, boolean follow) throws IOException, InterruptedException {
        Bytes bytes = new Bytes() {
            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                return channel.read(ByteBuffer.wrap(into, from, length));
            }

            @Override
            public boolean hasMore() throws IOException {
                return channel.position() < channel.size();
            }
        };
        while (!closed) {
            if (fill(bytes)) {
                handOn(false);
            } else if (!follow) {
                handOn(true);
                return;
            } else if (channel.size() < channel.position()) {
                throw BadHistoryException.of("the file has become shorter while it was followed")
                        .in(name);
            } else {
                monitor.checkRunning();
                LockSupport.parkNanos(POLL_NANOS);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        }
    }

    /** The same file, as far as can be told: one that has been replaced is another. */
    private static String identity(Path file) throws IOException {
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return file.toRealPath() + (key == null ? "" : " " + key);
    }

    /** Reads as much as is there, up to a block; false if there is nothing. */
    private boolean fill(Bytes bytes) throws IOException {
        boolean any = false;
        isSilent(!bytes.hasMore());
        do {
            if (filled == buffer.length - TransactionReader.PADDING) {
                grow();
            }
            int read = bytes.read(buffer, filled, buffer.length - TransactionReader.PADDING - filled);
            if (read < 0) {
                return any;
            }
            isSilent(false);
            any = true;
            filled += read;
        } while (filled < BLOCK && bytes.hasMore());
        return any;
    }

    /** Only a line that is longer than the buffer gets here. */
    private void grow() throws IOException {
        long longest = Math.min(LONGEST_LINE, monitor.largestBlock());
        if (filled >= longest) {
            throw at(1, "a line of more than " + longest + " bytes; give the monitor more --memory");
        }
        buffer = Arrays.copyOf(buffer, (buffer.length - TransactionReader.PADDING) * 2 + TransactionReader.PADDING);
    }

    /** Hands the whole lines on; at the end also the last, if it has no line feed. */
    private void handOn(boolean end) throws IOException, InterruptedException {
        int length = filled;
        while (length > 0 && buffer[length - 1] != '\n') {
            length--;
        }
        if (end && !closed && length < filled) {
            // there is room for it: the padding
            buffer[filled++] = '\n';
            length = filled;
            offset = offset < 0 ? offset : offset - 1;
        }
        if (length == 0) {
            return;
        }
        byte[] block = buffer;
        int rest = filled - length;
        buffer = new byte[Math.max(BLOCK, Integer.highestOneBit(rest) * 2) + TransactionReader.PADDING];
        System.arraycopy(block, length, buffer, 0, rest);
        filled = rest;
        Arrays.fill(block, length, Math.min(block.length, length + TransactionReader.PADDING), (byte) 0);
        if (block.length < length + TransactionReader.PADDING) {
            block = Arrays.copyOf(block, length + TransactionReader.PADDING);
        }
        if (offset >= 0) {
            offset += length;
        }
        take(block, length);
    }

    private void take(byte[] block, int length) throws IOException, InterruptedException {
        TransactionBatch batch;
        try {
            batch = monitor.send(block, length, parser, offset);
        } catch (BadHistoryException e) {
            throw at(e.line(), e.problem());
        } catch (TooLargeException e) {
            throw at(e.line(), e.getMessage());
        }
        for (int i = 0; i < length; i++) {
            if (block[i] == '\n') {
                lines++;
            }
        }
        closed = batch.isClosed();
    }

    private BadHistoryException at(long line, String problem) {
        if (firstByte > 0) {
            return BadHistoryException.of("line " + (lines + line) + " behind byte " + firstByte + ": " + problem)
                    .in(name);
        }
        return BadHistoryException.atLine(lines + line, problem).in(name);
    }

    /** Whether the line that closes a recording has come. */
    public boolean isClosed() {
        return closed;
    }

    /** Names of fields that no line of the format has; they are passed over. */
    public SortedSet<String> unknownFields() {
        return parser.unknownFields();
    }
}
