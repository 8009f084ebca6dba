package org.isolde.check.refute;

/**
 * Two chains of versions A and B of which neither can come first: {@code earlyA} had ended before {@code lateB} began, and
 * {@code earlyB} before {@code lateA}. Each of the four is a write of, or a read of, the version of its chain that is named
 * with it (by its writer); {@code earlyA} and its version may be the initial ones.
 *
 * @param chainA the versions of A from {@code versionOfEarlyA} to {@code versionOfLateA}, or from the latter to the
 *     former, in the order of the chain
 * @param chainB the same of B
 */
@SuppressWarnings("ArrayRecordComponent") // a stretch of a column, not a value to compare
public record ChainPair(
        int earlyA,
        int versionOfEarlyA,
        int lateA,
        int versionOfLateA,
        int[] chainA,
        int earlyB,
        int versionOfEarlyB,
        int lateB,
        int versionOfLateB,
        int[] chainB) {
    /** The same from the other side. */
    public ChainPair exchanged() {
        return new ChainPair(
                earlyB,
                versionOfEarlyB,
                lateB,
                versionOfLateB,
                chainB,
                earlyA,
                versionOfEarlyA,
                lateA,
                versionOfLateA,
                chainA);
    }
}
