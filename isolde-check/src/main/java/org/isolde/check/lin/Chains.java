package org.isolde.check.lin;

import java.util.Arrays;
import org.isolde.check.graph.IntList;
import org.isolde.check.graph.TimeSort;
import org.isolde.history.History;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * Linearizability of one register at a time whose written values are unique: algorithm 2 of MTC (VL-LWT), with reads and
 * plain writes besides, for which it takes the zones of Gibbons and Korach (1997).
 *
 * <p>Every successful compare-and-set comes directly after the version that it replaced. That makes chains of versions,
 * each beginning with a plain write or with the initial version, in which the order of operations is known: the write, its
 * readers, the compare-and-set that replaced it, its readers, and so on. So
 * <ul>
 *   <li>two compare-and-sets that replaced one version, or a chain without a beginning, are violations;
 *   <li>within a chain nothing may begin after the end of something later: one sweep backwards, keeping the least end;
 *   <li>nothing comes between the operations of a chain, so of two chains one comes before the other as a whole. That
 *       can't be if something in each ended before something in the other one began. The <em>zone</em> of a chain is its
 *       least end and its greatest begin; if no two zones contradict each other, the lesser of the two sorts the chains.
 * </ul>
 *
 * <p>Linear but for the sorting. Compare-and-sets that failed are left aside: {@link FailedCompareAndSets} finds places
 * for them.
 *
 * <p>Invariant: versions go by the transaction that wrote them, the initial version of the current key by 0; a transaction
 * is on one key alone, so the columns serve all keys one after the other.
 */
final class Chains {
    private static final int REACHED = -1;

    private final Registers registers;
    private final History history;
    /** The compare-and-set that replaced a version, or 0. */
    private final int[] next;
    /** The first reader of a version, and the next reader of the same version; 0 at the end. */
    private final int[] firstReader;

    private final int[] nextReader;

    // the chains of the current key: their first versions, least ends and greatest begins
    private int[] head = new int[16];
    private long[] leastEnd = new long[16];
    private long[] greatestBegin = new long[16];
    private int chains;

    // the same sorted by the lesser of the two
    private int[] sorted = new int[16];
    private long[] sortKey = new long[16];
    private final TimeSort timeSort = new TimeSort();
    private long[] readerBegin = new long[16];
    private int[] reader = new int[16];

    /** How many compare-and-sets failed on the current key. */
    private int failed;

    Chains(Registers registers) {
        this.registers = registers;
        this.history = registers.history;
        this.next = new int[history.transactions() + 1];
        this.firstReader = new int[history.transactions() + 1];
        this.nextReader = new int[history.transactions() + 1];
    }

    /** What is wrong with a key, by the operations that show it. */
    enum Problem {
        /** {@code first} read a value that no counted transaction wrote. */
        BAD_READ,
        /** {@code first} and {@code second} both replaced the version of {@code version}. */
        DIVERGENCE,
        /** The compare-and-set {@code first} comes after itself. */
        CIRCLE,
        /** {@code first}, on the version of {@code version} in a chain, began after something later had ended. */
        CHAIN_BACKWARDS,
        /** Neither of the chains that begin with {@code first} and {@code second} can come first. */
        ZONES
    }

    /** A problem with the operations it is about; 0 or -1 where there is none. */
    record Finding(Problem problem, int first, int second, int version) {}

    /**
     * Decides a key, but for compare-and-sets that failed.
     *
     * @param order where to add its operations in an order that explains them, if there is one
     * @return what is wrong, or null
     */
    Finding check(int key, IntList order) {
        next[0] = 0;
        firstReader[0] = 0;
        chains = 0;
        failed = 0;
        int compareAndSets = 0;
        int from = registers.first[key];
        int to = registers.first[key + 1];
        for (int i = to - 1; i >= from; i--) {
            int t = registers.member[i];
            if (!registers.counts(t)) {
                continue;
            }
            switch (registers.kind(t)) {
                case OpKind.WRITE -> {
                    // a chain of its own, to be followed when everything is linked
                }
                case OpKind.CAS_FAILED -> failed++;
                default -> {
                    int version = registers.source(t);
                    if (version == History.NOBODY || version == t || isAborted(version)) {
                        return new Finding(Problem.BAD_READ, t, -1, version);
                    }
                    if (registers.kind(t) == OpKind.READ) {
                        nextReader[t] = firstReader[version];
                        firstReader[version] = t;
                    } else if (next[version] != 0) {
                        return new Finding(Problem.DIVERGENCE, t, next[version], version);
                    } else {
                        next[version] = t;
                        compareAndSets++;
                    }
                }
            }
        }
        return sweep(from, to, compareAndSets, order);
    }

    private boolean isAborted(int t) {
        return !registers.allCount() && history.status(t) == Status.ABORTED;
    }

    /** How many compare-and-sets failed on the key that was checked last. */
    int failed() {
        return failed;
    }

    private Finding sweep(int from, int to, int compareAndSets, IntList order) {
        int backwards = sweepChain(History.INITIAL);
        int linked = links;
        for (int i = from; i < to && backwards < 0; i++) {
            int t = registers.member[i];
            if (registers.counts(t) && registers.kind(t) == OpKind.WRITE) {
                backwards = sweepChain(t);
                linked += links;
            }
        }
        if (backwards >= 0) {
            return new Finding(Problem.CHAIN_BACKWARDS, backwards, -1, backwardsVersion);
        }
        if (linked < compareAndSets) {
            return new Finding(Problem.CIRCLE, circular(from, to), -1, -1);
        }
        sortChains();
        // the last one so far whose least end is before its greatest begin; at first the chain of the initial version
        int left = 0;
        for (int i = 0; i < chains - 1; i++) {
            int chain = sorted[i];
            if (leastEnd[chain] < greatestBegin[left] && leastEnd[left] < greatestBegin[chain]) {
                return new Finding(Problem.ZONES, head[left], head[chain], -1);
            }
            if (leastEnd[chain] < greatestBegin[chain]) {
                left = chain;
            }
        }
        emit(History.INITIAL, order);
        for (int i = 0; i < chains - 1; i++) {
            emit(head[sorted[i]], order);
        }
        return null;
    }

    /** How many compare-and-sets the chain that was swept last has. */
    private int links;

    private int backwardsVersion;

    /**
     * Sweeps a chain from its last version to its first, and adds its zone to the others.
     *
     * @return an operation that began after something later had ended, or -1
     */
    private int sweepChain(int first) {
        int version = first;
        links = 0;
        while (next[version] != 0) {
            version = next[version];
            links++;
        }
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        while (true) {
            long leastOfReaders = Long.MAX_VALUE;
            for (int r = firstReader[version]; r != 0; r = nextReader[r]) {
                long begin = registers.begin(r);
                if (begin > least) {
                    backwardsVersion = version;
                    return r;
                }
                greatest = Math.max(greatest, begin);
                leastOfReaders = Math.min(leastOfReaders, registers.end(r));
            }
            least = Math.min(least, leastOfReaders);
            if (version == History.INITIAL) {
                // it was there before everything else
                least = Long.MIN_VALUE;
                break;
            }
            long begin = registers.begin(version);
            if (begin > least) {
                backwardsVersion = version;
                return version;
            }
            greatest = Math.max(greatest, begin);
            least = Math.min(least, registers.end(version));
            if (version == first) {
                break;
            }
            version = registers.source(version);
        }
        addChain(first, least, greatest);
        return -1;
    }

    private void addChain(int first, long least, long greatest) {
        if (chains == head.length) {
            int room = chains * 2;
            head = Arrays.copyOf(head, room);
            leastEnd = Arrays.copyOf(leastEnd, room);
            greatestBegin = Arrays.copyOf(greatestBegin, room);
        }
        head[chains] = first;
        leastEnd[chains] = least;
        greatestBegin[chains++] = greatest;
    }

    /** A compare-and-set that no chain reaches: following its sources leads round in a circle. */
    private int circular(int from, int to) {
        // nextReader is of reads only, so that it can mark the compare-and-sets of this key
        for (int chain = 0; chain < chains; chain++) {
            for (int version = next[head[chain]]; version != 0; version = next[version]) {
                nextReader[version] = REACHED;
            }
        }
        for (int i = from; i < to; i++) {
            int t = registers.member[i];
            if (registers.counts(t) && registers.kind(t) == OpKind.CAS_READ && nextReader[t] != REACHED) {
                return t;
            }
        }
        throw new IllegalStateException("every compare-and-set is in a chain");
    }

    /**
     * All but the first chain, the initial version's: by the lesser of least end and greatest begin; of equals those first
     * whose least end is not before the other.
     */
    private void sortChains() {
        if (sorted.length < chains) {
            sorted = new int[head.length];
            sortKey = new long[head.length];
        }
        int size = 0;
        for (int pass = 0; pass < 2; pass++) {
            for (int chain = 1; chain < chains; chain++) {
                boolean forward = leastEnd[chain] < greatestBegin[chain];
                if (forward == (pass == 1)) {
                    sorted[size] = chain;
                    sortKey[size++] = forward ? leastEnd[chain] : greatestBegin[chain];
                }
            }
        }
        timeSort.sort(sortKey, sorted, size);
    }

    /** Adds the operations of a chain to an order: every version, and behind it its readers in the order of time. */
    private void emit(int first, IntList order) {
        int version = first;
        do {
            if (version != History.INITIAL) {
                order.add(version);
            }
            int readers = 0;
            for (int r = firstReader[version]; r != 0; r = nextReader[r]) {
                if (readers == reader.length) {
                    reader = Arrays.copyOf(reader, readers * 2);
                    readerBegin = Arrays.copyOf(readerBegin, readers * 2);
                }
                reader[readers] = r;
                readerBegin[readers++] = registers.begin(r);
            }
            if (readers > 1) {
                timeSort.sort(readerBegin, reader, readers);
            }
            for (int i = 0; i < readers; i++) {
                order.add(reader[i]);
            }
            version = next[version];
        } while (version != 0);
    }

    // ---- for whoever explains what is wrong

    /** The compare-and-set that replaced a version, or 0. */
    int next(int version) {
        return next[version];
    }

    /** The first reader of a version, or 0. */
    int firstReader(int version) {
        return firstReader[version];
    }

    /** The next reader of the same version, or 0. */
    int nextReader(int t) {
        return nextReader[t];
    }
}
