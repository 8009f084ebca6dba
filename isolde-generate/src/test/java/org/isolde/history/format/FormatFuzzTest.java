package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import org.isolde.generate.Mutation;
import org.isolde.history.BadHistoryException;
import org.isolde.history.History;
import org.isolde.history.HistoryText;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Damaged inputs of every format: reading gives a history or a complaint that names the file, and nothing else. */
class FormatFuzzTest {
    private static final long SEED = Long.getLong("isolde.seed", 42);
    private static final int MUTATIONS = Integer.getInteger("isolde.property.histories", 20000) / 20;
    private static final String NAME = "damaged";

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void damagedInputsAreNoSurprise(Format format) throws IOException {
        System.out.println("fuzzing " + format.text() + " with -Disolde.seed=" + SEED);
        int histories = 0;
        int complaints = 0;
        for (Map<String, byte[]> sample : Samples.of(format, SEED)) {
            assertTrue(attempt(format, sample, "as it is"), "the sample is not read");
            for (Map.Entry<String, byte[]> file : sample.entrySet()) {
                for (byte[] damaged : Mutation.all(file.getValue(), MUTATIONS / sample.size(), new Random(SEED))) {
                    Map<String, byte[]> changed = new java.util.HashMap<>(sample);
                    changed.put(file.getKey(), damaged);
                    if (attempt(format, changed, HexFormat.of().formatHex(damaged))) {
                        histories++;
                    } else {
                        complaints++;
                    }
                }
            }
        }
        assertTrue(complaints > 0, "nothing was found to be damaged among " + histories);
    }

    /** Whether the input was read. */
    private boolean attempt(Format format, Map<String, byte[]> files, String what) throws IOException {
        long start = System.nanoTime();
        try {
            History history = read(format, files);
            HistoryText.full(history);
            return true;
        } catch (BadHistoryException e) {
            assertNotNull(e.file(), e.getMessage());
            assertTrue(e.problem().length() > 10, e.getMessage());
            return false;
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            return fail(format.text() + ", seed " + SEED + ": " + what, e);
        } finally {
            assertTrue(System.nanoTime() - start < 5_000_000_000L, () -> "too slow: " + what);
        }
    }

    private History read(Format format, Map<String, byte[]> files) throws IOException {
        byte[] only = files.get("");
        if (only != null) {
            try (Source source = Source.of(NAME, new ByteArrayInputStream(only))) {
                for (Format other : Format.values()) {
                    other.recognises(source);
                }
                return format.read(source);
            }
        }
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
        try (Source source = Source.of(folder)) {
            for (Format other : Format.values()) {
                other.recognises(source);
            }
            return format.read(source);
        } finally {
            for (String file : files.keySet()) {
                Files.delete(folder.resolve(file));
            }
        }
    }
}
