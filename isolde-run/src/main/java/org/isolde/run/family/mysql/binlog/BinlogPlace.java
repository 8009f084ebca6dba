package org.isolde.run.family.mysql.binlog;

/**
 * Places in a binary log as numbers, in its order: the file, counted from the one where the log was begun to be followed, and
 * the position behind an event. The place behind a transaction is its number.
 */
final class BinlogPlace {
    /** Files are at most a few gigabytes; and whole numbers below 2 to the 52 have a double halfway to the next. */
    private static final int POSITION_BITS = 40;

    private static final long MOST_FILES = 1 << 12;

    private final long first;

    BinlogPlace(String firstFile) {
        this.first = number(firstFile);
    }

    /** Files are numbered behind a dot: {@code binlog.000003}. */
    private static long number(String file) {
        return Long.parseLong(file.substring(file.lastIndexOf('.') + 1));
    }

    long of(String file, long position) {
        long files = number(file) - first;
        if (files < 0 || files >= MOST_FILES || position >= 1L << POSITION_BITS) {
            throw new IllegalStateException("a place in the binary log that can't be: " + file + ", " + position);
        }
        return files << POSITION_BITS | position;
    }

    /** Behind whatever ends at a place, and before whatever ends later. */
    static double behind(long place) {
        return place + 0.5;
    }
}
