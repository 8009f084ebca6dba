package org.isolde.online;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Makes a damaged journal whole, without what can't be read. The damaged file stays, under another name.
 *
 * <p>Records behind the damage stay too: they were answered, so nobody will send them again, and each that is left out is
 * one more that later reads have seen and the checker has not. But those of a followed file go: it is read again from
 * before the damage on, so that nothing of it is lost.
 *
 * <p>Invariant: until the whole segment has its name, the damaged one has it; so a repair that is stopped is begun again.
 */
final class JournalRepair {
    private static final String DAMAGED = ".damaged";
    private static final String PART = ".part";

    /** Bytes of a segment that stay together. */
    private record Range(long start, long end) {}

    private final Storage storage;
    private final Path folder;
    private final List<String> done = new ArrayList<>();
    /** Whether anything so far can't be read. */
    private boolean damaged;

    private JournalRepair(Storage storage, Path folder) {
        this.storage = storage;
        this.folder = folder;
    }

    /**
     * Repairs the journal from a place on.
     *
     * @return what was done, a sentence for each file; none if nothing had to be
     */
    static List<String> run(Storage storage, Path folder, JournalPosition from) throws IOException {
        JournalRepair repair = new JournalRepair(storage, folder);
        List<Long> numbers = JournalReader.segments(storage, folder, from);
        if (!numbers.isEmpty() || !from.equals(JournalPosition.START)) {
            long last = numbers.isEmpty() ? from.segment() : numbers.get(numbers.size() - 1);
            for (long number = from.segment(); number <= last; number++) {
                long start = number == from.segment() ? from.offset() : Journal.SEGMENT_HEADER;
                repair.segment(number, start, number == last, !numbers.contains(number));
            }
        }
        return repair.done;
    }

    private void segment(long number, long start, boolean last, boolean missing) throws IOException {
        try (JournalSegment segment = new JournalSegment(storage, folder, number)) {
            if (last && start == Journal.SEGMENT_HEADER && segment.size() <= start && !missing) {
                return;
            }
            String what = segment.path().toString();
            if (missing || segment.size() < start) {
                damaged = true;
                done.add(what + (missing ? " was missing" : " ended before what is saved")
                        + "; how many records were lost with it is not known");
                rewrite(segment, number, start, List.of());
                return;
            }
            Losses losses = new Losses(segment);
            List<Range> kept = kept(segment, start, last, losses);
            if (segment.hasHeader() && losses.none()) {
                return;
            }
            Path copy = keep(storage, segment.path());
            rewrite(segment, number, start, kept);
            done.add(what + " was damaged: " + losses.text() + "; the file as it was is kept as " + copy.getFileName());
        }
    }

    /** What can stay of a segment; the rest is lost, or will be read again. */
    private List<Range> kept(JournalSegment segment, long start, boolean last, Losses losses) throws IOException {
        List<Range> kept = new ArrayList<>();
        damaged |= !segment.hasHeader();
        long at = start;
        while (at < segment.size()) {
            JournalSegment.Found found = segment.at(at);
            if (found == null) {
                if (last && !segment.isDamage(at)) {
                    // the power went, and nobody had been answered
                    break;
                }
                damaged = true;
                found = segment.next(at);
                long next = found == null ? segment.size() : found.start();
                losses.lost(at, next);
                at = next;
            } else {
                at = found.end();
                if (damaged && isOfFile(found.record())) {
                    losses.readAgain++;
                } else {
                    add(kept, found);
                }
            }
        }
        return kept;
    }

    private static void add(List<Range> kept, JournalSegment.Found found) {
        int last = kept.size() - 1;
        if (last >= 0 && kept.get(last).end == found.start()) {
            kept.set(last, new Range(kept.get(last).start, found.end()));
        } else {
            kept.add(new Range(found.start(), found.end()));
        }
    }

    private static boolean isOfFile(JournalRecord record) {
        return record.sourceOffset() >= 0 || record.kind() == JournalRecord.Kind.SOURCE;
    }

    /** Copies a file to a name that is free, and returns it. */
    static Path keep(Storage storage, Path file) throws IOException {
        Path kept = file.resolveSibling(file.getFileName() + DAMAGED);
        for (int copy = 2; storage.exists(kept); copy++) {
            kept = file.resolveSibling(file.getFileName() + DAMAGED + "-" + copy);
        }
        try (Storage.StoredFile from = storage.open(file);
                Storage.StoredFile to = storage.open(kept)) {
            copy(from, new Range(0, from.size()), to, 0);
            to.force();
        }
        storage.forceNames(file.toAbsolutePath().getParent());
        return kept;
    }

    private static void copy(Storage.StoredFile from, Range range, Storage.StoredFile to, long place)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(1 << 18, range.end - range.start));
        for (long at = range.start; at < range.end; at += buffer.limit()) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), range.end - at));
            from.readFully(buffer, at);
            to.write(buffer.flip(), place + at - range.start);
        }
    }

    private void rewrite(JournalSegment segment, long number, long start, List<Range> kept) throws IOException {
        Path part = segment.path().resolveSibling(segment.path().getFileName() + PART);
        try (Storage.StoredFile whole = storage.open(part)) {
            whole.truncate(0);
            // what is saved is not read again, but what is behind it keeps its place
            whole.write(ByteBuffer.allocate(1), start - 1);
            whole.write(
                    ByteBuffer.allocate(Journal.SEGMENT_HEADER)
                            .putLong(Journal.MARK)
                            .putLong(number)
                            .flip(),
                    0);
            long place = start;
            for (Range range : kept) {
                copy(segment.file(), range, whole, place);
                place += range.end - range.start;
            }
            whole.force();
        }
        storage.move(part, segment.path());
        storage.forceNames(folder);
    }

    /** What a segment has lost. */
    private static final class Losses {
        private final JournalSegment segment;
        private long records;
        private long bytes;
        private boolean more;
        private long readAgain;

        Losses(JournalSegment segment) {
            this.segment = segment;
        }

        boolean none() {
            return bytes == 0 && readAgain == 0;
        }

        /** Bytes that are no record; where the lengths in them lead to their end, they say how many records these were. */
        void lost(long from, long end) throws IOException {
            long at = from;
            long count = 0;
            while (at < end) {
                at += segment.length(at);
                count++;
            }
            records += count;
            more |= at != end;
            bytes += end - from;
        }

        String text() {
            return String.format(
                            Locale.ROOT,
                            "%s%,d %s (%,d bytes) lost",
                            more ? "at least " : "",
                            records,
                            records == 1 ? "record" : "records",
                            bytes)
                    + (readAgain == 0
                            ? ""
                            : String.format(Locale.ROOT, ", %,d of the followed file to be read again", readAgain));
        }
    }
}
