package org.isolde.online.aion;

/**
 * A place in the order of events: where a version was committed, or where a read looks.
 *
 * <p>Places are compared by timestamp, then by kind, then by the name of the session and the number in it. A version is seen
 * from a place if its own place is before it.
 */
final class Place {
    /** The commit of a transaction that started earlier. */
    static final byte COMMIT = 0;

    /** A writer whose start is its commit. */
    static final byte POINT = 1;

    /** A look at everything up to the timestamp itself. */
    static final byte AFTER = 3;

    long physical;
    long logical;
    byte kind;
    int session;
    long seq;

    Place set(long newPhysical, long newLogical, byte newKind, int newSession, long newSeq) {
        physical = newPhysical;
        logical = newLogical;
        kind = newKind;
        session = newSession;
        seq = newSeq;
        return this;
    }

    /** Compares timestamps only. */
    int compareTime(long otherPhysical, long otherLogical) {
        int order = Long.compare(physical, otherPhysical);
        return order != 0 ? order : Long.compare(logical, otherLogical);
    }
}
