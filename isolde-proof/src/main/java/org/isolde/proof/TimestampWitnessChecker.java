package org.isolde.proof;

import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;

/**
 * Checks a {@link Witness} by timestamps: its order is that of the commits, its snapshots are what was committed at the
 * starts, and nothing that timestamps forbid is there. Reads are compared by value, so that values may repeat.
 *
 * <p>Invariant: once the order is checked, {@code place[t]} is the place of a transaction in it, and {@code seen[t]} how many
 * commits, from the first, it sees.
 */
final class TimestampWitnessChecker {
    private final History history;
    private final Proof proof;
    private final TimestampOrder timestamps;
    private final int[] order;
    private final int[] snapshot;
    private final int[] place;
    private final int[] seen;
    /** The writes of each key in the order of their commits: {@code firstWrite[key] .. firstWrite[key + 1] - 1}. */
    private int[] firstWrite;

    private int[] writePlace;
    private int[] writeValue;

    TimestampWitnessChecker(History history, Proof proof, Witness witness, TimestampOrder timestamps) {
        this.history = history;
        this.proof = proof;
        this.timestamps = timestamps;
        this.order = witness.order();
        this.snapshot = witness.snapshot();
        this.place = new int[history.transactions() + 1];
        this.seen = new int[history.transactions() + 1];
    }

    void check() throws Refusal {
        requireOrder();
        requireSnapshots();
        requireSessions();
        if (proof.level() == Level.SSER) {
            requireRealTime();
        }
        collectWrites();
        requireWritersApart();
        requireReads();
    }

    private void requireOrder() throws Refusal {
        int committed = 0;
        for (int t = 1; t <= history.transactions(); t++) {
            if (timestamps.startsAfterCommit(t)) {
                throw new Refusal(name(t) + " starts after its commit");
            }
            committed += history.isCommitted(t) ? 1 : 0;
        }
        for (int p = 0; p < order.length; p++) {
            int t = order[p];
            if (!timestamps.takesPart(t)) {
                throw new Refusal("place " + p + " of the order has " + t + ", which is no committed transaction");
            }
            // each before the next one, so that none is there twice
            if (p > 0 && !timestamps.commitsBefore(order[p - 1], t)) {
                throw new Refusal("the order has " + name(order[p - 1]) + " before " + name(t)
                        + ", and the timestamps of their commits have not");
            }
            place[t] = p;
        }
        if (order.length != committed) {
            throw new Refusal("the order has " + order.length + " transactions, and " + committed + " are committed");
        }
    }

    /** Under si the snapshot of the witness is what the timestamps say; else it is all that comes before. */
    private void requireSnapshots() throws Refusal {
        boolean given = proof.level() == Level.SI;
        if (given && snapshot != null && snapshot.length != order.length) {
            throw new Refusal("there are " + snapshot.length + " snapshots for " + order.length + " transactions");
        }
        for (int p = 0; p < order.length; p++) {
            int t = order[p];
            int commits = given && snapshot != null ? snapshot[p] : p;
            if (commits < 0
                    || commits > p
                    || (commits > 0 && !timestamps.isSeenBy(order[commits - 1], t))
                    || (commits < p && timestamps.isSeenBy(order[commits], t))) {
                throw new Refusal("the snapshot of " + name(t) + " is to contain " + commits
                        + " commits, and its start has another number of commits before it");
            }
            seen[t] = commits;
        }
    }

    private void requireSessions() throws Refusal {
        for (int session = 0; proof.sessionOrder() && session < history.sessions(); session++) {
            int before = History.INITIAL;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                if (!history.isCommitted(t)) {
                    continue;
                }
                if (history.isAfterGap(t)) {
                    throw new Refusal("transactions are missing in the session before " + name(t));
                }
                if (before != History.INITIAL && place[before] >= seen[t]) {
                    throw new Refusal(
                            name(t) + " does not see " + name(before) + ", which is before it in its session");
                }
                before = t;
            }
        }
    }

    /** From the last commit to the first, with the earliest end of all that commit later. */
    private void requireRealTime() throws Refusal {
        long earliestLater = Long.MAX_VALUE;
        int end = order.length;
        while (end > 0) {
            int start = end - 1;
            long earliestEqual = history.end(order[start]);
            while (start > 0 && timestamps.compareCommits(order[start - 1], order[end - 1]) == 0) {
                start--;
                earliestEqual = Math.min(earliestEqual, history.end(order[start]));
            }
            for (int p = start; p < end; p++) {
                int t = order[p];
                if (earliestLater < history.begin(t) || (timestamps.isWriter(t) && earliestEqual < history.begin(t))) {
                    throw new Refusal(name(t) + " began after the end of a transaction that was not committed before");
                }
            }
            earliestLater = Math.min(earliestLater, earliestEqual);
            end = start;
        }
    }

    private void collectWrites() {
        firstWrite = new int[history.keys() + 1];
        for (int t : order) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op)) {
                    firstWrite[history.key(op) + 1]++;
                }
            }
        }
        for (int key = 0; key < history.keys(); key++) {
            firstWrite[key + 1] += firstWrite[key];
        }
        int[] next = firstWrite.clone();
        writePlace = new int[firstWrite[history.keys()]];
        writeValue = new int[writePlace.length];
        for (int p = 0; p < order.length; p++) {
            for (int op = history.firstOp(order[p]); op < history.firstOp(order[p] + 1); op++) {
                if (history.isWrite(op)) {
                    int at = next[history.key(op)]++;
                    writePlace[at] = p;
                    writeValue[at] = history.value(op);
                }
            }
        }
    }

    /** Of each key every writer sees the one before it, and so all before it; no two commit at one timestamp. */
    private void requireWritersApart() throws Refusal {
        for (int key = 0; key < history.keys(); key++) {
            for (int i = firstWrite[key] + 1; i < firstWrite[key + 1]; i++) {
                int before = order[writePlace[i - 1]];
                int t = order[writePlace[i]];
                if (before == t) {
                    continue;
                }
                if (timestamps.compareCommits(before, t) == 0) {
                    throw new Refusal(both(before, t, key) + " at the same commit timestamp");
                }
                if (place[before] >= seen[t]) {
                    throw new Refusal(both(before, t, key) + ", and neither was committed when the other one started");
                }
            }
        }
    }

    private String both(int before, int t, int key) {
        return name(before) + " and " + name(t) + " both write key " + history.keyName(key);
    }

    private void requireReads() throws Refusal {
        TimestampReads reads = new TimestampReads(history);
        for (int t : order) {
            reads.walk(t, new TimestampReads.Visitor() {
                @Override
                public void internal(int op) throws Refusal {
                    throw new Refusal(name(t) + " does not see of key " + history.keyName(history.key(op))
                            + " what it read or wrote before (operation " + op + ")");
                }

                @Override
                public void external(int op, int length) throws Refusal {
                    if (!matches(op, length, seen[t])) {
                        throw new Refusal(name(t) + " does not see key " + history.keyName(history.key(op))
                                + " as it is in its snapshot (operation " + op + ")");
                    }
                }
            });
        }
    }

    private boolean matches(int op, int length, int commits) {
        int key = history.key(op);
        int end = endOfSnapshot(key, commits);
        int size = end - firstWrite[key];
        if (history.kind(op) != OpKind.LIST_READ) {
            int last = size == 0 ? 0 : writeValue[end - 1];
            return (history.value(op) == last) != (history.kind(op) == OpKind.CAS_FAILED);
        }
        boolean same = size == length;
        int first = history.listFirst(history.listOf(op));
        for (int i = 0; same && i < length; i++) {
            same = TimestampReads.element(history, first + i) == writeValue[firstWrite[key] + i];
        }
        return same;
    }

    /** Behind the last write of a key by one of the first so many commits. */
    private int endOfSnapshot(int key, int commits) {
        int low = firstWrite[key];
        int high = firstWrite[key + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (writePlace[middle] < commits) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private String name(int transaction) {
        return history.transactionName(transaction);
    }
}
