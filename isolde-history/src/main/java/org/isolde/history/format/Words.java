package org.isolde.history.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Text eight bytes at a time, the first of them in the lowest bits: to compare it, and to read numbers in one go. */
final class Words {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Words() {}

    /** The eight bytes from a place on, which must all be there. */
    static long at(byte[] bytes, int place) {
        return (long) LONG.get(bytes, place);
    }

    /** At most eight ASCII characters, and zeros behind them. */
    static long of(String ascii) {
        long word = 0;
        for (int i = 0; i < ascii.length(); i++) {
            word |= (long) ascii.charAt(i) << (i << 3);
        }
        return word;
    }

    /** What keeps the first one to eight bytes of a word. */
    static long mask(int bytes) {
        return -1L >>> ((8 - bytes) << 3);
    }

    /** How many of the eight bytes are digits, from the first on. */
    static int digits(long word) {
        long zeroed = word ^ 0x3030303030303030L;
        long others = ((zeroed | (zeroed + 0x7676767676767676L)) & 0x8080808080808080L) >>> 7;
        // the bytes below the lowest bit, by arithmetic: to a compiler without a word for it, trailing zeros are a long
        // story
        return (int) ((((others & -others) - 1 & 0x0101010101010101L) * 0x0101010101010101L) >>> 56);
    }

    /** The number of the first one to eight digits; anything if there are none. */
    static long value(long word, int digits) {
        long v = (word ^ 0x3030303030303030L) << ((8 - digits) << 3);
        v = (v & 0x0F0F0F0F0F0F0F0FL) * 2561 >>> 8;
        v = (v & 0x00FF00FF00FF00FFL) * 6553601 >>> 16;
        return (v & 0x0000FFFF0000FFFFL) * 42949672960001L >>> 32;
    }
}
