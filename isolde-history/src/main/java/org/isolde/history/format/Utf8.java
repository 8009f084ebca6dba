package org.isolde.history.format;

/** The rules of UTF-8, for readers that keep texts as bytes and so must check them themselves. */
final class Utf8 {
    private Utf8() {}

    /** The length of the character that begins at {@code at}, or 0 if it is not valid UTF-8 or goes beyond {@code end}. */
    static int length(byte[] bytes, int at, int end) {
        int first = bytes[at] & 0xff;
        if (first < 0x80) {
            return 1;
        }
        int length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
        if (first < 0xc2 || first > 0xf4 || at + length > end) {
            return 0;
        }
        for (int i = 1; i < length; i++) {
            if ((bytes[at + i] & 0xc0) != 0x80) {
                return 0;
            }
        }
        int second = bytes[at + 1] & 0xff;
        boolean tooLong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
        boolean surrogate = first == 0xed && second > 0x9f;
        boolean tooLarge = first == 0xf4 && second > 0x8f;
        return tooLong || surrogate || tooLarge ? 0 : length;
    }

    /** Puts a character at {@code at} and returns where the next one goes. */
    static int put(int character, byte[] bytes, int at) {
        int next = at;
        if (character < 0x80) {
            bytes[next++] = (byte) character;
        } else if (character < 0x800) {
            bytes[next++] = (byte) (0xc0 | (character >> 6));
            bytes[next++] = (byte) (0x80 | (character & 0x3f));
        } else if (character < 0x10000) {
            bytes[next++] = (byte) (0xe0 | (character >> 12));
            bytes[next++] = (byte) (0x80 | ((character >> 6) & 0x3f));
            bytes[next++] = (byte) (0x80 | (character & 0x3f));
        } else {
            bytes[next++] = (byte) (0xf0 | (character >> 18));
            bytes[next++] = (byte) (0x80 | ((character >> 12) & 0x3f));
            bytes[next++] = (byte) (0x80 | ((character >> 6) & 0x3f));
            bytes[next++] = (byte) (0x80 | (character & 0x3f));
        }
        return next;
    }
}
