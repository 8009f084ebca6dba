package org.isolde.flink.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.RecordAndPosition;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.isolde.flink.Incoming;
import org.isolde.flink.IncomingCodec;
import org.isolde.flink.TransactionLines;
import org.isolde.history.BadHistoryException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files are read to the last line and none twice, however they are cut, and wherever a reader goes on. */
class LineFilesTest {
    private static final int ROUNDS = 60;

    @TempDir
    private Path folder;

    private static String line(int session, Integer seq, int at, int padding) {
        return "{\"session\":" + session + (seq == null ? "" : ",\"seq\":" + seq) + ",\"start\":" + at + ",\"commit\":"
                + at + ",\"ops\":[[\"w\",\"" + "k".repeat(padding) + "\"," + at + "]]}";
    }

    /** Lines of several sessions; some are empty, and the last may have no line feed. */
    private static String lines(Random random, boolean numbered, boolean header) {
        StringBuilder text = new StringBuilder(header ? "{\"isolde\":1,\"initial\":7}\n" : "");
        int[] next = new int[4];
        int count = 1 + random.nextInt(40);
        for (int i = 0; i < count; i++) {
            int session = random.nextInt(next.length);
            int padding = random.nextInt(10) == 0 ? random.nextInt(5_000) : random.nextInt(30);
            text.append(line(session, numbered ? next[session]++ : null, i, padding));
            text.append(i + 1 < count || random.nextBoolean() ? "\n" : "");
            text.append(random.nextInt(10) == 0 && i + 1 < count ? "\n" : "");
        }
        return text.toString();
    }

    /** All but its time: that is the place, which differs from whole files. */
    private static String bytes(Incoming line) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        new IncomingCodec().serialize(new Incoming(line.transaction(), line.bad(), 0), out);
        return HexFormat.of().formatHex(out.getCopyOfBuffer());
    }

    private static List<String> whole(String text, String initial, boolean numbered) throws IOException {
        List<String> all = new ArrayList<>();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        List<Incoming> lines = new ArrayList<>();
        new TransactionLines(initial, numbered)
                .parse(bytes, 0, bytes.length, transaction -> lines.add(new Incoming(transaction, null, 0)));
        for (Incoming line : lines) {
            all.add(bytes(line));
        }
        return all;
    }

    private static FileSourceSplit split(Path file, long from, long to, CheckpointedPosition position)
            throws IOException {
        org.apache.flink.core.fs.Path path = new org.apache.flink.core.fs.Path(file.toUri());
        return new FileSourceSplit("0000000000", path, from, to - from, 0, Files.size(file), new String[0], position);
    }

    /** Reads a part; at each line it may be that the reader ends, and another goes on from where it was. */
    private static void read(LineFormat format, Path file, long from, long to, Random random, List<String> into)
            throws IOException {
        CheckpointedPosition position = null;
        boolean again = true;
        while (again) {
            again = false;
            try (BulkFormat.Reader<Incoming> reader =
                    format.restoreReader(new Configuration(), split(file, from, to, position))) {
                BulkFormat.RecordIterator<Incoming> batch = reader.readBatch();
                while (batch != null && !again) {
                    RecordAndPosition<Incoming> next = batch.next();
                    while (next != null && !again) {
                        into.add(bytes(next.getRecord()));
                        position = new CheckpointedPosition(next.getOffset(), next.getRecordSkipCount());
                        again = random.nextInt(8) == 0;
                        next = again ? null : batch.next();
                    }
                    batch = again ? null : reader.readBatch();
                }
            }
        }
    }

    @Test
    void partsHaveEachLineOnce() throws IOException {
        Random random = new Random(18);
        for (int round = 0; round < ROUNDS; round++) {
            String text = lines(random, true, random.nextBoolean());
            Path file = Files.writeString(folder.resolve("cut.jsonl"), text);
            LineFiles files = LineFiles.of(List.of(file.toString()));
            String path = new org.apache.flink.core.fs.Path(file.toUri()).toString();
            String initial = files.initial() == null ? "null" : files.initial();
            LineFormat format = new LineFormat(initial, Map.of(path, new LineFile(path, text.length(), 0, true, true)));
            List<String> read = new ArrayList<>();
            long from = 0;
            while (from < text.length()) {
                long to = Math.min(text.length(), from + 1 + random.nextInt(random.nextBoolean() ? 40 : 3_000));
                read(format, file, from, to, random, read);
                from = to;
            }
            assertEquals(whole(text, initial, true), read);
        }
    }

    /** Numbers depend on all that comes before; so does a packed file. */
    @Test
    void linesWithoutNumbersAreNumberedAlikeWheneverTheyAreReadAgain() throws IOException {
        Random random = new Random(19);
        for (int round = 0; round < ROUNDS; round++) {
            String text = lines(random, false, true);
            boolean packed = random.nextBoolean();
            Path file = folder.resolve("whole" + (packed ? ".gz" : ".jsonl"));
            try (OutputStream out =
                    packed ? new GZIPOutputStream(Files.newOutputStream(file)) : Files.newOutputStream(file)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            LineFiles files = LineFiles.of(List.of(file.toString()));
            assertEquals("7", files.initial());
            String path = new org.apache.flink.core.fs.Path(file.toUri()).toString();
            LineFormat format = new LineFormat("7", Map.of(path, new LineFile(path, text.length(), 0, false, false)));
            List<String> read = new ArrayList<>();
            read(format, file, 0, Files.size(file), random, read);
            assertEquals(whole(text, "7", false), read);
        }
    }

    @Test
    void aBadLineIsToldWithItsPlaceAndTheOthersCount() throws IOException {
        String text =
                line(0, 0, 1, 1) + "\nnonsense\n" + line(0, 1, 2, 1) + "\n" + "{\"session\":0}\n" + line(0, 2, 3, 1);
        Path file = Files.writeString(folder.resolve("bad.jsonl"), text);
        String path = new org.apache.flink.core.fs.Path(file.toUri()).toString();
        LineFormat format = new LineFormat("null", Map.of(path, new LineFile(path, text.length(), 0, true, true)));
        List<Incoming> lines = new ArrayList<>();
        try (BulkFormat.Reader<Incoming> reader =
                format.createReader(new Configuration(), split(file, 0, text.length(), null))) {
            BulkFormat.RecordIterator<Incoming> batch = reader.readBatch();
            for (RecordAndPosition<Incoming> next = batch.next(); next != null; next = batch.next()) {
                lines.add(next.getRecord());
            }
            assertNull(reader.readBatch());
        }
        assertEquals(5, lines.size());
        assertEquals(file + ":2", lines.get(1).bad().place());
        assertEquals(file + ":4", lines.get(3).bad().place());
        // of a part that begins later, the number of the line can't be known
        try (BulkFormat.Reader<Incoming> reader =
                format.createReader(new Configuration(), split(file, text.indexOf("nonsense"), text.length(), null))) {
            Incoming first = reader.readBatch().next().getRecord();
            assertEquals(
                    file + ": line 1 behind byte " + text.indexOf("nonsense"),
                    first.bad().place());
        }
    }

    @Test
    void severalFilesNeedNumbers() throws IOException {
        Files.writeString(folder.resolve("a.jsonl"), line(0, null, 1, 1));
        Files.writeString(folder.resolve("b.jsonl"), line(1, null, 1, 1));
        String problem = assertThrows(BadHistoryException.class, () -> LineFiles.of(List.of(folder.toString())))
                .getMessage();
        assertTrue(problem.startsWith(folder.resolve("a.jsonl") + ": transactions without \"seq\""), problem);
        Files.writeString(folder.resolve("a.jsonl"), line(0, 0, 1, 1));
        Files.writeString(folder.resolve("b.jsonl"), line(1, 0, 1, 1));
        Files.writeString(folder.resolve(".being-written.jsonl"), "{");
        assertNull(LineFiles.of(List.of(folder.toString())).initial());
    }

    @Test
    void whatIsNotThereIsNamed() throws IOException {
        String missing = folder.resolve("none.jsonl").toString();
        assertEquals(
                missing + ": no such file or folder",
                assertThrows(BadHistoryException.class, () -> LineFiles.of(List.of(missing)))
                        .getMessage());
        assertEquals(
                folder + ": there are no files in this folder",
                assertThrows(BadHistoryException.class, () -> LineFiles.of(List.of(folder.toString())))
                        .getMessage());
    }
}
