package org.isolde.history.format;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
    private static final String[] TOKENS = {
        "99999999999999999999999",
        "-9223372036854775808",
        "18446744073709551615",
        "4294967296",
        "\u00e9",
        "null",
        "nil",
        "[[[[[[[[",
        "{{{{{{",
        "\"",
        "\\u12",
        "\r",
        "\n\n",
        "\t",
        ",",
        ":=",
        "-1",
        "\0",
        "1e999",
        "0x1F",
        "true",
        "S",
        "C"
    };
    /** Bytes that no UTF-8 has. */
    private static final byte[][] GARBAGE = {
        {(byte) 0xff}, {(byte) 0xc0, (byte) 0x80}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, {(byte) 0xe2, (byte) 0x82}
    };

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
                for (byte[] damaged : damaged(file.getValue(), MUTATIONS / sample.size(), new Random(SEED))) {
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

    private static List<byte[]> damaged(byte[] valid, int mutations, Random random) {
        List<byte[]> all = new ArrayList<>();
        for (int length = 0; length < valid.length; length++) {
            all.add(Arrays.copyOf(valid, length));
        }
        for (int i = 0; i < mutations; i++) {
            byte[] bytes = valid;
            for (int times = 1 + random.nextInt(3); times > 0; times--) {
                bytes = mutate(bytes, random);
            }
            all.add(bytes);
        }
        return all;
    }

    private static byte[] mutate(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length + 1);
        int to = Math.min(bytes.length, at + 1 + random.nextInt(24));
        switch (random.nextInt(8)) {
            case 0 -> {
                byte[] flipped = bytes.clone();
                if (at < bytes.length) {
                    flipped[at] ^= (byte) (1 << random.nextInt(8));
                }
                return flipped;
            }
            case 1 -> {
                return splice(bytes, at, at, new byte[] {(byte) random.nextInt(256)});
            }
            case 2 -> {
                return splice(bytes, at, to, new byte[0]);
            }
            case 3 -> {
                return splice(bytes, at, at, Arrays.copyOfRange(bytes, at, to));
            }
            case 4 -> {
                return splice(bytes, at, at, Samples.bytes(TOKENS[random.nextInt(TOKENS.length)]));
            }
            case 5 -> {
                return splice(bytes, at, at, GARBAGE[random.nextInt(GARBAGE.length)]);
            }
            case 6 -> {
                // a number of another size in place of a digit or a word
                byte[] huge = new byte[Math.min(8, bytes.length - at)];
                Arrays.fill(huge, (byte) (random.nextBoolean() ? 0xff : 0x7f));
                return splice(bytes, at, at + huge.length, huge);
            }
            default -> {
                byte[] swapped = bytes.clone();
                int other = random.nextInt(bytes.length + 1);
                if (at < bytes.length && other < bytes.length) {
                    swapped[at] = bytes[other];
                    swapped[other] = bytes[at];
                }
                return swapped;
            }
        }
    }

    private static byte[] splice(byte[] bytes, int from, int to, byte[] with) {
        byte[] result = new byte[from + with.length + bytes.length - to];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(with, 0, result, from, with.length);
        System.arraycopy(bytes, to, result, from + with.length, bytes.length - to);
        return result;
    }
}
