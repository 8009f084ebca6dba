package org.isolde.run;

import java.nio.file.Path;

/**
 * How a database that was named is got at: the user's credentials and driver, and whom to tell when that takes time.
 *
 * @param user for databases that ask for one; null if none was given
 * @param password likewise; never shown
 * @param driver a driver's jar given by the user, or null
 * @param progress told what takes time: downloads, servers that start
 */
public record Access(String user, String password, Path driver, Progress progress) {
    /** Without credentials, and silent. */
    public static Access plain() {
        return new Access(null, null, null, Progress.SILENT);
    }

    /** Where slow steps are told. */
    @FunctionalInterface
    public interface Progress {
        Progress SILENT = (what, share) -> {};

        /**
         * @param what what is going on, "fetching postgres 18.6"
         * @param share done so far, from 0 to 1; negative if not known
         */
        void at(String what, double share);

        /** Tells what the user has to know, and to see to: that something was left behind in their database. */
        default void warn(String what) {}
    }

    /** The record's own text would tell the password. */
    @Override
    public String toString() {
        return "Access[user=" + user + "]";
    }
}
