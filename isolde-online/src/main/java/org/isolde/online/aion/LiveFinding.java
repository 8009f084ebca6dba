package org.isolde.online.aion;

import org.isolde.check.TimestampAxiom;

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
    /** Who is told of findings, in order. */
    @FunctionalInterface
    public interface Listener {
        void found(LiveFinding finding);
    }
}
