package org.isolde.online.aion;

import org.isolde.check.TimestampAxiom;
import org.isolde.online.axiom.Place;
import org.isolde.online.axiom.SessionRuns;

/**
 * A violation in a stream, with the input's own names as JSON texts (a number, or a text in quotes).
 *
 * @param axiom what is violated
 * @param session the session of the transaction at fault
 * @param seq its number in the session
 * @param id its own name; null if it has none
 * @param key the key; null for SESSION and START_AFTER_COMMIT
 * @param expected the value that should have been seen, or the timestamp that should have been kept; null if it says nothing
 * @param seen what was there instead
 * @param otherSession the session of the other transaction: the writer of the expected value (null for the initial one), the
 *     other writer, or the predecessor in the session
 * @param otherSeq its number there
 * @param uptimeNanos when it was found, on the monitor's clock
 */
public record LiveFinding(
        TimestampAxiom axiom,
        String session,
        long seq,
        String id,
        String key,
        String expected,
        String seen,
        String otherSession,
        long otherSeq,
        long uptimeNanos) {
    /** A transaction that did not see the one before it in its session. */
    public static LiveFinding session(
            String session, SessionRuns.Event before, SessionRuns.Event transaction, long now) {
        return new LiveFinding(
                TimestampAxiom.SESSION,
                session,
                transaction.seq(),
                null,
                null,
                time(before.physical(), before.logical()),
                time(transaction.physical(), transaction.logical()),
                session,
                before.seq(),
                now);
    }

    /** A transaction whose predecessor never came. */
    public static LiveFinding gap(String session, long seq, long now) {
        return new LiveFinding(TimestampAxiom.SESSION, session, seq, null, null, null, null, session, seq - 1, now);
    }

    public static LiveFinding startAfterCommit(
            String session,
            long seq,
            String id,
            long start,
            long startLogical,
            long commit,
            long commitLogical,
            long now) {
        return new LiveFinding(
                TimestampAxiom.START_AFTER_COMMIT,
                session,
                seq,
                id,
                null,
                time(commit, commitLogical),
                time(start, startLogical),
                null,
                -1,
                now);
    }

    public static LiveFinding internal(
            String session, long seq, String id, String key, String expected, String seen, long now) {
        return new LiveFinding(TimestampAxiom.INT, session, seq, id, key, expected, seen, session, seq, now);
    }

    /**
     * @param writer the session of who wrote the expected value; null if it is the initial one
     */
    public static LiveFinding external(
            String session,
            long seq,
            String id,
            String key,
            String expected,
            String seen,
            String writer,
            long writerSeq,
            long now) {
        return new LiveFinding(TimestampAxiom.EXT, session, seq, id, key, expected, seen, writer, writerSeq, now);
    }

    /** Two writers of a key that overlap. */
    public static LiveFinding overlap(
            String session, long seq, String id, String key, String other, long otherSeq, long now) {
        return new LiveFinding(TimestampAxiom.NOCONFLICT, session, seq, id, key, null, null, other, otherSeq, now);
    }

    /** Two writers of a key with one commit timestamp. */
    public static LiveFinding sameCommit(
            String session, String id, String key, Place commit, String other, long otherSeq, long now) {
        String time = time(commit.physical, commit.logical);
        return new LiveFinding(
                TimestampAxiom.SAME_COMMIT, session, commit.seq, id, key, null, time, other, otherSeq, now);
    }

    private static String time(long physical, long logical) {
        return logical == 0 ? Long.toString(physical) : "[" + physical + "," + logical + "]";
    }

    /** Who is told of findings, in order. */
    @FunctionalInterface
    public interface Listener {
        void found(LiveFinding finding);
    }
}
