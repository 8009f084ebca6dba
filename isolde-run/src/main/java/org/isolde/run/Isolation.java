package org.isolde.run;

import java.util.Locale;
import org.isolde.history.Level;

/**
 * An isolation level as a database calls it, and what it claims by that.
 *
 * @param name as on the command line, with hyphens: {@code repeatable-read}
 * @param claims the level of Isolde that the vendor's documentation promises for it
 * @param note what a reader should know of that claim, such as a documented weakness; may be empty
 */
public record Isolation(String name, Level claims, String note) {
    public static final String READ_UNCOMMITTED = "read-uncommitted";
    public static final String READ_COMMITTED = "read-committed";
    public static final String REPEATABLE_READ = "repeatable-read";
    public static final String SNAPSHOT = "snapshot";
    public static final String SERIALIZABLE = "serializable";

    public Isolation(String name, Level claims) {
        this(name, claims, "");
    }

    /** The name as SQL spells it: {@code REPEATABLE READ}. */
    public String sql() {
        return name.replace('-', ' ').toUpperCase(Locale.ROOT);
    }
}
