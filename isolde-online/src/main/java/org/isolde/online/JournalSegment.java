package org.isolde.online;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.isolde.history.format.TransactionReader;

/** A segment file, read: which records are where, and which bytes are none. */
final class JournalSegment implements AutoCloseable {
    private static final int WINDOW = 1 << 18;

    /**
     * A whole record.
     *
     * @param isForced whether all before it was on disk when it was written
     */
    record Found(JournalRecord record, boolean isForced, long start, long end) {}

    private final Path path;
    private final long number;
    private final Storage.StoredFile file;
    private final long size;
    private final ByteBuffer window = ByteBuffer.allocate(WINDOW).limit(0);
    private long windowStart;
    private final CRC32C sum = new CRC32C();

    JournalSegment(Storage storage, Path folder, long number) throws IOException {
        this.path = Journal.segment(folder, number);
        this.number = number;
        file = storage.open(path);
        try {
            // whoever wrote it may have been killed before it was on disk, and what is read here is built upon
            file.force();
            size = file.size();
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    Path path() {
        return path;
    }

    long size() {
        return size;
    }

    Storage.StoredFile file() {
        return file;
    }

    /** Whether it begins as this segment does. */
    boolean hasHeader() throws IOException {
        return size >= Journal.SEGMENT_HEADER
                && load(0, Journal.SEGMENT_HEADER)
                && window.getLong(0) == Journal.MARK
                && window.getLong(Long.BYTES) == number;
    }

    /** Sees to it that so many bytes from a place on are in the window, if the file has them. */
    private boolean load(long at, int length) throws IOException {
        if (at < windowStart || at + length > windowStart + window.limit()) {
            window.clear();
            window.limit((int) Math.max(0, Math.min(WINDOW, size - at)));
            file.readFully(window, at);
            windowStart = at;
        }
        return at + length <= windowStart + window.limit();
    }

    /** The record that begins at a place; null if none does. */
    Found at(long place) throws IOException {
        if (!load(place, Journal.RECORD_HEADER)) {
            return null;
        }
        int in = (int) (place - windowStart);
        int length = window.getInt(in);
        int kind = window.get(in + Journal.SUMMED) & ~Journal.FOLLOWS;
        long wallMillis = window.getLong(in + Journal.SUMMED + 9);
        if (length < 0
                || length > size - place - Journal.RECORD_HEADER
                || kind < 0
                || kind >= JournalRecord.Kind.values().length
                || wallMillis <= 0) {
            return null;
        }
        int expected = window.getInt(in + 4);
        long end = place + Journal.RECORD_HEADER + length;
        // before room is made for its bytes: the length of what is none may be anything
        if (sum(place + Journal.SUMMED, end) != expected) {
            return null;
        }
        load(place, Journal.RECORD_HEADER);
        ByteBuffer fields = window.duplicate().position((int) (place - windowStart) + Journal.SUMMED);
        boolean isForced = (fields.get() & Journal.FOLLOWS) == 0;
        byte[] bytes = new byte[length + TransactionReader.PADDING];
        JournalRecord record = new JournalRecord(
                JournalRecord.Kind.values()[kind], fields.getLong(), fields.getLong(), fields.getLong(), bytes, length);
        for (int done = 0; done < length; ) {
            int part = part(place + Journal.RECORD_HEADER + done, end);
            window.get((int) (place + Journal.RECORD_HEADER + done - windowStart), bytes, done, part);
            done += part;
        }
        return new Found(record, isForced, place, end);
    }

    /** How long the record is that should begin at a place, if its length is right; very long if it can't be. */
    long length(long place) throws IOException {
        long length = load(place, Journal.RECORD_HEADER) ? window.getInt((int) (place - windowStart)) : -1;
        return length < 0 ? Long.MAX_VALUE / 2 : Journal.RECORD_HEADER + length;
    }

    private int sum(long from, long end) throws IOException {
        sum.reset();
        for (long at = from; at < end; ) {
            int part = part(at, end);
            sum.update(window.array(), (int) (at - windowStart), part);
            at += part;
        }
        return (int) sum.getValue();
    }

    /** How many bytes from a place on are in the window, at least one. */
    private int part(long at, long end) throws IOException {
        load(at, 1);
        return (int) (Math.min(end, windowStart + window.limit()) - at);
    }

    /** The first whole record from a place on, wherever it begins; null if there is none. */
    Found next(long from) throws IOException {
        for (long place = from; place + Journal.RECORD_HEADER <= size; place++) {
            Found found = at(place);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * Whether bytes that are no record had been on disk: a record behind them says so. If none does, they are what a power
     * cut has left of records that were being written.
     */
    boolean isDamage(long at) throws IOException {
        for (Found found = next(at); found != null; found = next(found.end())) {
            if (found.isForced()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
