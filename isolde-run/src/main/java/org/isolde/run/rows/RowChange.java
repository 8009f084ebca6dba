package org.isolde.run.rows;

/**
 * What became of a row.
 *
 * @param after the version that was made; of a deletion, the last one before it
 * @param deadVersion the name of the dead version, if it is a deletion
 */
public record RowChange(Kind kind, RowVersion after, long deadVersion) {
    public enum Kind {
        INSERTED,
        UPDATED,
        DELETED
    }

    /** A version that was written: of a new row, if it replaced none. */
    public static RowChange written(RowVersion version) {
        return new RowChange(version.previous() == null ? Kind.INSERTED : Kind.UPDATED, version, 0);
    }

    public static RowChange deleted(RowVersion last, long deadVersion) {
        return new RowChange(Kind.DELETED, last, deadVersion);
    }

    /** The name of the version that it made. */
    public long version() {
        return kind == Kind.DELETED ? deadVersion : after.version();
    }
}
