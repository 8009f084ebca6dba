package org.isolde.run.rows;

/**
 * A version of a row, as the database gave it.
 *
 * @param row the row's name, from its column {@code born}
 * @param version the version's name, from its column {@code v}
 * @param previous the version that it replaced, from its column {@code prev}; null if the row was inserted with it
 */
public record RowVersion(String row, long version, long id, Long a, Long b, Long previous) {
    /** The name that a row gets when it is inserted with a version. */
    public static String bornAs(long id, long version) {
        return id + "#" + version;
    }
}
