package org.isolde.online;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads a journal after a restart, record by record.
 *
 * <p>Only the last segment may end in the middle of a record: whoever wrote it was stopped then, and had promised nothing of
 * it to anybody. Where there is something behind that had been promised, or in a segment before the last, it is damage.
 */
final class JournalReader {
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

    private final Storage storage;
    private final Path folder;
    private final Visitor visitor;

    JournalReader(Storage storage, Path folder, Visitor visitor) {
        this.storage = storage;
        this.folder = folder;
        this.visitor = visitor;
    }

    /** The numbers of the segments that are there, in order. */
    static List<Long> segments(Storage storage, Path folder) throws IOException {
        return storage.names(folder).stream()
                .filter(name -> name.matches("\\d{12}\\" + Journal.SUFFIX))
                .map(name -> Long.parseLong(name.substring(0, 12)))
                .sorted()
                .toList();
    }

    /** The numbers of those from a place on. */
    static List<Long> segments(Storage storage, Path folder, JournalPosition from) throws IOException {
        return segments(storage, folder).stream()
                .filter(number -> number >= from.segment())
                .toList();
    }

    /** Reads all records from a place on. */
    Outcome read(JournalPosition from) throws IOException {
        List<Long> numbers = segments(storage, folder, from);
        if (numbers.isEmpty() && from.equals(JournalPosition.START)) {
            return new Outcome(from, 0);
        }
        long last = numbers.isEmpty() ? from.segment() : numbers.get(numbers.size() - 1);
        Outcome outcome = null;
        for (long number = from.segment(); number <= last; number++) {
            if (!numbers.contains(number)) {
                throw damaged(Journal.segment(folder, number) + " is missing");
            }
            long start = number == from.segment() ? from.offset() : Journal.SEGMENT_HEADER;
            try (JournalSegment segment = new JournalSegment(storage, folder, number)) {
                outcome = read(segment, number, start, number == last);
            }
        }
        return outcome;
    }

    private Outcome read(JournalSegment segment, long number, long start, boolean last) throws IOException {
        if (last && start == Journal.SEGMENT_HEADER && segment.size() <= start) {
            // it was about to begin; its header may not have reached the disk, and there is nothing behind it
            return new Outcome(new JournalPosition(number, start), 0);
        }
        if (segment.size() < start) {
            throw damaged(segment.path() + " ends at byte " + segment.size() + ", before what is saved");
        }
        if (!segment.hasHeader()) {
            throw damaged(segment.path() + " is damaged at byte 0");
        }
        long at = start;
        for (JournalSegment.Found found = segment.at(at); found != null; found = segment.at(at)) {
            at = found.end();
            visitor.take(found.record(), new JournalPosition(number, at));
        }
        if (at < segment.size() && (!last || segment.isDamage(at))) {
            throw damaged(segment.path() + " is damaged at byte " + at);
        }
        return new Outcome(new JournalPosition(number, at), segment.size() - at);
    }

    private static IOException damaged(String how) {
        return new IOException(
                how + ", and what is lost there had been answered; bring the folder back from a copy, or go"
                        + " on without it by isolde monitor --repair, which keeps the damaged file under another name");
    }
}
