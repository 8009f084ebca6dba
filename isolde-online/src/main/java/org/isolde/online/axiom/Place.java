package org.isolde.online.axiom;

/**
 * A place in the order of events: where a version was committed, or where a read looks.
 *
 * <p>Places are compared by timestamp, then by kind, then by the name of the session and the number in it. A version is seen
 * from a place if its own place is before it.
 */
public final class Place {
    /** The commit of a transaction that started earlier. */
    public static final byte COMMIT = 0;

    /** A writer whose start is its commit. */
    public static final byte POINT = 1;

    /** A look at everything up to the timestamp itself. */
    public static final byte AFTER = 3;

    public long physical;
    public long logical;
    public byte kind;
    public int session;
    public long seq;

    public Place set(long newPhysical, long newLogical, byte newKind, int newSession, long newSeq) {
        physical = newPhysical;
        logical = newLogical;
        kind = newKind;
        session = newSession;
        seq = newSeq;
        return this;
    }

    /** Compares timestamps only. */
    public int compareTime(long otherPhysical, long otherLogical) {
        int order = Long.compare(physical, otherPhysical);
        return order != 0 ? order : Long.compare(logical, otherLogical);
    }

    /** Whether it comes before another place. */
    public boolean isBefore(Place other, SessionOrder sessions) {
        int order = compareTime(other.physical, other.logical);
        order = order != 0 ? order : Byte.compare(kind, other.kind);
        order = order != 0 || session == other.session ? order : sessions.compare(session, other.session);
        return order != 0 ? order < 0 : seq < other.seq;
    }
}
