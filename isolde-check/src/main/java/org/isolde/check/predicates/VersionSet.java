package org.isolde.check.predicates;

import org.isolde.check.facts.Facts;
import org.isolde.check.facts.RowVersions;
import org.isolde.check.facts.VersionChains;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;
import org.isolde.history.Rows;

/**
 * The version set of one predicate read after the other: {@link #open} makes it that of another one. A snapshot is asked row by
 * row, and never unfolded.
 */
final class VersionSet {
    private static final int NEAR = 8;

    private final History history;
    private final Rows rows;
    private final VersionChains chains;
    private final RowVersions versions;
    private final Visibility visibility;

    // by key: valid if its stamp is that of the read at hand
    private final int[] ownStamp;
    private final int[] ownValue;
    private final int[] seenStamp;
    private final int[] seenValue;
    private int stamp;

    private int predicate;
    private int transaction;
    private int snapshot;
    /** The rows of the table that the transaction wrote before. */
    final IntList writtenBefore = new IntList();
    /** The versions of rows of the table that it made afterwards. */
    final IntList writtenLater = new IntList();

    /**
     * @param visibility null if no predicate read goes by snapshots
     */
    VersionSet(Facts facts, RowVersions versions, Visibility visibility) {
        this.history = facts.history;
        this.rows = history.rows();
        this.chains = facts.chains();
        this.versions = versions;
        this.visibility = visibility;
        ownStamp = new int[history.keys()];
        ownValue = new int[history.keys()];
        seenStamp = new int[history.keys()];
        seenValue = new int[history.keys()];
    }

    void open(int p) {
        stamp++;
        predicate = p;
        transaction = rows.transaction(p);
        snapshot = rows.snapshot(p);
        writtenBefore.clear();
        writtenLater.clear();
        int first = rows.firstItem(p);
        int table = rows.table(p);
        for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
            if (!history.isWrite(op)) {
                continue;
            }
            int key = history.key(op);
            if (versions.tableOf(key) == table) {
                if (op < first) {
                    if (ownStamp[key] != stamp) {
                        writtenBefore.add(key);
                    }
                    ownStamp[key] = stamp;
                    ownValue[key] = history.value(op);
                } else {
                    int version = chains.version(history.value(op));
                    if (version >= 0) {
                        writtenLater.add(version);
                    }
                }
            }
        }
        for (int i = rows.seesFirst(p); i < rows.seesFirst(p + 1); i++) {
            seenStamp[rows.seesKey(i)] = stamp;
            seenValue[rows.seesKey(i)] = rows.seesValue(i);
        }
    }

    boolean hasVisibility() {
        return visibility != null;
    }

    boolean isSnapshot() {
        return snapshot >= 0;
    }

    /** Whether the transaction had written a row before, so that it saw its own version. */
    boolean isOwn(int key) {
        return ownStamp[key] == stamp;
    }

    /** The value that the read was put to: its own, or another one's; 0 if the row was unborn. */
    int value(int key) {
        return value(key, -1);
    }

    /**
     * The same.
     *
     * @param near a version of the row that may be near the one that a snapshot has of it; -1 if none is known
     */
    int value(int key, int near) {
        if (isOwn(key)) {
            return ownValue[key];
        }
        if (isNamed(key)) {
            return named(key);
        }
        int version = inSnapshot(key, near);
        return version < chains.first(key) ? 0 : chains.value(version);
    }

    /** Whether the version of a row is given by name: of all rows, or of those of which a snapshot is not what was seen. */
    private boolean isNamed(int key) {
        return !isSnapshot() || seenStamp[key] == stamp;
    }

    /** Whether the read was put to this value of a row, which is not the initial one. */
    boolean isPutTo(int key, int value) {
        int version = chains.version(value);
        return isOwn(key) || isNamed(key) || version < 0
                ? value(key) == value
                : !isPassed(key, version) && sees(version) || version(key) == version;
    }

    /** Whether a later version than this, of which others made it, was seen of a row. */
    boolean isPutBehind(int key, int version) {
        return (isNamed(key) || isPassed(key, version)) && version(key) > version;
    }

    /** Whether a snapshot may have a later version of a row than this. */
    private boolean isPassed(int key, int version) {
        return version + 1 < chains.first(key + 1)
                && visibility.placeOfVersion(version + 1) <= visibility.high(snapshot);
    }

    private boolean sees(int version) {
        return chains.writer(version) != transaction && rows.sees(snapshot, chains.writer(version));
    }

    /** What the version set names of a row; 0 if it does not name it. */
    int named(int key) {
        return seenStamp[key] == stamp ? seenValue[key] : 0;
    }

    /** The version of others that was seen, in version order; that before the first one if the row was unborn. */
    int version(int key) {
        int first = chains.first(key);
        if (isNamed(key)) {
            int version = chains.version(named(key));
            return version < 0 ? first - 1 : version;
        }
        return inSnapshot(key, -1);
    }

    /** What the snapshot has of a row: the last version that it sees. */
    private int inSnapshot(int key, int near) {
        int first = chains.first(key);
        int end = visibility.high(snapshot) + 1;
        int version = near < 0 ? lastBefore(key, end) : lastBefore(key, end, near);
        while (version >= first && !sees(version)) {
            version--;
        }
        return version;
    }

    /** The same if the version that is looked for is likely to be not far from a given one. */
    private int lastBefore(int key, int place, int near) {
        int first = chains.first(key);
        int end = chains.first(key + 1);
        boolean isBehind = visibility.placeOfVersion(near) >= place;
        for (int step = 1; step < NEAR; step++) {
            int v = isBehind ? near - step : near + step;
            boolean passed = isBehind
                    ? v < first || visibility.placeOfVersion(v) < place
                    : v == end || visibility.placeOfVersion(v) >= place;
            if (passed) {
                return isBehind ? v : v - 1;
            }
        }
        return lastBefore(key, place);
    }

    /** The last version of a row whose writer stands before a place of the order; that before the first one if none does. */
    private int lastBefore(int key, int place) {
        int below = chains.first(key);
        int above = chains.first(key + 1);
        while (below < above) {
            int middle = (below + above) >>> 1;
            if (visibility.placeOfVersion(middle) < place) {
                below = middle + 1;
            } else {
                above = middle;
            }
        }
        return below - 1;
    }

    int predicate() {
        return predicate;
    }

    int transaction() {
        return transaction;
    }

    int snapshot() {
        return snapshot;
    }
}
