package org.isolde.check.known;

import java.util.Arrays;
import org.isolde.check.facts.Facts;
import org.isolde.check.graph.IntList;
import org.isolde.history.History;

/**
 * Who overwrote what it had read: a transaction that read a version of a key and wrote the key comes after whoever wrote that
 * version. If two transactions did that to one version (DIVERGENCE; MTC, definition 10), an update was lost, whatever else
 * happened.
 *
 * <p>If every write of the history is preceded by a read of its key (mini-transactions, of any number of operations), and
 * no transaction read two versions of a key, and nothing diverges, that is all there is to know: the version orders are
 * then determined.
 */
public final class Updates {
    private final Facts facts;
    private final History history;
    /** The transaction that overwrote a version, 0 if none did. */
    private final int[] overwriter;
    /** Diverging transactions, by threes: two writers, and the operation with which the second one read the version. */
    private final IntList divergences = new IntList();
    /** A write that is not preceded by a read of its key, or a read of a second version: -1 if there is none. */
    private final int blindWrite;

    public Updates(Facts facts) {
        this.facts = facts;
        this.history = facts.history;
        this.overwriter = new int[facts.versions()];
        this.blindWrite = forEach(facts, this::overwrite);
    }

    /** Takes an update. */
    interface Visitor {
        /**
         * @param transaction wrote the key of what it read from another one
         * @param write the last write of the key that was met so far; the transaction may write it again
         */
        void update(int transaction, int read, int write);
    }

    /**
     * Visits all updates, by transactions and by their reads.
     *
     * @return an operation that leaves the order of versions open, or -1
     */
    static int forEach(Facts facts, Visitor visitor) {
        History history = facts.history;
        int blind = -1;
        // the operations of the current transaction that first read and last wrote a key, if not below its first
        // operation
        int[] read = new int[history.keys()];
        int[] write = new int[history.keys()];
        Arrays.fill(read, -1);
        Arrays.fill(write, -1);
        // its reads from others
        IntList external = new IntList();
        for (int t = 1; t <= history.transactions(); t++) {
            if (!facts.counts(t)) {
                continue;
            }
            int first = history.firstOp(t);
            int end = history.firstOp(t + 1);
            boolean updates = false;
            external.clear();
            for (int op = first; op < end; op++) {
                int key = history.key(op);
                if (history.isWrite(op)) {
                    boolean behindRead = read[key] >= first;
                    if (!behindRead && write[key] < first && blind < 0) {
                        blind = op;
                    }
                    updates |= behindRead;
                    write[key] = op;
                } else if (facts.source(op, t) >= 0) {
                    external.add(op);
                    // a list read may stand behind own appends
                    updates |= write[key] >= first;
                    if (read[key] < first) {
                        read[key] = op;
                    } else if (history.value(read[key]) != history.value(op) && blind < 0) {
                        // two versions of one key: which of them a write replaced can't be told
                        blind = op;
                    }
                }
            }
            for (int i = 0; updates && i < external.size(); i++) {
                int op = external.get(i);
                if (write[history.key(op)] >= first) {
                    visitor.update(t, op, write[history.key(op)]);
                }
            }
        }
        return blind;
    }

    private void overwrite(int t, int read, int write) {
        int version = facts.version(read);
        int other = overwriter[version];
        if (other == 0) {
            overwriter[version] = t;
        } else if (other != t && !isLastDivergence(other, t)) {
            divergences.add(other);
            divergences.add(t);
            divergences.add(read);
        }
    }

    private boolean isLastDivergence(int a, int b) {
        int size = divergences.size();
        return size > 0 && divergences.get(size - 3) == a && divergences.get(size - 2) == b;
    }

    /** Whether the version orders are determined by them. */
    public boolean determineVersions() {
        return blindWrite < 0 && divergences() == 0;
    }

    /** Why the order of versions is open, in words. */
    public String whyOpen() {
        if (blindWrite >= 0) {
            return "transaction " + history.transactionName(history.transactionOf(blindWrite))
                    + " writes a key without having read it (or reads two versions of it), so the order of versions is"
                    + " open";
        }
        return divergences() > 0
                ? "an update was lost, so the order of versions is open"
                : "the history gives version orders that need not be complete";
    }

    /** Who overwrote the version that an operation read: the target of its anti-dependency, or 0. */
    int overwriter(int read) {
        return overwriter[facts.version(read)];
    }

    /** By version who overwrote it, 0 if nobody did; not to be changed. */
    int[] overwriters() {
        return overwriter;
    }

    /** In how many ways two transactions overwrote a version that both had read. */
    int divergences() {
        return divergences.size() / 3;
    }

    int firstOf(int divergence) {
        return divergences.get(divergence * 3);
    }

    int secondOf(int divergence) {
        return divergences.get(divergence * 3 + 1);
    }

    /** With which operation the second one read the version. */
    int readOf(int divergence) {
        return divergences.get(divergence * 3 + 2);
    }
}
