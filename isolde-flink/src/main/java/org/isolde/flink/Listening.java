package org.isolde.flink;

/**
 * How long somebody has listened, made of the times up to which everything that was offered is known to have been read.
 *
 * <p>A step from one such time to the next that is longer than the longest counts as that alone: whoever was stopped, starved or cut off from what it reads has not listened in
 * between, and those who send may have been stopped with it. So it takes several steps, one behind the other, until somebody counts as silent.
 */
final class Listening {
    /** No time. */
    static final long NONE = Long.MIN_VALUE;

    private final long longest;
    private long read = NONE;
    private long leftOut;

    Listening(long longest) {
        this.longest = Math.max(1, longest);
    }

    /** Whether anything was told yet. */
    boolean hasBegun() {
        return read != NONE;
    }

    /** A time at which something was offered, as time that counts. */
    long of(long offered) {
        return offered - leftOut;
    }

    /** Up to where everything has been read, as time that counts. */
    long now() {
        return read - leftOut;
    }

    /**
     * Everything that was offered up to a time has been read.
     *
     * @return how much of the step does not count: times of before that are later than {@link #now} are to be moved back, see {@link #moved}
     */
    long read(long time) {
        long step = hasBegun() ? time - read : 0;
        long more = Math.max(0, step - longest);
        leftOut += more;
        read = Math.max(read, time);
        return more;
    }

    /** A time that was made by {@link #of} before the last step. */
    long moved(long time, long more) {
        return time <= now() ? time : Math.max(now(), time - more);
    }
}
