package org.isolde.history;

/**
 * The kinds of operations, as the bytes of a column. The lowest bit says "writes", so that a checker can ask
 * {@code (kind & 1) != 0} without a table.
 *
 * <p>A successful compare-and-set is two neighbouring operations, {@link #CAS_READ} and {@link #CAS_WRITE}. A list read
 * is a register read of the list's last element; the whole list hangs beside it.
 */
public final class OpKind {
    public static final byte READ = 0;
    public static final byte WRITE = 1;
    public static final byte LIST_READ = 2;
    public static final byte APPEND = 3;
    public static final byte CAS_READ = 4;
    public static final byte CAS_WRITE = 5;
    /** A compare-and-set that found another value than the expected one; its value column is the expected value. */
    public static final byte CAS_FAILED = 6;

    /** The end of a row: a write of its dead version. */
    public static final byte DELETE = 7;

    static final int COUNT = 8;

    private OpKind() {}

    public static boolean isWrite(byte kind) {
        return (kind & 1) != 0;
    }

    /** Whether the operation says which version it saw (a failed compare-and-set does not). */
    public static boolean isRead(byte kind) {
        return (kind & 1) == 0 && kind != CAS_FAILED;
    }
}
