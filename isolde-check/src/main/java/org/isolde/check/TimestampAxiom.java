package org.isolde.check;

import org.isolde.proof.Refutation.TimestampStep;

/** What timestamps ask of a transaction: the axioms of Chronos and Aion, and the order of the timestamps themselves. */
public enum TimestampAxiom {
    /** A transaction sees what came before it in its session; counted once a transaction. */
    SESSION(TimestampStep.Axiom.SESSION),
    /** A read behind an own read or write of the key sees that; counted once a read. */
    INT(TimestampStep.Axiom.INT),
    /** The first read of a key sees the snapshot; counted once a transaction and key. */
    EXT(TimestampStep.Axiom.EXT),
    /** Transactions that write the same key don't overlap; counted once a pair and key. */
    NOCONFLICT(TimestampStep.Axiom.NOCONFLICT),
    /** A transaction starts before it commits; counted once a transaction. */
    START_AFTER_COMMIT(TimestampStep.Axiom.START_AFTER_COMMIT),
    /** Writers of one key have different commit timestamps; counted once a pair and key. */
    SAME_COMMIT(TimestampStep.Axiom.SAME_COMMIT),
    /** What ended before another began, on the clients' clock, committed before it; counted once a transaction. */
    REAL_TIME(TimestampStep.Axiom.REAL_TIME);

    private final TimestampStep.Axiom proof;

    TimestampAxiom(TimestampStep.Axiom proof) {
        this.proof = proof;
    }

    /** The same axiom in a proof. */
    public TimestampStep.Axiom proof() {
        return proof;
    }
}
