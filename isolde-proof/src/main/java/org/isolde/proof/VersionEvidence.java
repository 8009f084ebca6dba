package org.isolde.proof;

import org.isolde.history.History;

/**
 * What the history says about the order of two versions of a key, taken for itself: of a given version order (where these
 * are evidence), of a list read by a counted transaction, of a transaction's own writes, of the initial version.
 *
 * <p>A version here is a value that a counted transaction wrote, its intermediate ones too, or value 0, the initial one. A
 * version order has its versions in their turn. So has a list, without the reader's own appends at its end, and it is the
 * beginning: what was appended and is not in it comes behind. What a transaction wrote is in the order of its operations.
 * The initial version is before all others. Evidence of which no order of versions can be made breaks every level.
 */
final class VersionEvidence {
    private final Readings readings;
    private final History history;
    private final boolean versions;

    VersionEvidence(Readings readings, boolean versions) {
        this.readings = readings;
        this.history = readings.history;
        this.versions = versions;
    }

    boolean isVersion(int key, int value) {
        return value == 0
                || (value > 0
                        && value < history.values()
                        && readings.writes.countedWriter(value) >= 0
                        && history.key(readings.writes.writeOp(value)) == key);
    }

    /** Whether some evidence has a version before another one (or, contradicting itself, before the same one). */
    boolean isBefore(int key, int version, int other) {
        if (version == 0 && other != 0) {
            return true;
        }
        if (version != 0 && other != 0 && isOwnOrder(version, other)) {
            return true;
        }
        for (int chain = 0; versions && chain < history.versionChains(); chain++) {
            if (history.versionChainKey(chain) == key && isInTurn(history.versionChain(chain), version, other)) {
                return true;
            }
        }
        for (int list = 0; list < history.lists(); list++) {
            int op = history.listOp(list);
            if (history.key(op) == key
                    && readings.isCounted(history.transactionOf(op))
                    && isShown(list, version, other)) {
                return true;
            }
        }
        return false;
    }

    private boolean isOwnOrder(int version, int other) {
        WriteTable writes = readings.writes;
        return writes.countedWriter(version) == writes.countedWriter(other)
                && writes.writeOp(version) < writes.writeOp(other);
    }

    private static boolean isInTurn(int[] values, int version, int other) {
        boolean seen = false;
        for (int value : values) {
            if (seen && value == other) {
                return true;
            }
            seen |= value == version;
        }
        return false;
    }

    /** Whether a list has a version before another one: in it, or because the other is not in it at all. */
    private boolean isShown(int list, int version, int other) {
        boolean seen = false;
        boolean otherSeen = false;
        for (int i = history.listFirst(list); i < readings.lists.externalEnd(list); i++) {
            int value = history.listElement(i);
            if (seen && value == other) {
                return true;
            }
            otherSeen |= value == other;
            seen |= value == version;
        }
        return seen && !otherSeen && version != 0 && other != 0;
    }
}
