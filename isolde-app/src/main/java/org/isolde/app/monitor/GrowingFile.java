package org.isolde.app.monitor;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A file that somebody still writes to, as a stream: where it ends for now the reader waits, until it is said to be whole.
 *
 * <p>Invariant: what was in the file when {@link #whole} was called is read before the stream ends. One thread reads.
 */
final class GrowingFile extends InputStream {
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final FileChannel channel;
    private volatile boolean whole;
    private long lastNanos = System.nanoTime();
    private long longestSilence;

    GrowingFile(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.READ);
    }

    /** Nobody will write to the file any more. */
    void whole() {
        whole = true;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (true) {
            // asked before reading: what is written in between is still read
            boolean last = whole;
            int read = channel.read(ByteBuffer.wrap(into, from, length));
            if (read > 0) {
                long now = System.nanoTime();
                longestSilence = Math.max(longestSilence, now - lastNanos);
                lastNanos = now;
                return read;
            }
            if (last) {
                return -1;
            }
            LockSupport.parkNanos(POLL_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedIOException("reading a file that grows was interrupted");
            }
        }
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(Integer.MAX_VALUE, channel.size() - channel.position());
    }

    /** The longest time between two reads that brought something, for whatever reason; for the reader's thread, or after it. */
    long longestSilence() {
        return longestSilence;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
