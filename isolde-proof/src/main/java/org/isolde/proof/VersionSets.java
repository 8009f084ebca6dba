package org.isolde.proof;

import java.util.Arrays;
import java.util.BitSet;
import org.isolde.history.History;
import org.isolde.history.Rows;
import org.isolde.history.Segment;

/**
 * What predicate reads looked at, and the version orders of the rows that they ask for.
 *
 * <p>A version set that is a snapshot has of each row what the reader wrote before; else of the last versions by counted
 * transactions in the snapshot the one that comes last in the version order; else the unborn version. Rows that are given beside
 * it have the versions that are given. If the history does not say which comes last, the version set is not known.
 *
 * <p>Invariant: {@code chain[x]} has the counted writers of row x in version order, each once, if the version order is complete:
 * there is one writer, or a version order of the history names the last version of each. Else it is null. Only the last version
 * of a writer takes part.
 */
final class VersionSets {
    /** The version is not known. */
    static final int UNKNOWN = -1;

    /** The place of a version of the reader's own, or of one that no order has. */
    static final int NOWHERE = -1;

    private static final long NO_NUMBER = Long.MAX_VALUE;

    private final Readings readings;
    private final History history;
    private final Rows rows;
    private final Answers answers;

    private final int[][] writers;
    private final int[][] chain;
    /** Of an entry its place in the chain of its key. */
    private final int[] placeInChain;

    /** For each place of a chain the least number of a transaction from there on, and the greatest up to there. */
    private final long[][] leastFrom;

    private final long[][] greatestUpTo;

    // the version set at hand: of each row its version, and the place of that in a complete order
    private final int[] version;
    private final int[] seenPlace;
    private int predicate = -1;
    private boolean known;
    /** For each key the last version set at hand before whose predicate read the reader wrote it, what, and behind which. */
    private final int[] ownIn;

    private final int[] own;
    private final int[] laterIn;
    private int questions;

    VersionSets(Readings readings) {
        this.readings = readings;
        this.history = readings.history;
        this.rows = history.rows();
        this.answers = readings.writes.answers;
        int keys = history.keys();
        this.writers = new int[keys][];
        this.chain = new int[keys][];
        this.placeInChain = new int[readings.writeEntries()];
        this.leastFrom = new long[keys][];
        this.greatestUpTo = new long[keys][];
        this.version = new int[keys];
        this.seenPlace = new int[keys];
        this.ownIn = new int[keys];
        this.own = new int[keys];
        this.laterIn = new int[keys];
        collectWriters();
        for (int c = 0; c < history.versionChains(); c++) {
            int key = history.versionChainKey(c);
            if (answers.isAsked(key) && chain[key] == null && writers[key] != null) {
                chain[key] = complete(key, history.versionChain(c));
            }
        }
        for (int key = 0; key < keys; key++) {
            if (writers[key] != null && writers[key].length == 1) {
                chain[key] = writers[key];
            }
            for (int i = 0; chain[key] != null && i < chain[key].length; i++) {
                placeInChain[readings.entry(chain[key][i], key)] = i;
            }
        }
    }

    private void collectWriters() {
        int[] count = new int[history.keys()];
        for (int entry = 0; entry < readings.writeEntries(); entry++) {
            count[readings.writtenKey(entry)]++;
        }
        for (int key = 0; key < count.length; key++) {
            writers[key] = answers.isAsked(key) && count[key] > 0 ? new int[count[key]] : null;
        }
        Arrays.fill(count, 0);
        for (int t = 1; t <= history.transactions(); t++) {
            for (int entry = readings.firstWrite(t); entry < readings.firstWrite(t + 1); entry++) {
                int key = readings.writtenKey(entry);
                if (writers[key] != null) {
                    writers[key][count[key]++] = t;
                }
            }
        }
    }

    /** The writers whose last versions a version order names, or null if these are not all, each once. */
    private int[] complete(int key, int[] values) {
        int[] found = new int[writers[key].length];
        int length = 0;
        for (int value : values) {
            int writer = readings.writes.countedWriter(value);
            if (writer >= 0 && readings.isFinal(readings.writes.writeOp(value))) {
                if (length == found.length) {
                    return null;
                }
                found[length++] = writer;
            }
        }
        int[] sorted = found.clone();
        Arrays.sort(sorted);
        return length == found.length && Arrays.equals(sorted, writers[key]) ? found : null;
    }

    // ---- version orders

    /**
     * Whether all that predicate reads of counted transactions looked at is known, and the order of all versions of it. A
     * snapshot is known if that is.
     */
    boolean isCertificate() {
        BitSet asked = new BitSet();
        for (int p = 0; p < rows.predicates(); p++) {
            if (readings.isCounted(rows.transaction(p))) {
                if (!rows.hasVersionSet(p)) {
                    return false;
                }
                if (!asked.get(rows.table(p))) {
                    asked.set(rows.table(p));
                    for (int key : answers.rowsOf(p)) {
                        if (!isComplete(key)) {
                            return false;
                        }
                    }
                }
            }
        }
        return true;
    }

    /** Whether the order of all versions of a row is known. */
    boolean isComplete(int key) {
        return writers[key] == null || chain[key] != null;
    }

    /** Whether there is a complete order of the versions of a key that is a row of a table that is asked. */
    boolean isAskedAndComplete(int key) {
        return chain[key] != null;
    }

    /** How many versions a row with a complete order has, the unborn one aside. */
    int versions(int key) {
        return chain[key] == null ? 0 : chain[key].length;
    }

    /** The writer of a version, these being numbered from 1. */
    int writer(int key, int place) {
        return chain[key][place - 1];
    }

    /** The place of a writer's version, from 1. */
    int placeOf(int key, int writer) {
        return 1 + placeInChain[readings.entry(writer, key)];
    }

    /** Whether exactly one of a version and the one before it matches. */
    boolean changesMatches(int ofPredicate, int key, int place) {
        return matches(ofPredicate, key, place) != (place > 1 && matches(ofPredicate, key, place - 1));
    }

    /** The last place up to one at which somebody other than a transaction changes the matches; 0 if there is none. */
    int lastChange(int ofPredicate, int key, int upTo, int except) {
        boolean matches = upTo > 0 && matches(ofPredicate, key, upTo);
        for (int place = upTo; place > 0; place--) {
            boolean before = place > 1 && matches(ofPredicate, key, place - 1);
            if (matches != before && writer(key, place) != except) {
                return place;
            }
            matches = before;
        }
        return 0;
    }

    private boolean matches(int ofPredicate, int key, int place) {
        int write = readings.lastWrite(readings.entry(writer(key, place), key));
        return answers.matching.matches(rows.condition(ofPredicate), write);
    }

    // ---- the version set at hand

    /** Makes the version set of a predicate read the one at hand; whether it is known. */
    boolean load(int ofPredicate) {
        if (predicate != ofPredicate) {
            predicate = ofPredicate;
            loadOwn();
            known = rows.hasVersionSet(ofPredicate) && (rows.snapshot(ofPredicate) < 0 ? loadRows() : loadSnapshot());
        }
        return known;
    }

    /** The version of a row of the table, as a value: 0 for the unborn one. */
    int version(int key) {
        return version[key];
    }

    /** The versions of all rows of the table, by key. */
    int[] versions() {
        return version;
    }

    private void loadOwn() {
        int reader = rows.transaction(predicate);
        questions++;
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            if (history.isWrite(op) && op < rows.firstItem(predicate)) {
                ownIn[history.key(op)] = questions;
                own[history.key(op)] = history.value(op);
            } else if (history.isWrite(op)) {
                laterIn[history.key(op)] = questions;
            }
        }
    }

    private boolean loadRows() {
        for (int key : answers.rowsOf(predicate)) {
            version[key] = 0;
            seenPlace[key] = 0;
        }
        loadGiven();
        return true;
    }

    private void loadGiven() {
        for (int i = rows.seesFirst(predicate); i < rows.seesFirst(predicate + 1); i++) {
            int key = rows.seesKey(i);
            version[key] = rows.seesValue(i);
            seenPlace[key] = placeOfVersion(key);
        }
    }

    private boolean loadSnapshot() {
        for (int key : answers.rowsOf(predicate)) {
            seenPlace[key] = NOWHERE;
            if (ownIn[key] == questions) {
                version[key] = own[key];
            } else {
                lastInSnapshot(key, rows.transaction(predicate), rows.snapshot(predicate));
            }
        }
        loadGiven();
        boolean all = true;
        for (int key : answers.rowsOf(predicate)) {
            all &= version[key] != UNKNOWN;
        }
        return all;
    }

    /** Enters the last version of a row that is in a snapshot, its reader left aside. */
    private void lastInSnapshot(int key, int reader, int snapshot) {
        if (isComplete(key)) {
            int place = chain[key] == null ? 0 : endIn(key, snapshot);
            while (place > 0 && (writer(key, place) == reader || !isIn(rows, snapshot, writer(key, place)))) {
                place--;
            }
            seenPlace[key] = place;
            version[key] = place == 0 ? 0 : lastValue(key, writer(key, place));
            return;
        }
        int last = 0;
        int inside = 0;
        for (int writer : writers[key]) {
            if (writer != reader && isIn(rows, snapshot, writer)) {
                inside++;
                last = writer;
            }
        }
        version[key] = inside == 0 ? 0 : inside == 1 ? lastValue(key, last) : lastNamed(key, reader, snapshot, inside);
    }

    /** The last of several versions in a snapshot if one of the version orders names them all. */
    private int lastNamed(int key, int reader, int snapshot, int inside) {
        for (int c = 0; c < history.versionChains(); c++) {
            if (history.versionChainKey(c) == key) {
                int named = 0;
                int last = UNKNOWN;
                for (int value : history.versionChain(c)) {
                    int writer = readings.writes.countedWriter(value);
                    if (writer >= 0
                            && writer != reader
                            && readings.isFinal(readings.writes.writeOp(value))
                            && isIn(rows, snapshot, writer)) {
                        named++;
                        last = value;
                    }
                }
                if (named == inside) {
                    return last;
                }
            }
        }
        return UNKNOWN;
    }

    private int lastValue(int key, int writer) {
        return history.value(readings.lastWrite(readings.entry(writer, key)));
    }

    /**
     * The place of the version at hand of a row in its complete order, 0 for the unborn one; {@link #NOWHERE} if it is the
     * reader's own, or none that a counted transaction left behind.
     */
    int seenPlace(int key) {
        return seenPlace[key];
    }

    private int placeOfVersion(int key) {
        int writer = readings.writes.countedWriter(version[key]);
        boolean counts = writer >= 0
                && writer != rows.transaction(predicate)
                && readings.isFinal(readings.writes.writeOp(version[key]));
        return counts && chain[key] != null ? placeOf(key, writer) : NOWHERE;
    }

    /**
     * What is wrong with the version at hand of a row of the table, in words; null if nothing is. The version must be known.
     */
    String flaw(int key, GivenVersions given) {
        int reader = rows.transaction(predicate);
        if (ownIn[key] == questions) {
            return version[key] == own[key] ? null : "is not the latest one of the reader's own";
        }
        if (version[key] == 0) {
            return null;
        }
        int writer = readings.writes.writer(version[key]);
        if (writer < 0) {
            return "was never written";
        }
        if (writer == reader) {
            return "is written by the reader later";
        }
        if (!readings.isCounted(writer)) {
            return "is by a transaction that does not count";
        }
        if (!readings.isFinal(readings.writes.writeOp(version[key]))) {
            return "is an intermediate one";
        }
        return laterIn[key] == questions && given.isGiven(key, reader, writer)
                ? "is behind one that the reader writes later"
                : null;
    }

    // ---- snapshots

    /** Whether a snapshot has seen a transaction. */
    static boolean isIn(Rows rows, int snapshot, int transaction) {
        long number = rows.number(transaction);
        return number != Segment.NO_ID
                && number <= rows.upTo(snapshot)
                && !contains(rows, rows.butFirst(snapshot), rows.butFirst(snapshot + 1), number);
    }

    private static boolean contains(Rows rows, int from, int to, long number) {
        int low = from;
        int high = to;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rows.but(middle) < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < to && rows.but(low) == number;
    }

    /** A place of a chain such that nobody from there on is in a snapshot. */
    private int endIn(int key, int snapshot) {
        if (leastFrom[key] == null) {
            leastFrom[key] = new long[chain[key].length];
            long least = NO_NUMBER;
            for (int i = chain[key].length - 1; i >= 0; i--) {
                least = Math.min(least, number(chain[key][i]));
                leastFrom[key][i] = least;
            }
        }
        int low = 0;
        int high = chain[key].length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (leastFrom[key][middle] <= rows.upTo(snapshot)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Whether all writers of a row up to a place are in a snapshot for certain, by their numbers alone. */
    boolean areAllIn(int key, int place, int snapshot) {
        if (greatestUpTo[key] == null) {
            greatestUpTo[key] = new long[chain[key].length];
            long greatest = Long.MIN_VALUE;
            for (int i = 0; i < chain[key].length; i++) {
                greatest = Math.max(greatest, number(chain[key][i]));
                greatestUpTo[key][i] = greatest;
            }
        }
        if (place == 0) {
            return true;
        }
        long greatest = greatestUpTo[key][place - 1];
        boolean hasBut = rows.butFirst(snapshot) < rows.butFirst(snapshot + 1);
        return greatest <= rows.upTo(snapshot) && (!hasBut || greatest < rows.but(rows.butFirst(snapshot)));
    }

    private long number(int transaction) {
        long number = rows.number(transaction);
        return number == Segment.NO_ID ? NO_NUMBER : number;
    }
}
