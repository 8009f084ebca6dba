package org.isolde.proof;

import java.util.Locale;

/**
 * Something that the timestamps of a history forbid: the empty clause.
 *
 * @param axiom what is broken
 * @param transaction the transaction that breaks it; -1 for {@link Axiom#INT}, whose operation says it
 * @param other the other transaction, where there is one; else -1
 * @param key the key, where there is one; else -1
 * @param operation for {@link Axiom#INT} the read; else -1
 */
public record TimestampStep(Axiom axiom, int transaction, int other, int key, int operation)
        implements Refutation.Step {
    /** What timestamps ask for, and what has to be named to show that it is not so. */
    public enum Axiom {
        /** The transaction does not see what is before it in its session, or its predecessor is missing. */
        SESSION(true, false, false),
        /** The operation does not see what its transaction read or wrote before. */
        INT(false, false, false),
        /** The transaction does not see the key as it is in its snapshot. */
        EXT(true, false, true),
        /** Both transactions wrote the key, and neither was committed when the other one started. */
        NOCONFLICT(true, true, true),
        /** The transaction starts after its commit. */
        START_AFTER_COMMIT(true, false, false),
        /** Both transactions wrote the key, at the same commit timestamp. */
        SAME_COMMIT(true, true, true),
        /** The other transaction ended before this one began, and was not committed before it. */
        REAL_TIME(true, true, false);

        private final boolean hasTransaction;
        private final boolean hasOther;
        private final boolean hasKey;

        Axiom(boolean hasTransaction, boolean hasOther, boolean hasKey) {
            this.hasTransaction = hasTransaction;
            this.hasOther = hasOther;
            this.hasKey = hasKey;
        }

        /** The name in files. */
        public String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        boolean hasTransaction() {
            return hasTransaction;
        }

        boolean hasOther() {
            return hasOther;
        }

        boolean hasKey() {
            return hasKey;
        }
    }

    /** The step with what its axiom has no use for left out. */
    public static TimestampStep of(Axiom axiom, int transaction, int other, int key, int operation) {
        return new TimestampStep(
                axiom,
                axiom.hasTransaction ? transaction : -1,
                axiom.hasOther ? other : -1,
                axiom.hasKey ? key : -1,
                axiom.hasTransaction ? -1 : operation);
    }
}
