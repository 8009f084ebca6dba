package org.isolde.online.axiom;

/**
 * Where a transaction looks and where it commits, by its timestamps and the rule for ties: at equal timestamps there come the commits of
 * transactions that started earlier, then writers whose start is their commit, then whoever only reads there, then starts. For si a
 * transaction looks when it starts; for ser when it commits.
 */
public final class Moments {
    /** The kind of a session's event behind which nothing is written at the same time. */
    public static final int READER = 2;

    private static final int START = 3;

    private final boolean snapshots;
    /** Where its reads look. */
    public final Place read = new Place();
    /** Where its versions are. */
    public final Place commit = new Place();

    private boolean point;
    private boolean writer;

    /**
     * @param snapshots whether a transaction sees its snapshot (si) rather than what is there when it commits (ser)
     */
    public Moments(boolean snapshots) {
        this.snapshots = snapshots;
    }

    /** Whether a transaction starts no later than it commits: one that does not takes no part. */
    public static boolean isInOrder(long start, long startLogical, long commit, long commitLogical) {
        return start != commit ? start < commit : startLogical <= commitLogical;
    }

    /** Turns to a transaction whose timestamps are in order. */
    public void set(
            long start,
            long startLogical,
            long commitPhysical,
            long commitLogical,
            boolean writes,
            int session,
            long seq) {
        point = start == commitPhysical && startLogical == commitLogical;
        writer = writes;
        commit.set(commitPhysical, commitLogical, point ? Place.POINT : Place.COMMIT, session, seq);
        if (snapshots && !(point && writer)) {
            read.set(start, startLogical, Place.AFTER, session, seq);
        } else if (snapshots || writer) {
            read.set(commitPhysical, commitLogical, commit.kind, session, seq);
        } else {
            read.set(commitPhysical, commitLogical, Place.AFTER, session, seq);
        }
    }

    /** Whether the transaction writes. */
    public boolean writes() {
        return writer;
    }

    /** When it ends in the order of its session. */
    public SessionRuns.Event end() {
        int kind;
        if (snapshots) {
            kind = !point ? 0 : writer ? 1 : READER;
        } else {
            kind = !writer ? READER : point ? 1 : 0;
        }
        return new SessionRuns.Event(commit.seq, commit.physical, commit.logical, kind);
    }

    /** When it begins there. */
    public SessionRuns.Event begin(SessionRuns.Event end) {
        return snapshots && !point ? new SessionRuns.Event(commit.seq, read.physical, read.logical, START) : end;
    }
}
