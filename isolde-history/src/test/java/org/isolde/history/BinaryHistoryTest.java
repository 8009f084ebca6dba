package org.isolde.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32C;
import org.isolde.history.format.Format;
import org.isolde.history.format.RowSamples;
import org.isolde.history.format.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of the binary format whose checksums are right and whose content is not. */
class BinaryHistoryTest {
    private static final long SEED = Long.getLong("isolde.seed", 42);
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20000) / 100 + 1;

    private static byte[] write(History history) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryHistory.write(history, out);
        return out.toByteArray();
    }

    private static byte[] sample() throws IOException {
        HistoryBuilder builder = new HistoryBuilder();
        Segment segment = builder.segment();
        segment.begin(0, 7, 1);
        segment.op(OpKind.WRITE, 1, 5);
        segment.begin(1, 8, 2);
        segment.op(OpKind.READ, 1, 5);
        return write(builder.build());
    }

    /** Makes all checksums right again, where the directory still makes sense. */
    private static void forge(byte[] bytes) {
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int end = 80 + 16 * file.getInt(72);
        if (file.getInt(72) < 0 || file.getInt(72) > 40 || end + 8 > bytes.length) {
            return;
        }
        file.putInt(end, checksum(bytes, 0, end));
        long at = end + 8;
        for (int entry = 80; entry < end; entry += 16) {
            long length = file.getLong(entry + 8);
            long behind = at + (length + 7 & ~7L);
            if (length < 0 || behind < 0 || behind + 8 > bytes.length) {
                return;
            }
            file.putInt((int) behind, checksum(bytes, (int) at, (int) (at + length)));
            at = behind + 8;
        }
    }

    private static int checksum(byte[] bytes, int from, int to) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from, to - from);
        return (int) checksum.getValue();
    }

    @Test
    void forgedFilesAreNoSurprise(@TempDir Path folder) throws IOException {
        Random random = new Random(SEED);
        Path file = folder.resolve("forged.isolde");
        int complaints = 0;
        for (int i = 0; i < HISTORIES; i++) {
            byte[] valid =
                    write(new RandomHistories(new Random(SEED + i)).everything().next());
            for (int j = 0; j < 50; j++) {
                byte[] bytes = valid.clone();
                int from = j < 10 ? 8 : 80;
                for (int times = 1 + random.nextInt(3); times > 0; times--) {
                    int at = from + random.nextInt(bytes.length - from) & ~3;
                    int to = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(20) - 2;
                    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, to);
                }
                forge(bytes);
                complaints += attempt(bytes, i) ? 0 : 1;
                if (j == 0) {
                    Files.write(file, bytes);
                    try (FileChannel channel = FileChannel.open(file)) {
                        BinaryHistory.read(channel);
                    } catch (BadHistoryException e) {
                        assertTrue(e.offset() >= 0, e.getMessage());
                    }
                }
            }
        }
        assertTrue(complaints > HISTORIES * 20, "only " + complaints + " files were found to be forged");
    }

    @Test
    void forgedRowsAreNoSurprise() throws IOException {
        Random random = new Random(SEED);
        byte[] valid;
        try (Source source =
                Source.of("rows", new ByteArrayInputStream(RowSamples.ALL.getBytes(StandardCharsets.UTF_8)))) {
            valid = write(Format.ISOLDE.read(source));
        }
        ByteBuffer directory = ByteBuffer.wrap(valid).order(ByteOrder.LITTLE_ENDIAN);
        int end = 80 + 16 * directory.getInt(72);
        assertEquals(BinaryBlock.ROWS.number(), directory.getInt(end - 16));
        int length = (int) directory.getLong(end - 8);
        int rows = valid.length - 8 - (length + 7 & ~7);
        int complaints = 0;
        for (int i = 0; i < 20 * HISTORIES; i++) {
            byte[] bytes = valid.clone();
            int at = rows + random.nextInt(length - 3);
            ByteBuffer.wrap(bytes)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(at, random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(20) - 2);
            forge(bytes);
            complaints += attempt(bytes, i) ? 0 : 1;
        }
        assertTrue(complaints > 10 * HISTORIES, "only " + complaints + " files were found to be forged");
    }

    private static boolean attempt(byte[] bytes, int i) throws IOException {
        try {
            History history = BinaryHistory.read(new ByteArrayInputStream(bytes));
            HistoryText.full(history);
            Format.ISOLDE.write(history, OutputStream.nullOutputStream());
            return true;
        } catch (BadHistoryException e) {
            assertTrue(e.offset() >= 0 && e.offset() <= bytes.length, e.getMessage());
            return false;
        } catch (RuntimeException e) {
            return fail("seed " + (SEED + i), e);
        }
    }

    private static String complaint(byte[] bytes) {
        return assertThrows(BadHistoryException.class, () -> BinaryHistory.read(new ByteArrayInputStream(bytes)))
                .getMessage();
    }

    @Test
    void aNewerVersionIsNamed() throws IOException {
        byte[] bytes = sample();
        bytes[8] = BinaryDirectory.VERSION + 1;
        assertTrue(complaint(bytes).startsWith("byte 8: made by a newer Isolde"), complaint(bytes));
    }

    @Test
    void tooManyOperationsAreNamed() throws IOException {
        byte[] bytes = sample();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(16, 1L << 31);
        forge(bytes);
        assertEquals("byte 16: " + HistoryBuilder.TOO_MANY_OPERATIONS, complaint(bytes));
    }

    @Test
    void aForgedCountAllocatesNothing() throws IOException {
        // two billion operations are announced, in blocks of the right length, and then nothing comes
        byte[] bytes = sample();
        ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long count = HistoryBuilder.MAX_OPERATIONS;
        file.putLong(16, count).putLong(88, count).putLong(104, 4 * count).putLong(120, 4 * count);
        forge(bytes);
        assertTrue(complaint(bytes).contains("truncated"), complaint(bytes));
    }

    @Test
    void aFlippedBitIsFound() throws IOException {
        byte[] bytes = sample();
        for (int bit = 64; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
            try {
                History history = BinaryHistory.read(new ByteArrayInputStream(damaged));
                // only padding is not covered
                assertEquals(
                        HistoryText.full(BinaryHistory.read(new ByteArrayInputStream(bytes))),
                        HistoryText.full(history));
            } catch (BadHistoryException e) {
                assertTrue(e.offset() >= 0, e.getMessage());
            }
        }
    }

    @Test
    void whatComesBehindIsAnError() throws IOException {
        byte[] bytes = sample();
        assertTrue(complaint(java.util.Arrays.copyOf(bytes, bytes.length + 1)).contains("expected the end"));
    }
}
