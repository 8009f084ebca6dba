package org.isolde.history.format;

/** Writes decimal numbers two digits at a time. */
final class Digits {
    /** The most bytes that {@link #put} writes. */
    static final int LONGEST = 19;

    /** The digits of 0 to 99, as bytes one behind the other. */
    private static final byte[] PAIRS = new byte[200];

    static {
        for (int i = 0; i < 100; i++) {
            PAIRS[2 * i] = (byte) ('0' + i / 10);
            PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
        }
    }

    private Digits() {}

    /** Writes a number that is not negative, and returns where the next byte goes. */
    static int put(long number, byte[] bytes, int at) {
        return number <= Integer.MAX_VALUE ? putSmall((int) number, bytes, at) : putLarge(number, bytes, at);
    }

    /** The upper digits first, then nine or twice nine more with their zeros. */
    private static int putLarge(long number, byte[] bytes, int at) {
        long upper = number / 1_000_000_000;
        int next;
        if (upper <= Integer.MAX_VALUE) {
            next = putSmall((int) upper, bytes, at);
        } else {
            next = putSmall((int) (upper / 1_000_000_000), bytes, at);
            putNine((int) (upper % 1_000_000_000), bytes, next);
            next += 9;
        }
        putNine((int) (number - upper * 1_000_000_000), bytes, next);
        return next + 9;
    }

    private static int putSmall(int number, byte[] bytes, int at) {
        int small = number;
        int end = at + length(small);
        int i = end;
        while (small >= 100) {
            int quotient = small / 100;
            int pair = 2 * (small - quotient * 100);
            bytes[--i] = PAIRS[pair + 1];
            bytes[--i] = PAIRS[pair];
            small = quotient;
        }
        if (small >= 10) {
            bytes[--i] = PAIRS[2 * small + 1];
            bytes[--i] = PAIRS[2 * small];
        } else {
            bytes[--i] = (byte) ('0' + small);
        }
        return end;
    }

    private static void putNine(int number, byte[] bytes, int at) {
        int rest = number;
        for (int i = at + 7; i > at; i -= 2) {
            int quotient = rest / 100;
            int pair = 2 * (rest - quotient * 100);
            bytes[i] = PAIRS[pair];
            bytes[i + 1] = PAIRS[pair + 1];
            rest = quotient;
        }
        bytes[at] = (byte) ('0' + rest);
    }

    private static int length(int number) {
        if (number < 10_000) {
            return number < 100 ? (number < 10 ? 1 : 2) : number < 1_000 ? 3 : 4;
        }
        if (number < 100_000_000) {
            return number < 1_000_000 ? (number < 100_000 ? 5 : 6) : number < 10_000_000 ? 7 : 8;
        }
        return number < 1_000_000_000 ? 9 : 10;
    }
}
