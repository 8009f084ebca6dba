package org.isolde.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was forced is there again, whatever the end of the file looks like. */
class JournalTest {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final Path folder = Path.of("/state/journal");
    private final ForgetfulStorage storage = new ForgetfulStorage();

    private static JournalRecord record(int number, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new JournalRecord(
                JournalRecord.Kind.values()[number % 4],
                number * 10L,
                1_000L + number,
                number - 1L,
                bytes,
                bytes.length);
    }

    private List<JournalRecord> write(JournalPosition at, long segmentBytes, int from, int to) throws IOException {
        List<JournalRecord> written = new ArrayList<>();
        try (Journal journal = new Journal(storage, folder, at, segmentBytes)) {
            for (int i = from; i < to; i++) {
                JournalRecord record = record(i, "line ".repeat(i % 7) + i + "\n");
                journal.append(record);
                written.add(record);
            }
            journal.force();
        }
        return written;
    }

    private record Read(List<JournalRecord> records, List<JournalPosition> ends, JournalReader.Outcome outcome) {}

    private Read read(JournalPosition from) throws IOException {
        List<JournalRecord> records = new ArrayList<>();
        List<JournalPosition> ends = new ArrayList<>();
        JournalReader.Outcome outcome = new JournalReader(storage, folder, (record, end) -> {
                    records.add(record);
                    ends.add(end);
                })
                .read(from);
        return new Read(records, ends, outcome);
    }

    private static void assertSame(List<JournalRecord> expected, List<JournalRecord> found) {
        assertEquals(expected.size(), found.size());
        for (int i = 0; i < expected.size(); i++) {
            JournalRecord one = expected.get(i);
            JournalRecord other = found.get(i);
            assertEquals(one.kind(), other.kind());
            assertEquals(one.uptimeNanos(), other.uptimeNanos());
            assertEquals(one.wallMillis(), other.wallMillis());
            assertEquals(one.sourceOffset(), other.sourceOffset());
            assertArrayEquals(one.bytes(), Arrays.copyOf(other.bytes(), other.length()));
        }
    }

    @Test
    void anEmptyFolderIsAnEmptyJournal() throws IOException {
        Read read = read(JournalPosition.START);
        assertEquals(0, read.records().size());
        assertEquals(new JournalReader.Outcome(JournalPosition.START, 0), read.outcome());
    }

    @Test
    void recordsComeBackOverSegmentsFromAnyPlace() throws IOException {
        List<JournalRecord> written = write(JournalPosition.START, 200, 0, 100);
        assertTrue(JournalReader.segments(storage, folder).size() > 10);
        Read all = read(JournalPosition.START);
        assertSame(written, all.records());
        for (int i = 0; i < 100; i++) {
            assertSame(written.subList(i + 1, 100), read(all.ends().get(i)).records());
        }
        written.addAll(write(all.outcome().end(), 200, 100, 150));
        assertSame(written, read(JournalPosition.START).records());
    }

    @Test
    void aTailTornAtAnyByteIsCutOff() throws IOException {
        List<JournalRecord> written = write(JournalPosition.START, NO_LIMIT, 0, 12);
        Read whole = read(JournalPosition.START);
        Path file = Journal.segment(folder, 1);
        byte[] bytes = storage.bytes(file);
        for (int length = 0; length < bytes.length; length++) {
            storage.bytes(file, Arrays.copyOf(bytes, length));
            long end = length;
            int kept = (int)
                    whole.ends().stream().filter(place -> place.offset() <= end).count();
            Read read = read(JournalPosition.START);
            assertSame(written.subList(0, kept), read.records());
            long expected = kept == 0
                    ? Journal.SEGMENT_HEADER
                    : whole.ends().get(kept - 1).offset();
            assertEquals(new JournalPosition(1, expected), read.outcome().end());
            assertEquals(Math.max(0, length - expected), read.outcome().cut());
            // and it goes on from there
            List<JournalRecord> more = new ArrayList<>(written.subList(0, kept));
            more.addAll(write(read.outcome().end(), NO_LIMIT, 50, 52));
            assertSame(more, read(JournalPosition.START).records());
        }
    }

    @Test
    void aTailWithAnyWrongByteIsCutOff() throws IOException {
        List<JournalRecord> written = write(JournalPosition.START, NO_LIMIT, 0, 6);
        Read whole = read(JournalPosition.START);
        Path file = Journal.segment(folder, 1);
        byte[] bytes = storage.bytes(file);
        int last = (int) whole.ends().get(4).offset();
        for (int at = last; at < bytes.length; at++) {
            byte[] wrong = bytes.clone();
            wrong[at] ^= 0x41;
            storage.bytes(file, wrong);
            Read read = read(JournalPosition.START);
            assertSame(written.subList(0, 5), read.records());
            assertEquals(bytes.length - last, read.outcome().cut());
        }
    }

    private void flip(Path file, long at) throws IOException {
        byte[] bytes = storage.bytes(file);
        bytes[(int) at] ^= 1;
        storage.bytes(file, bytes);
    }

    private String refused() {
        return assertThrows(IOException.class, () -> read(JournalPosition.START))
                .getMessage();
    }

    @Test
    void damageBeforeTheLastSegmentIsAnError() throws IOException {
        write(JournalPosition.START, 200, 0, 30);
        Path second = Journal.segment(folder, 2);
        flip(second, storage.bytes(second).length - 1);
        assertTrue(refused().contains(second + " is damaged at byte"), refused());
        assertTrue(refused().contains("isolde monitor --repair"), refused());
        storage.delete(second);
        assertTrue(refused().contains(second + " is missing"), refused());
    }

    /** Each record is on disk before the next one comes. */
    private List<JournalRecord> writeOneByOne(int count) throws IOException {
        List<JournalRecord> written = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            written.addAll(write(read(JournalPosition.START).outcome().end(), NO_LIMIT, i, i + 1));
        }
        return written;
    }

    @Test
    void damageInTheLastSegmentIsNoTornTail() throws IOException {
        writeOneByOne(12);
        Read whole = read(JournalPosition.START);
        Path file = Journal.segment(folder, 1);
        byte[] bytes = storage.bytes(file);
        // everywhere but in the last record, behind which there is nothing that could tell
        for (int at = 0; at < whole.ends().get(10).offset(); at++) {
            long place = at;
            long start = at < Journal.SEGMENT_HEADER
                    ? 0
                    : whole.ends().stream()
                            .mapToLong(JournalPosition::offset)
                            .filter(end -> end <= place)
                            .max()
                            .orElse(Journal.SEGMENT_HEADER);
            byte[] wrong = bytes.clone();
            wrong[at] ^= 0x41;
            storage.bytes(file, wrong);
            assertTrue(refused().startsWith(file + " is damaged at byte " + start + ","), at + ": " + refused());
        }
    }

    /** A power cut may leave the end of what was written at once without its beginning. */
    @Test
    void whatWasWrittenAtOnceMayBeTornAnywhere() throws IOException {
        List<JournalRecord> written = writeOneByOne(5);
        JournalPosition end = read(JournalPosition.START).outcome().end();
        write(end, NO_LIMIT, 5, 12);
        Path file = Journal.segment(folder, 1);
        byte[] bytes = storage.bytes(file);
        for (int at = (int) end.offset(); at < bytes.length; at++) {
            byte[] wrong = bytes.clone();
            wrong[at] ^= 0x41;
            storage.bytes(file, wrong);
            Read read = read(JournalPosition.START);
            assertSame(
                    written,
                    read.records().subList(0, Math.min(5, read.records().size())));
            assertTrue(read.outcome().cut() > 0 && read.outcome().cut() <= bytes.length - end.offset());
        }
    }

    private static List<JournalRecord> without(List<JournalRecord> records, int... left) {
        List<JournalRecord> rest = new ArrayList<>();
        for (int i = 0; i < records.size(); i++) {
            int number = i;
            if (Arrays.stream(left).noneMatch(one -> one == number)) {
                rest.add(records.get(i));
            }
        }
        return rest;
    }

    /** Records of senders, not of a file. */
    private List<JournalRecord> sent(int count, long segmentBytes) throws IOException {
        List<JournalRecord> written = new ArrayList<>();
        try (Journal journal = new Journal(storage, folder, JournalPosition.START, segmentBytes)) {
            for (int i = 0; i < count; i++) {
                byte[] bytes = ("line " + i + "\n").getBytes(StandardCharsets.UTF_8);
                JournalRecord record =
                        new JournalRecord(JournalRecord.Kind.BLOCK, i * 10L, 1_000 + i, -1, bytes, bytes.length);
                written.add(record);
                journal.append(record);
                journal.force();
            }
        }
        return written;
    }

    private List<String> repair(JournalPosition from) throws IOException {
        return JournalRepair.run(storage, folder, from);
    }

    @Test
    void aRepairLosesWhatCannotBeReadAndNothingElse() throws IOException {
        List<JournalRecord> written = sent(20, NO_LIMIT);
        Path file = Journal.segment(folder, 1);
        List<JournalPosition> ends = read(JournalPosition.START).ends();
        assertEquals(List.of(), repair(JournalPosition.START));
        // in the bytes of one, the length of another, and the sum of a third
        flip(file, ends.get(4).offset() - 2);
        flip(file, ends.get(8).offset());
        flip(file, ends.get(14).offset() + 5);
        byte[] damaged = storage.bytes(file);
        List<String> done = repair(JournalPosition.START);
        assertEquals(1, done.size());
        assertTrue(done.get(0).startsWith(file + " was damaged: at least 3 records ("), done.get(0));
        assertTrue(done.get(0).endsWith(" bytes) lost; the file as it was is kept as 000000000001.journal.damaged"));
        assertArrayEquals(damaged, storage.bytes(folder.resolve("000000000001.journal.damaged")));
        Read read = read(JournalPosition.START);
        assertSame(without(written, 4, 9, 15), read.records());
        assertEquals(0, read.outcome().cut());
        assertEquals(List.of(), repair(JournalPosition.START));
        // and the next damage does not overwrite what the first has left
        flip(file, read.ends().get(2).offset() - 2);
        assertTrue(repair(JournalPosition.START).get(0).contains(": 1 record (40 bytes) lost; "));
        assertTrue(storage.exists(folder.resolve("000000000001.journal.damaged-2")));
        assertSame(without(written, 2, 4, 9, 15), read(JournalPosition.START).records());
    }

    @Test
    void aRepairLeavesATornTailAlone() throws IOException {
        List<JournalRecord> written = sent(5, NO_LIMIT);
        Path file = Journal.segment(folder, 1);
        byte[] bytes = storage.bytes(file);
        storage.bytes(file, Arrays.copyOf(bytes, bytes.length - 3));
        assertEquals(List.of(), repair(JournalPosition.START));
        assertSame(written.subList(0, 4), read(JournalPosition.START).records());
    }

    @Test
    void aRepairGoesOverSegmentsAndKeepsPlaces() throws IOException {
        List<JournalRecord> written = sent(30, 200);
        List<JournalPosition> ends = read(JournalPosition.START).ends();
        // the state has what is before this
        JournalPosition saved = ends.get(2);
        assertEquals(1, saved.segment());
        flip(Journal.segment(folder, 1), saved.offset() - 1);
        flip(Journal.segment(folder, 1), saved.offset() + 1);
        storage.delete(Journal.segment(folder, 3));
        flip(Journal.segment(folder, 4), 3);
        List<String> done = repair(saved);
        assertEquals(3, done.size(), done.toString());
        assertTrue(done.get(1).contains("000000000003.journal was missing; how many records"), done.toString());
        assertTrue(done.get(2).contains("000000000004.journal was damaged: 0 records (0 bytes) lost"), done.toString());
        List<JournalRecord> left = new ArrayList<>();
        for (int i = 4; i < 30; i++) {
            if (ends.get(i).segment() != 3) {
                left.add(written.get(i));
            }
        }
        assertSame(left, read(saved).records());
        // a segment that ends before what is saved has nothing behind it
        JournalPosition far = new JournalPosition(9, 1_000_000);
        assertTrue(repair(far).get(0).contains("000000000009.journal was missing"));
        assertEquals(new JournalReader.Outcome(far, 0), read(far).outcome());
    }

    /** A followed file is read again from before the damage, so what came of it later would come twice. */
    @Test
    void aRepairHasTheFollowedFileReadAgain() throws IOException {
        List<JournalRecord> written = writeOneByOne(12);
        Path file = Journal.segment(folder, 1);
        flip(file, read(JournalPosition.START).ends().get(5).offset() - 1);
        String done = repair(JournalPosition.START).get(0);
        assertTrue(done.contains("1 record ("), done);
        assertTrue(done.contains(", 6 of the followed file to be read again; "), done);
        assertSame(written.subList(0, 5), read(JournalPosition.START).records());
    }

    @Test
    void oldSegmentsGo() throws IOException {
        write(JournalPosition.START, 200, 0, 60);
        List<Long> before = JournalReader.segments(storage, folder);
        Read all = read(JournalPosition.START);
        try (Journal journal = new Journal(storage, folder, all.outcome().end(), 200)) {
            journal.removeBefore(4);
        }
        assertEquals(before.subList(3, before.size()), JournalReader.segments(storage, folder));
    }
}
