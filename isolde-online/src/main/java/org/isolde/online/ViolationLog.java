package org.isolde.online;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The file violations.jsonl: line {@code n} is violation {@code n}.
 *
 * <p>After a restart the journal is read again, and violations come again that are in the file already. Invariant: they
 * come in the same words and order, or else something has happened to the files, or is wrong with Isolde; that is an error,
 * and never passed over. A repair keeps a copy of such a file, and goes on with what is found now.
 *
 * <p>One thread adds; any may read what has been published.
 */
final class ViolationLog implements AutoCloseable {
    private static final int INDEXED = 1024;
    private static final int BUFFER = 1 << 16;

    private final Path path;
    private final Storage storage;
    private final Storage.StoredFile file;
    private final boolean repair;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    /** The place of each 1024th line. */
    private long[] index = new long[16];

    /** How many lines are in the file, or on their way to it. */
    private long lines;
    /** Bytes of these lines; behind {@link #known} while old ones come again. */
    private long bytes;
    /** Bytes that were in the file when it was opened, whole lines. */
    private long known;

    private String repaired;

    private long publishedLines;
    private long publishedBytes;

    /**
     * @param count violations up to the saved state
     * @param length bytes of their lines
     */
    ViolationLog(Storage storage, Path path, long count, long length, boolean repair) throws IOException {
        this.storage = storage;
        this.path = path;
        this.repair = repair;
        file = storage.open(path);
        try {
            storage.forceNames(path.toAbsolutePath().getParent());
            known = scan(count, length);
        } catch (IOException e) {
            file.close();
            throw e;
        }
        lines = count;
        bytes = length;
        publish();
    }

    /** Finds the lines; cuts off the last if it is not whole, and all from where a power cut has left no line. */
    private long scan(long count, long length) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BUFFER);
        long at = 0;
        long found = 0;
        long end = 0;
        long endOfSaved = count == 0 ? 0 : -1;
        boolean text = true;
        while (text && file.read(block, at) > 0) {
            for (int i = 0; i < block.position() && text; i++) {
                // bytes that never reached the disk are zeros, which no line has
                text = block.get(i) != 0;
                if (block.get(i) == '\n') {
                    found++;
                    end = at + i + 1;
                    mark(found, end);
                    if (found == count) {
                        endOfSaved = end;
                    }
                }
            }
            at += block.position();
            block.clear();
        }
        if (endOfSaved != length) {
            throw new IOException(path + " is not the file that was written with this state: it should have " + count
                    + " lines in its first " + length
                    + " bytes. Bring it back, or start with a new folder");
        }
        file.truncate(end);
        return end;
    }

    private synchronized void mark(long line, long end) {
        if (line % INDEXED == 0) {
            int place = (int) (line / INDEXED);
            if (place >= index.length) {
                index = Arrays.copyOf(index, index.length * 2);
            }
            index[place] = end;
        }
    }

    /** The number of the next violation. */
    long next() {
        return lines + 1;
    }

    /** Takes the next line; says whether it is new. */
    boolean add(String json) throws IOException {
        byte[] line = (json + "\n").getBytes(StandardCharsets.UTF_8);
        boolean fresh = bytes >= known || !isThere(line);
        if (fresh) {
            if (line.length > buffer.remaining()) {
                flush();
            }
            if (line.length > buffer.capacity()) {
                file.write(ByteBuffer.wrap(line), bytes);
            } else {
                buffer.put(line);
            }
        }
        lines++;
        bytes += line.length;
        mark(lines, bytes);
        return fresh;
    }

    /** Whether the file has this line in its place; a repair sees to it that it may be added otherwise. */
    private boolean isThere(byte[] line) throws IOException {
        ByteBuffer written = ByteBuffer.allocate((int) Math.min(line.length, known - bytes));
        file.readFully(written, bytes);
        if (Arrays.equals(written.array(), line)) {
            return true;
        }
        differs("is told differently after the restart. Now: "
                + new String(line, StandardCharsets.UTF_8).strip() + " But in " + path + ": "
                + new String(written.array(), StandardCharsets.UTF_8).strip());
        return false;
    }

    /** The journal has been read to its end: all that is in the file must have come again. */
    void replayed() throws IOException {
        if (bytes < known) {
            differs("and later ones in " + path + " were not found again after the restart");
        }
    }

    private void differs(String how) throws IOException {
        if (!repair) {
            throw new IOException("violation " + (lines + 1) + " " + how
                    + ". The file or the journal has been damaged or changed, or else this is a bug in Isolde; bring the"
                    + " folder back from a copy, or go on with what is found now by isolde monitor --repair, which keeps"
                    + " the file under another name");
        }
        Path kept = JournalRepair.keep(storage, path);
        file.truncate(bytes);
        known = bytes;
        repaired = path + " has other violations from number " + (lines + 1)
                + " on than are found now; the file as it was is kept as " + kept.getFileName();
    }

    /** What a repair has done; null if nothing. */
    String repaired() {
        return repaired;
    }

    /** Hands what was added to the system; readers see it from now on. */
    void flush() throws IOException {
        if (buffer.position() > 0) {
            int length = buffer.position();
            buffer.flip();
            file.write(buffer, bytes - length);
            buffer.clear();
        }
        publish();
    }

    private synchronized void publish() {
        if (publishedLines != lines || publishedBytes != Math.max(bytes, known)) {
            publishedLines = lines;
            publishedBytes = Math.max(bytes, known);
            notifyAll();
        }
    }

    void force() throws IOException {
        flush();
        file.force();
    }

    long lines() {
        return lines;
    }

    long bytes() {
        return bytes;
    }

    /** How many lines can be read. */
    synchronized long readableLines() {
        return publishedLines;
    }

    /** How many bytes can be read. */
    synchronized long readable() {
        return publishedBytes;
    }

    /** Waits until more than so many bytes can be read, or the time is over. */
    synchronized void awaitMore(long than, long millis) throws InterruptedException {
        long limit = System.nanoTime() + millis * 1_000_000;
        while (publishedBytes <= than) {
            long left = (limit - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            wait(left);
        }
    }

    /**
     * A beginning of a line.
     *
     * @param bytes from the beginning of the file
     * @param line the number of the line, from 1
     */
    record Place(long bytes, long line) {}

    /** Where a line begins; the end of what is published, if it is not there yet. */
    Place place(long line) throws IOException {
        long at;
        long number;
        long limit;
        synchronized (this) {
            limit = publishedBytes;
            int mark = (int) Math.min((line - 1) / INDEXED, publishedLines / INDEXED);
            at = mark == 0 ? 0 : index[mark];
            number = mark * (long) INDEXED + 1;
        }
        ByteBuffer block = ByteBuffer.allocate(BUFFER);
        while (number < line && at < limit) {
            int read = read(block.clear(), at, limit);
            int i = 0;
            while (i < read && number < line) {
                if (block.get(i++) == '\n') {
                    number++;
                }
            }
            at += i;
        }
        return new Place(at, number);
    }

    /** Reads what is published from a place on. */
    int read(ByteBuffer into, long place, long limit) throws IOException {
        into.limit((int) Math.min(into.capacity(), limit - place));
        return file.read(into, place);
    }

    @Override
    public void close() throws IOException {
        flush();
        file.close();
    }
}
