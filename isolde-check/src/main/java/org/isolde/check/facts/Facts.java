package org.isolde.check.facts;

import org.isolde.check.refute.Contradiction;
import org.isolde.history.History;

/**
 * What is known of a history before any level is asked: which transactions count, which reads can be relied on, who read from
 * whom, the version orders that are given, and real time.
 *
 * <p>Immutable. What is derived and not always needed (real time, the causal order) is made when it is first asked for, and
 * once. Facts without sessions share all that does not depend on sessions.
 */
public final class Facts {
    /** The history as {@link Counted#history} has it: of a read, what it saw of others. */
    public final History history;
    /** Whether session order counts. */
    public final boolean sessionOrder;

    private final Counted counted;
    private final BadReads badReads;
    /** For each operation {@link #source}. */
    private final int[] source;

    private final VersionOrder given;
    private final Contradiction brokenEvidence;
    private final Lazy<int[]> arrivals;
    private final Lazy<RealTime> realTime;
    private final Lazy<VersionChains> chains;
    private final Lazy<CausalOrder.Found> causal = new Lazy<>(() -> CausalOrder.of(this));
    private final Lazy<Facts> withoutSessions;

    /**
     * Examines all reads.
     *
     * @param counted of a history whose values are unique: see {@link Counted#requireUniqueValues}
     * @param realTimeCounts whether begin and end of transactions count, if the history has them
     */
    public static Facts of(Counted counted, boolean sessionOrder, boolean realTimeCounts) {
        BadReads badReads = new BadReads();
        int[] source = ReadConsistency.examine(counted, badReads);
        ListReads reads = ListReads.examine(counted, badReads);
        ListOrders lists = new ListOrders(counted, reads);
        VersionOrder given = VersionOrder.of(counted, lists, badReads);
        boolean lines = counted.versions() && counted.history().versionChains() > 0;
        Contradiction broken = reads.areSound() && !lines ? null : VersionCycles.find(counted, lists);
        badReads.leaveOut(source);
        return new Facts(counted, sessionOrder, realTimeCounts, badReads, source, given, broken);
    }

    private Facts(
            Counted counted,
            boolean sessionOrder,
            boolean realTimeCounts,
            BadReads badReads,
            int[] source,
            VersionOrder given,
            Contradiction brokenEvidence) {
        this.history = counted.history();
        this.counted = counted;
        this.sessionOrder = sessionOrder;
        this.badReads = badReads;
        this.source = source;
        this.given = given;
        this.brokenEvidence = brokenEvidence;
        this.arrivals = new Lazy<>(counted::arrivals);
        this.chains = new Lazy<>(() -> VersionChains.of(this));
        this.realTime = new Lazy<>(() -> realTimeCounts && history.hasRealTime() ? new RealTime(counted) : null);
        this.withoutSessions = new Lazy<>(() -> sessionOrder ? new Facts(this) : this);
    }

    private Facts(Facts same) {
        this.history = same.history;
        this.counted = same.counted;
        this.sessionOrder = false;
        this.badReads = same.badReads;
        this.source = same.source;
        this.given = same.given;
        this.brokenEvidence = same.brokenEvidence;
        this.arrivals = same.arrivals;
        this.chains = same.chains;
        this.realTime = same.realTime;
        this.withoutSessions = new Lazy<>(() -> this);
    }

    /** The same without session order. */
    public Facts withoutSessions() {
        return withoutSessions.get();
    }

    /** The same with or without session order. */
    public Facts withSessions(boolean wanted) {
        return wanted ? this : withoutSessions();
    }

    public Counted counted() {
        return counted;
    }

    public boolean counts(int transaction) {
        return counted.counts(transaction);
    }

    /** Whether a counted transaction comes before what follows it in its session. */
    public boolean precedes(int transaction) {
        return counted.precedes(transaction);
    }

    /** The counted transaction directly before one in its session order; 0 if none, or if session order doesn't count. */
    public int predecessor(int transaction) {
        return sessionOrder ? counted.predecessor(transaction) : 0;
    }

    /** The counted transactions in the order of the input; not to be changed. */
    public int[] arrivals() {
        return arrivals.get();
    }

    /**
     * The transaction that an operation of {@code reader} read from: {@link History#INITIAL}, another counted one, or -1
     * if the operation is no read, a read of an own write, or a read that can't be relied on.
     */
    public int source(int operation, int reader) {
        return source[operation];
    }

    /**
     * The version that a read saw. There is one way to number versions: the one that a write made has the number of its value,
     * and the initial version of key {@code k} the number {@code history.values() + k}.
     */
    public int version(int read) {
        int value = history.value(read);
        return value == 0 ? history.values() + history.key(read) : value;
    }

    /** One more than the greatest number of a version. */
    public int versions() {
        return history.values() + history.keys();
    }

    /** Whether a transaction writes a key; by a look at its operations. */
    public boolean writes(int transaction, int key) {
        for (int op = history.firstOp(transaction); op < history.firstOp(transaction + 1); op++) {
            if (history.isWrite(op) && history.key(op) == key) {
                return true;
            }
        }
        return false;
    }

    /** The first read of a key (or, with -1, of any) by which a transaction read from another one; -1 if there is none. */
    public int readOf(int reader, int key, int source) {
        for (int op = history.firstOp(reader); op < history.firstOp(reader + 1); op++) {
            if ((key < 0 || history.key(op) == key) && source(op, reader) == source) {
                return op;
            }
        }
        return -1;
    }

    /** Reads that no order of versions explains: they break every level but {@code ru}. */
    public BadReads badReads() {
        return badReads;
    }

    /** The version orders that the history gives, by lines and by lists. */
    public VersionOrder given() {
        return given;
    }

    /** The versions of every key, in order where the history gives it. */
    public VersionChains chains() {
        return chains.get();
    }

    /** Why no order of versions has all that the history says of it, which breaks every level; null if there is one. */
    public Contradiction brokenEvidence() {
        return brokenEvidence;
    }

    /** Real time; null if the history has none, or if it does not count. */
    public RealTime realTime() {
        return realTime.get();
    }

    /** A total order that contains session order, reads-from and the given version orders; null if these have a cycle. */
    public CausalOrder causalOrder() {
        return causal.get().order();
    }
}
