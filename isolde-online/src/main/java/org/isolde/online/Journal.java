package org.isolde.online;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * What came in, in order, on disk: files of records that are only appended to.
 *
 * <p>A segment file begins with a mark and its number. A record is the length of its bytes, a CRC-32C of all behind it, the
 * kind, uptime, wall clock, source offset, and the bytes. Numbers are big-endian. The kind has a mark, {@link #FOLLOWS}, where
 * the records before were not all on disk yet.
 *
 * <p>Invariant: when {@link #force} has returned, all records appended before are on disk, whatever happens; of those
 * after, any part may be. So a record without the mark says of all bytes before it that they were on disk: if they are no
 * records now, the disk has lost them. All segments but the last are whole. One thread appends; another may remove old
 * segments.
 */
final class Journal implements AutoCloseable {
    static final long MARK = 0x49736f4a726e6c31L;
    static final int SEGMENT_HEADER = 16;
    static final int RECORD_HEADER = 4 + 4 + 1 + 8 + 8 + 8;
    /** Where in a record the part begins that the sum is of. */
    static final int SUMMED = 8;

    /** In the byte of the kind: this record and the one before it went to disk together. */
    static final int FOLLOWS = 0x40;

    static final String SUFFIX = ".journal";
    private static final int BUFFER = 1 << 18;

    private final Path folder;
    private final long segmentBytes;
    private final Storage storage;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    private final ByteBuffer header = ByteBuffer.allocate(RECORD_HEADER);
    private final CRC32C sum = new CRC32C();
    private Storage.StoredFile file;
    private long segment;
    private long offset;
    /** Bytes of the buffer that the file has. */
    private long written;
    /** Whether there are records that may not be on disk. */
    private boolean unforced;

    private boolean broken;

    /**
     * Goes on behind the last whole record, which is on disk, for it has been read; whatever is behind it is cut off.
     *
     * @param segmentBytes a segment that is at least so long is the last of its kind
     */
    Journal(Storage storage, Path folder, JournalPosition end, long segmentBytes) throws IOException {
        this.storage = storage;
        this.folder = folder;
        this.segmentBytes = segmentBytes;
        storage.makeFolder(folder);
        Path path = segment(folder, end.segment());
        if (storage.exists(path) && end.offset() > SEGMENT_HEADER) {
            file = storage.open(path);
            try {
                file.truncate(end.offset());
            } catch (IOException e) {
                file.close();
                throw e;
            }
            segment = end.segment();
            offset = end.offset();
            written = offset;
        } else {
            begin(end.segment());
        }
    }

    static Path segment(Path folder, long number) {
        return folder.resolve(String.format(Locale.ROOT, "%012d", number) + SUFFIX);
    }

    private void begin(long number) throws IOException {
        file = storage.open(segment(folder, number));
        file.truncate(0);
        segment = number;
        offset = SEGMENT_HEADER;
        written = 0;
        unforced = false;
        buffer.putLong(MARK).putLong(number);
        drain();
        file.force();
        storage.forceNames(folder);
    }

    /** Appends a record, and returns the place behind it. */
    JournalPosition append(JournalRecord record) throws IOException {
        if (broken) {
            throw new IOException("the journal could not be written before");
        }
        broken = true;
        if (offset >= segmentBytes) {
            drain();
            file.force();
            file.close();
            begin(segment + 1);
        }
        header.clear();
        header.putInt(record.length()).putInt(0);
        header.put((byte) (record.kind().ordinal() | (unforced ? FOLLOWS : 0)));
        header.putLong(record.uptimeNanos()).putLong(record.wallMillis()).putLong(record.sourceOffset());
        sum.reset();
        sum.update(header.array(), SUMMED, RECORD_HEADER - SUMMED);
        sum.update(record.bytes(), 0, record.length());
        header.putInt(4, (int) sum.getValue());
        put(header.array(), RECORD_HEADER);
        put(record.bytes(), record.length());
        offset += RECORD_HEADER + (long) record.length();
        unforced = true;
        broken = false;
        return new JournalPosition(segment, offset);
    }

    private void put(byte[] bytes, int length) throws IOException {
        int at = 0;
        while (at < length) {
            if (!buffer.hasRemaining()) {
                drain();
            }
            int part = Math.min(length - at, buffer.remaining());
            buffer.put(bytes, at, part);
            at += part;
        }
    }

    private void drain() throws IOException {
        buffer.flip();
        int length = buffer.remaining();
        file.write(buffer, written);
        written += length;
        buffer.clear();
    }

    /** Returns when all records appended so far are on disk. */
    void force() throws IOException {
        if (broken) {
            throw new IOException("the journal could not be written before");
        }
        // what a failed write has left on disk is not known, so nothing may follow it
        broken = true;
        drain();
        file.force();
        unforced = false;
        broken = false;
    }

    /** Removes the segments before one; nobody needs them any more, or minds if a power cut brings them back. */
    void removeBefore(long first) throws IOException {
        for (long number : JournalReader.segments(storage, folder)) {
            if (number < first) {
                storage.delete(segment(folder, number));
            }
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
