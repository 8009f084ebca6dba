package org.isolde.generate;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages inputs, to see what becomes of whoever reads them. */
public final class Mutation {
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

    private Mutation() {}

    /** Everything that breaks off too early, and so many that are damaged in one to three places. */
    public static List<byte[]> all(byte[] valid, int mutations, Random random) {
        List<byte[]> all = new ArrayList<>();
        for (int length = 0; length < valid.length; length++) {
            all.add(Arrays.copyOf(valid, length));
        }
        for (int i = 0; i < mutations; i++) {
            all.add(of(valid, random));
        }
        return all;
    }

    /** One that is damaged in one to three places. */
    public static byte[] of(byte[] valid, Random random) {
        byte[] bytes = valid;
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            bytes = once(bytes, random);
        }
        return bytes;
    }

    private static byte[] once(byte[] bytes, Random random) {
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
                return splice(bytes, at, at, TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.UTF_8));
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
