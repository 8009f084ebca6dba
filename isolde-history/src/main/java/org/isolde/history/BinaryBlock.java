package org.isolde.history;

/**
 * The blocks of a binary history, in the order in which they stand in the file. A block's number in the file is its
 * ordinal plus one, so constants are only ever added at the end, and then with a new version number.
 */
enum BinaryBlock {
    KIND(1),
    KEY(4),
    VALUE(4),
    FIRST_OP(4),
    /** Left out if every transaction is committed. */
    STATUS(1),
    SESSION_FIRST(4),
    SESSION_CODE(8),
    /** Left out if it is 1, 2, 3 ... */
    ARRIVAL(4),
    ID(8),
    KEY_CODE(8),
    /** Left out if the code of each value is its number less one. */
    VALUE_CODE(8),
    WRITER(4),
    WRITE_OP(4),
    REPEATED_WRITES(4),
    LIST_OP(4),
    LIST_FIRST(4),
    LIST_ELEMENT(4),
    BEGIN(8),
    END(8),
    CLOCK_BEGIN(8),
    CLOCK_END(8),
    START_PHYSICAL(8),
    START_LOGICAL(8),
    COMMIT_PHYSICAL(8),
    COMMIT_LOGICAL(8),
    ORDER(8),
    CHAIN_KEY(4),
    CHAIN_FIRST(4),
    CHAIN_VALUE(4),
    /** Entries of {@link Scalars}: kind (1 byte), length (4 bytes), UTF-8. */
    SCALARS(1),
    /** Fields of the header: length, name, length, JSON text. */
    HEADER(1),
    /** Warnings: length, text. */
    WARNINGS(1),
    /** Transactions before which some of the session are missing, ascending; left out if there are none. */
    GAPS(4),
    /** The arrays of {@link Rows}: length in bytes, elements; left out if there are no rows. */
    ROWS(1);

    private static final BinaryBlock[] ALL = values();

    /** Bytes an element. */
    final int width;

    BinaryBlock(int width) {
        this.width = width;
    }

    /** The number in the file. */
    int number() {
        return ordinal() + 1;
    }

    /** The block of a number, or null. */
    static BinaryBlock ofNumber(int number) {
        return number < 1 || number > ALL.length ? null : ALL[number - 1];
    }

    /** For messages: {@code first op}. */
    String text() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
}
