package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.isolde.history.RandomHistories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written and read again is the same, where the format says that it loses nothing. */
class FormatRoundTripTest {
    private static final int HISTORIES = Integer.getInteger("isolde.property.histories", 20000) / 20 + 1;
    private static final long SEED = Long.getLong("isolde.seed", 42);

    static History read(Format format, byte[] bytes) throws IOException {
        try (Source source = Source.of("test", new ByteArrayInputStream(bytes))) {
            return format.read(source);
        }
    }

    static byte[] write(Format format, History history) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        format.write(history, out);
        return out.toByteArray();
    }

    @Test
    void binaryHoldsEverything() throws IOException {
        for (int i = 0; i < HISTORIES; i++) {
            History history =
                    new RandomHistories(new Random(SEED + i)).everything().next();
            byte[] bytes = write(Format.ISOLDE_BINARY, history);
            History again = read(Format.ISOLDE_BINARY, bytes);
            assertEquals(HistoryText.full(history), HistoryText.full(again), "seed " + (SEED + i));
            assertTrue(Format.ISOLDE_BINARY.losses(history).isEmpty());
            assertEquals(0, java.util.Arrays.compare(bytes, write(Format.ISOLDE_BINARY, again)), "seed " + (SEED + i));
        }
    }

    @Test
    void binaryFileIsTheSameAsItsStream(@TempDir Path folder) throws IOException {
        History history = large(300_000);
        Path file = folder.resolve("h.isolde");
        try (var out = Files.newOutputStream(file)) {
            Format.ISOLDE_BINARY.write(history, out);
        }
        assertTrue(Files.size(file) > 1 << 22);
        String expected = HistoryText.full(history);
        assertEquals(expected, HistoryText.full(Format.read(file)));
        assertEquals(expected, HistoryText.full(read(Format.ISOLDE_BINARY, Files.readAllBytes(file))));
    }

    /** A plume history of many operations. */
    private static History large(int operations) throws IOException {
        StringBuilder text = new StringBuilder();
        Random random = new Random(SEED);
        for (int i = 1; i <= operations; i++) {
            int key = random.nextInt(1000);
            text.append(random.nextBoolean() ? "r(" : "w(")
                    .append(key)
                    .append(',')
                    .append(i);
            text.append(',').append(i / 4 % 7).append(',').append(i / 4).append(")\n");
        }
        return read(Format.PLUME, text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void plumeHoldsPlainHistories() throws IOException {
        for (int i = 0; i < HISTORIES; i++) {
            History history = new RandomHistories(new Random(SEED + i)).plume().next();
            List<String> losses = Format.PLUME.losses(history);
            History again = read(Format.PLUME, write(Format.PLUME, history));
            if (losses.isEmpty()) {
                assertEquals(HistoryText.full(history), HistoryText.full(again), "seed " + (SEED + i));
            } else {
                assertEquals(List.of("writes of the initial value"), losses, "seed " + (SEED + i));
            }
        }
    }

    @Test
    void awditTestHoldsPlainHistories() throws IOException {
        for (int i = 0; i < HISTORIES; i++) {
            History history = new RandomHistories(new Random(SEED + i)).awdit().next();
            assertEquals(List.of(), Format.AWDIT_TEST.losses(history), "seed " + (SEED + i));
            byte[] bytes = write(Format.AWDIT_TEST, history);
            History again = read(Format.AWDIT_TEST, bytes);
            assertEquals(HistoryText.sessions(history), HistoryText.sessions(again), "seed " + (SEED + i));
            assertFalse(again.hasInitialVersions());
        }
    }

    @Test
    void lossyWritingGivesWhatCanBeRead() throws IOException {
        for (int i = 0; i < HISTORIES; i++) {
            History history =
                    new RandomHistories(new Random(SEED + i)).everything().next();
            for (Format format : Format.values()) {
                if (format.isWritable() && format.impossible(history) == null) {
                    byte[] bytes = write(format, history);
                    History again = read(format, bytes);
                    if (format.losses(history).isEmpty()) {
                        assertEquals(
                                HistoryText.sessions(history),
                                HistoryText.sessions(again),
                                format.text() + ", seed " + (SEED + i));
                    }
                }
            }
        }
    }
}
