package org.isolde.online;

/**
 * What the journal keeps of one step of the monitor. Everything that the outcome depends on is in here.
 *
 * @param kind what happened
 * @param uptimeNanos when, on the monitor's clock, which never goes back
 * @param wallMillis when, on the wall; for people alone
 * @param sourceOffset where the followed file goes on behind this block; -1 if it comes from elsewhere
 * @param bytes whole lines, or the name of a file; longer than {@code length}, if the lines are to be parsed
 * @param length how many of the bytes count
 */
record JournalRecord(Kind kind, long uptimeNanos, long wallMillis, long sourceOffset, byte[] bytes, int length) {
    private static final byte[] NONE = {};

    /** The kinds, in the order of their numbers on disk. */
    enum Kind {
        /** Lines were taken. */
        BLOCK,
        /** Time went by. */
        TICK,
        /** The stream was said to have ended. */
        FINISH,
        /** From here on, offsets are of the file of this name. */
        SOURCE
    }

    static JournalRecord plain(Kind kind, long uptimeNanos, long wallMillis) {
        return new JournalRecord(kind, uptimeNanos, wallMillis, -1, NONE, 0);
    }
}
