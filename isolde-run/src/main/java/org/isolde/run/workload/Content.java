package org.isolde.run.workload;

import org.isolde.run.Session;

/**
 * Values that carry something, such as a balance or the number of a row, and are unique all the same: a value is
 * {@code number * 2^24 + content}, where nobody else gets that number. A row that is not there has content 0.
 *
 * <p>A workload that writes such values writes no others, since others could be equal to them.
 */
final class Content {
    private static final int BITS = 24;

    /** The largest content. */
    static final long MOST = (1L << BITS) - 1;

    private Content() {}

    static long of(long value) {
        return value == Session.ABSENT ? 0 : value & MOST;
    }

    static long value(long number, long content) {
        if (content < 0 || content > MOST) {
            throw new IllegalArgumentException("content " + content + " is not from 0 to " + MOST);
        }
        return number << BITS | content;
    }

    /** Reads the content of a row. */
    static long read(Transaction.Operations operations, long key) throws Exception {
        return of(operations.read(key));
    }

    /** Writes a row with this content. */
    static void write(Transaction.Operations operations, long key, long content) throws Exception {
        operations.write(key, value(operations.freshNumber(), content));
    }

    /** Reads a row and writes it again with the same content. */
    static void touch(Transaction.Operations operations, long key) throws Exception {
        write(operations, key, read(operations, key));
    }

    /** The number after this one; behind the last one comes 1 again, so that a long run uses old rows anew. */
    static long after(long number) {
        return number == MOST ? 1 : number + 1;
    }

    /** One number for a pair of numbers, another one for each pair, and small if both are (Cantor's pairing). */
    static long pair(long one, long other) {
        long sum = one + other;
        return sum * (sum + 1) / 2 + other;
    }
}
