package org.isolde.history.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isolde.history.Scalars;
import org.isolde.history.format.Json;
import org.isolde.history.format.TransactionWriter;

/**
 * A history in the native format, written as it happens: a header, a line for each transaction in the order in which they
 * ended, and a closing line.
 *
 * <p>Sessions put their lines into a buffer that a thread of its own writes out every few milliseconds, so none of them
 * waits for the disk. Each makes its line by itself, and holds the lock only while it is copied.
 *
 * <p>Invariant: the file holds whole lines but for what the operating system was doing when it was stopped, and the lines
 * of a session are in its order. A process that is killed loses the last few milliseconds; a reader knows by the missing
 * closing line.
 */
public final class LineFile implements AutoCloseable {
    private static final long PERIOD_MILLIS = 20;
    private static final int LARGE = 1 << 20;
    /** Beyond this sessions wait for the disk: a buffer that only grows would end in a lack of memory. */
    private static final int FULL = 64 << 20;

    private final int most;

    private final SeekableByteChannel channel;
    private final Thread writer;

    private final Object lock = new Object();
    /** Outside of the heap, so that the operating system takes the bytes from where the sessions put them. */
    private ByteBuffer buffer = ByteBuffer.allocateDirect(LARGE);

    private ByteBuffer spare = ByteBuffer.allocateDirect(LARGE);
    private long transactions;
    private boolean closing;
    private volatile IOException failure;

    /**
     * @param file where to; it must not be there yet
     * @param header further fields of the header: where the history comes from
     */
    public LineFile(Path file, Map<String, ?> header) throws IOException {
        this(Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), header, FULL);
    }

    /** @param most how many bytes may wait for the disk before sessions do */
    public LineFile(SeekableByteChannel channel, Map<String, ?> header, int most) {
        this.channel = channel;
        this.most = most;
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("live", "true");
        header.forEach((name, value) -> fields.put(name, Json.of(value)));
        TransactionWriter first = new TransactionWriter(new Scalars());
        first.header(Scalars.NULL, fields);
        writeOut(ByteBuffer.wrap(first.bytes(), 0, first.length()));
        writer = new Thread(this::write, "isolde-recorder");
        writer.setDaemon(true);
        writer.start();
    }

    /** Adds the line of a transaction, the first {@code length} of some bytes, with its line feed. */
    public void add(byte[] line, int length) {
        synchronized (lock) {
            while (buffer.position() > most && failure == null && !closing) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    break;
                }
            }
            if (failure != null || closing) {
                return;
            }
            transactions++;
            put(line, length);
            if (buffer.position() > LARGE / 2) {
                lock.notifyAll();
            }
        }
    }

    private void put(byte[] bytes, int length) {
        if (length > buffer.remaining()) {
            int capacity = Math.max(buffer.capacity() * 2, buffer.position() + length);
            buffer = ByteBuffer.allocateDirect(capacity).put(buffer.flip());
        }
        buffer.put(bytes, 0, length);
    }

    /** The writer's thread: takes what is there and writes it, until the end. */
    private void write() {
        while (true) {
            ByteBuffer full;
            boolean last;
            synchronized (lock) {
                try {
                    if (!closing && buffer.position() < LARGE / 2) {
                        lock.wait(PERIOD_MILLIS);
                    }
                } catch (InterruptedException e) {
                    closing = true;
                }
                full = buffer;
                buffer = spare;
                last = closing;
                lock.notifyAll();
            }
            writeOut(full.flip());
            spare = full.clear();
            if (failure != null) {
                synchronized (lock) {
                    // nobody will make room any more for those who wait for it
                    lock.notifyAll();
                }
            }
            if (last || failure != null) {
                return;
            }
        }
    }

    /** Writes bytes, or notes the failure and cuts off what was written in part. */
    private void writeOut(ByteBuffer bytes) {
        try {
            long good = channel.position();
            try {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            } catch (IOException e) {
                failure = e;
                // keep the whole lines of this batch that did get there
                long written = channel.position() - good;
                while (written > 0 && bytes.get((int) written - 1) != '\n') {
                    written--;
                }
                channel.truncate(good + written);
            }
        } catch (IOException e) {
            if (failure == null) {
                failure = e;
            }
        }
    }

    /** What went wrong while writing; null if nothing did. After a failure nothing more is recorded. */
    public IOException failure() {
        return failure;
    }

    /** Says that the recording is whole, nothing that began is missing, and closes it. */
    public void finish() throws IOException {
        synchronized (lock) {
            if (!closing) {
                TransactionWriter last = new TransactionWriter(new Scalars());
                last.closed(transactions);
                put(last.bytes(), last.length());
            }
        }
        close();
    }

    /** Writes out what is there. Without {@link #finish} the recording counts as broken off. */
    @Override
    public void close() throws IOException {
        synchronized (lock) {
            closing = true;
            lock.notifyAll();
        }
        boolean interrupted = false;
        while (true) {
            try {
                writer.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        channel.close();
        if (failure != null) {
            throw failure;
        }
    }
}
