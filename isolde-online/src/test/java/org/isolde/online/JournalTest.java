package org.isolde.online;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was forced is there again, whatever the end of the file looks like. */
class JournalTest {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    @TempDir
    private Path folder;

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
        try (Journal journal = new Journal(folder, at, segmentBytes, JournalFile::onDisk)) {
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
        JournalReader.Outcome outcome = new JournalReader(folder, (record, end) -> {
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
        assertTrue(JournalReader.segments(folder).size() > 10);
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
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
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
        byte[] bytes = Files.readAllBytes(file);
        int last = (int) whole.ends().get(4).offset();
        for (int at = last; at < bytes.length; at++) {
            byte[] wrong = bytes.clone();
            wrong[at] ^= 0x41;
            Files.write(file, wrong);
            Read read = read(JournalPosition.START);
            assertSame(written.subList(0, 5), read.records());
            assertEquals(bytes.length - last, read.outcome().cut());
        }
    }

    @Test
    void damageBeforeTheTailIsAnError() throws IOException {
        write(JournalPosition.START, 200, 0, 30);
        Path second = Journal.segment(folder, 2);
        byte[] bytes = Files.readAllBytes(second);
        bytes[bytes.length - 1] ^= 1;
        Files.write(second, bytes);
        String message = assertThrows(IOException.class, () -> read(JournalPosition.START))
                .getMessage();
        assertTrue(message.contains(second + " is damaged at byte"), message);
        Files.delete(second);
        message = assertThrows(IOException.class, () -> read(JournalPosition.START))
                .getMessage();
        assertTrue(message.contains(second + " is missing"), message);
    }

    @Test
    void oldSegmentsGo() throws IOException {
        write(JournalPosition.START, 200, 0, 60);
        List<Long> before = JournalReader.segments(folder);
        Read all = read(JournalPosition.START);
        try (Journal journal = new Journal(folder, all.outcome().end(), 200, JournalFile::onDisk)) {
            journal.removeBefore(4);
        }
        assertEquals(before.subList(3, before.size()), JournalReader.segments(folder));
    }
}
