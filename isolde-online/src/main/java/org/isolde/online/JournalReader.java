package org.isolde.online;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.isolde.history.format.TransactionReader;

/**
 * Reads a journal after a restart, record by record.
 *
 * <p>Only the last segment may end in the middle of a record: whoever wrote it was stopped then, and had promised nothing
 * of it to anybody.
 */
final class JournalReader {
    /** No sender can have sent more in one block; a greater length is no length. */
    static final int LONGEST = 1 << 30;

    /** Who takes the records. */
    @FunctionalInterface
    interface Visitor {
        /**
         * @param end the place behind the record
         */
        void take(JournalRecord record, JournalPosition end) throws IOException;
    }

    /**
     * What was read.
     *
     * @param end the place behind the last whole record
     * @param cut bytes behind it that are no record
     */
    record Outcome(JournalPosition end, long cut) {}

    private final Path folder;
    private final Visitor visitor;

    JournalReader(Path folder, Visitor visitor) {
        this.folder = folder;
        this.visitor = visitor;
    }

    /** The numbers of the segments that are there, in order. */
    static List<Long> segments(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("\\d{12}\\" + Journal.SUFFIX))
                    .map(name -> Long.parseLong(name.substring(0, 12)))
                    .sorted()
                    .toList();
        }
    }

    /** Reads all records from a place on. */
    Outcome read(JournalPosition from) throws IOException {
        List<Long> numbers = segments(folder).stream()
                .filter(number -> number >= from.segment())
                .toList();
        if (numbers.isEmpty()) {
            if (!from.equals(JournalPosition.START)) {
                throw damaged(from.segment(), "is missing");
            }
            return new Outcome(from, 0);
        }
        JournalPosition end = from;
        for (int i = 0; i < numbers.size(); i++) {
            long number = numbers.get(i);
            if (number != from.segment() + i) {
                throw damaged(from.segment() + i, "is missing");
            }
            long start = i == 0 ? from.offset() : Journal.SEGMENT_HEADER;
            end = new JournalPosition(number, segment(number, start));
            long size = Files.size(Journal.segment(folder, number));
            if (end.offset() < size && i < numbers.size() - 1) {
                throw damaged(number, "is damaged at byte " + end.offset());
            }
            if (i == numbers.size() - 1) {
                return new Outcome(end, Math.max(0, size - end.offset()));
            }
        }
        throw new AssertionError("the last segment returns");
    }

    private IOException damaged(long number, String how) {
        return new IOException(Journal.segment(folder, number) + " " + how
                + "; the monitor's state is not whole: bring it back from a copy, or start with a new folder");
    }

    /** Reads a segment from a place on; returns the place behind its last whole record. */
    private long segment(long number, long start) throws IOException {
        Path path = Journal.segment(folder, number);
        long size = Files.size(path);
        if (size < start) {
            // the header of a segment that was about to begin
            if (start == Journal.SEGMENT_HEADER) {
                return start;
            }
            throw damaged(number, "ends at byte " + size + ", before what is saved");
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 18))) {
            long mark = in.readLong();
            long named = in.readLong();
            if (mark != Journal.MARK || named != number) {
                if (size == start) {
                    // written without reaching the disk; there is nothing behind it
                    return start;
                }
                throw damaged(number, "is not what it should be");
            }
            in.skipNBytes(start - Journal.SEGMENT_HEADER);
            return records(in, number, start, size);
        }
    }

    private long records(DataInputStream in, long number, long start, long size) throws IOException {
        long at = start;
        byte[] header = new byte[Journal.RECORD_HEADER];
        CRC32C sum = new CRC32C();
        while (size - at >= Journal.RECORD_HEADER) {
            in.readFully(header);
            ByteBuffer fields = ByteBuffer.wrap(header);
            int length = fields.getInt();
            int expected = fields.getInt();
            byte kind = fields.get();
            if (length < 0
                    || length > LONGEST
                    || length > size - at - Journal.RECORD_HEADER
                    || kind < 0
                    || kind >= JournalRecord.Kind.values().length) {
                return at;
            }
            byte[] bytes = new byte[length + TransactionReader.PADDING];
            in.readFully(bytes, 0, length);
            sum.reset();
            sum.update(header, Journal.SUMMED, header.length - Journal.SUMMED);
            sum.update(bytes, 0, length);
            if ((int) sum.getValue() != expected) {
                return at;
            }
            at += Journal.RECORD_HEADER + (long) length;
            visitor.take(
                    new JournalRecord(
                            JournalRecord.Kind.values()[kind],
                            fields.getLong(),
                            fields.getLong(),
                            fields.getLong(),
                            bytes,
                            length),
                    new JournalPosition(number, at));
        }
        return at;
    }
}
