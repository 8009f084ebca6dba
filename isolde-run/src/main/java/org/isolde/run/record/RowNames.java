package org.isolde.run.record;

/** How rows of the one table are named in a history. */
public final class RowNames {
    /** The table's name. */
    public static final String TABLE = "t";

    private RowNames() {}

    /** The key of a row, by the name that it was given when it was inserted. */
    public static String key(String row) {
        return TABLE + "/" + row;
    }

    /** The row of a key. */
    public static String row(String key) {
        return key.substring(TABLE.length() + 1);
    }
}
