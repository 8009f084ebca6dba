package org.isolde.proof;

import java.util.Arrays;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.OpKind;
import org.isolde.history.Status;

/**
 * Checks a {@link Witness}: that its order is one of the counted transactions, contains what the level says it must
 * contain, and explains every read in the way of the level.
 *
 * <p>Invariant: {@code place[t]} is the place of a counted transaction in the order; that of the initial one is -1, before
 * all others.
 */
final class WitnessChecker {
    private final Readings readings;
    private final History history;
    private final GivenVersions given;
    private final Level level;
    private final boolean sessionOrder;
    private final int[] order;
    private final int[] snapshot;
    private final int[] place;
    /** What predicate reads are asked; null if nothing is. */
    private final PredicateChecks predicates;

    /**
     * @param level the level to check, which may be more than the proof claims
     * @param certified whether all that predicate reads looked at is known, and asked about
     */
    WitnessChecker(
            Readings readings, GivenVersions given, Proof proof, Level level, Witness witness, boolean certified) {
        this.readings = readings;
        this.history = readings.history;
        this.given = given;
        this.level = level;
        this.predicates = certified ? new PredicateChecks(readings, given) : null;
        this.sessionOrder = proof.sessionOrder();
        this.order = witness.order();
        this.snapshot = witness.snapshot();
        this.place = new int[history.transactions() + 1];
    }

    void check() throws Refusal {
        requirePermutation();
        given.requireIn(place);
        if (level == Level.RU) {
            return;
        }
        requireReadConsistency(readings, given);
        if (predicates != null) {
            predicates();
        }
        switch (level) {
            case G1 -> requireReadsInOrder();
            case CS -> {
                requireReadsInOrder();
                requireNoLostUpdate();
            }
            case CV, PSI -> {
                requireReadsInOrder();
                requireSessionsInOrder(level == Level.PSI);
                ReachabilityChecks paths = new ReachabilityChecks(readings, order, place);
                if (predicates != null) {
                    paths.withPredicates(predicates);
                }
                paths.consistentView(level == Level.PSI && sessionOrder);
            }
            case RR, SER, SSER -> {
                requireSessionsInOrder(level != Level.RR);
                requireRealTime(level == Level.SSER);
                replay();
            }
            case PC, SI, STRONG_SI -> snapshots();
            case RC, RYW, MR, MW, WFR, RA, CC -> {
                requireReadsInOrder();
                requireSessionsInOrder(true);
                axiom();
            }
            default -> throw new IllegalArgumentException(level.text());
        }
    }

    /** Every level but ru: no impossible read, version orders of what was written. */
    static void requireReadConsistency(Readings readings, GivenVersions given) throws Refusal {
        History history = readings.history;
        int bad = readings.firstBadRead();
        if (bad >= 0) {
            throw new Refusal(history.transactionName(readings.transactionOf(bad)) + " reads key "
                    + history.keyName(readings.key(bad)) + " as no order can explain " + readings.place(bad));
        }
        if (given.namesUnknownVersion()) {
            throw new Refusal("the version order of key " + history.keyName(given.unknownKey()) + " names "
                    + history.valueName(given.unknownValue()) + ", which no counted transaction wrote");
        }
    }

    private void requirePermutation() throws Refusal {
        Arrays.fill(place, -1);
        for (int p = 0; p < order.length; p++) {
            int t = order[p];
            if (t < 1 || t > history.transactions() || !readings.isCounted(t)) {
                throw new Refusal("place " + p + " of the order has " + t + ", which is no counted transaction");
            }
            if (place[t] >= 0) {
                throw new Refusal(
                        history.transactionName(t) + " is in the order twice, at places " + place[t] + " and " + p);
            }
            place[t] = p;
        }
        if (order.length != readings.writes.counted()) {
            throw new Refusal(
                    "the order has " + order.length + " transactions, and " + readings.writes.counted() + " count");
        }
    }

    private void requireReadsInOrder() throws Refusal {
        for (int t : order) {
            for (int read = readings.firstRead(t); read < readings.firstRead(t + 1); read++) {
                int from = readings.source(read);
                if (from > 0 && place[from] >= place[t]) {
                    throw before(t, from, "which reads from it");
                }
            }
        }
    }

    /** Checks that every transaction stands behind those before it in its session, unknown ones left aside. */
    private void requireSessionsInOrder(boolean counts) throws Refusal {
        for (int session = 0; counts && sessionOrder && session < history.sessions(); session++) {
            int latest = History.INITIAL;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                if (readings.isCounted(t)) {
                    if (place[latest] > place[t]) {
                        throw before(t, latest, "which comes later in its session");
                    }
                    latest = history.status(t) == Status.UNKNOWN ? latest : t;
                }
            }
        }
    }

    /** Checks that nobody is behind one that began after its end. */
    private void requireRealTime(boolean counts) throws Refusal {
        long begun = Long.MIN_VALUE;
        int latest = History.INITIAL;
        for (int p = 0; counts && p < order.length; p++) {
            int t = order[p];
            if (history.status(t) != Status.UNKNOWN && history.end(t) < begun) {
                throw before(latest, t, "which began after its end");
            }
            if (history.begin(t) > begun) {
                begun = history.begin(t);
                latest = t;
            }
        }
    }

    private Refusal before(int first, int second, String why) {
        return new Refusal("the order has " + history.transactionName(second) + " behind "
                + history.transactionName(first) + ", " + why);
    }

    /** rw_x(t, b) and ww_x(b, t): whoever reads and writes a key overwrites the version that it read. */
    private void requireNoLostUpdate() throws Refusal {
        VersionsByOrder versions = new VersionsByOrder(readings, order);
        for (int t : order) {
            for (int read = readings.firstRead(t); read < readings.firstRead(t + 1); read++) {
                int entry = readings.source(read) < 0 ? -1 : readings.entry(t, readings.key(read));
                if (entry >= 0 && versions.previous(entry) != readings.source(read)) {
                    throw new Refusal(history.transactionName(t) + " reads key " + history.keyName(readings.key(read))
                            + " and writes it, and the order has another version in between, by "
                            + history.transactionName(versions.previous(entry)));
                }
            }
        }
    }

    /** Every read sees the last write before it in the order; no failed compare-and-set finds what it expected. */
    private void replay() throws Refusal {
        int[] current = new int[history.keys()];
        int[] value = new int[history.keys()];
        for (int t : order) {
            for (int op = history.firstOp(t); op < history.firstOp(t + 1); op++) {
                if (history.isWrite(op)) {
                    value[history.key(op)] = history.value(op);
                } else if (history.kind(op) == OpKind.CAS_FAILED
                        && level != Level.RR
                        && history.value(op) == value[history.key(op)]) {
                    throw new Refusal("a compare-and-set of " + history.transactionName(t) + " on key "
                            + history.keyName(history.key(op)) + " failed (operation " + op
                            + "), and the order has it find the value that it expected");
                }
            }
            for (int read = readings.firstRead(t); read < readings.firstRead(t + 1); read++) {
                if (readings.source(read) >= 0 && readings.source(read) != current[readings.key(read)]) {
                    throw notSeen(t, read, current[readings.key(read)]);
                }
            }
            for (int entry = readings.firstWrite(t); entry < readings.firstWrite(t + 1); entry++) {
                current[readings.writtenKey(entry)] = t;
            }
        }
    }

    private Refusal notSeen(int reader, int read, int last) {
        return new Refusal(history.transactionName(reader) + " reads key " + history.keyName(readings.key(read))
                + " from " + history.transactionName(readings.source(read)) + " " + readings.place(read)
                + ", and the last version that the order has it see is that of " + history.transactionName(last));
    }

    /** Snapshots: each read sees the last write in its snapshot; for si no two writers of a key overlap. */
    private void snapshots() throws Refusal {
        requireSnapshots();
        sessionsInSnapshots();
        if (level == Level.STRONG_SI) {
            realTimeInSnapshots();
        }
        VersionsByOrder versions = new VersionsByOrder(readings, order);
        for (int p = 0; p < order.length; p++) {
            int t = order[p];
            for (int read = readings.firstRead(t); read < readings.firstRead(t + 1); read++) {
                int from = readings.source(read);
                if (from < 0) {
                    continue;
                }
                if (place[from] >= snapshotAt(p)) {
                    throw outside(t, from, "from which it reads");
                }
                int later = versions.next(from, readings.key(read));
                if (later != VersionsByOrder.NOBODY && place[later] < snapshotAt(p)) {
                    throw notSeen(t, read, later);
                }
            }
            for (int entry = readings.firstWrite(t); level != Level.PC && entry < readings.firstWrite(t + 1); entry++) {
                int other = versions.previous(entry);
                if (place[other] >= snapshotAt(p)) {
                    throw outside(t, other, "which wrote key " + history.keyName(readings.writtenKey(entry)) + " too");
                }
            }
        }
    }

    private void requireSnapshots() throws Refusal {
        if (snapshot != null && snapshot.length != order.length) {
            throw new Refusal("there are " + snapshot.length + " snapshots for " + order.length + " transactions");
        }
        for (int p = 0; p < order.length; p++) {
            if (snapshotAt(p) < 0 || snapshotAt(p) > p) {
                throw new Refusal("the snapshot of " + history.transactionName(order[p]) + " at place " + p
                        + " contains " + snapshotAt(p) + " commits");
            }
        }
    }

    /** Predicate reads: version sets, results and dependencies; cv and psi look for paths besides. */
    private void predicates() throws Refusal {
        boolean bySnapshots = level == Level.PC || level == Level.SI || level == Level.STRONG_SI;
        if (bySnapshots) {
            requireSnapshots();
        }
        int[] bound = new int[order.length];
        for (int p = 0; p < order.length; p++) {
            bound[p] = bySnapshots ? snapshotAt(p) : p;
        }
        predicates.require(order, place, bound, bySnapshots || level == Level.SER || level == Level.SSER);
        if (level == Level.SI || level == Level.STRONG_SI) {
            predicates.requireSnapshots(order);
        }
    }

    private int snapshotAt(int p) {
        return snapshot == null ? p : snapshot[p];
    }

    private void sessionsInSnapshots() throws Refusal {
        for (int session = 0; sessionOrder && session < history.sessions(); session++) {
            int latest = History.INITIAL;
            for (int t = history.firstTransaction(session); t < history.firstTransaction(session + 1); t++) {
                if (readings.isCounted(t)) {
                    if (place[latest] >= snapshotAt(place[t])) {
                        throw outside(t, latest, "which is before it in its session");
                    }
                    latest = history.status(t) == Status.UNKNOWN ? latest : t;
                }
            }
        }
    }

    /** Nobody whose commit is not in the snapshot of a transaction ended before that began. */
    private void realTimeInSnapshots() throws Refusal {
        int[] firstEnded = new int[order.length + 1];
        firstEnded[order.length] = History.INITIAL;
        for (int p = order.length - 1; p >= 0; p--) {
            int first = firstEnded[p + 1];
            boolean earlier = first == History.INITIAL || history.end(order[p]) < history.end(first);
            firstEnded[p] = history.status(order[p]) != Status.UNKNOWN && earlier ? order[p] : first;
        }
        for (int p = 0; p < order.length; p++) {
            int first = firstEnded[snapshotAt(p)];
            if (first != History.INITIAL && history.end(first) < history.begin(order[p])) {
                throw outside(order[p], first, "which ended before it began");
            }
        }
    }

    private Refusal outside(int t, int other, String why) {
        return new Refusal("the snapshot of " + history.transactionName(t) + " does not contain "
                + history.transactionName(other) + ", " + why);
    }

    private void axiom() throws Refusal {
        PremiseChecks premises = new PremiseChecks(readings, order, place, sessionOrder);
        switch (level) {
            case RC -> premises.readCommitted();
            case RYW -> premises.readYourWrites();
            case MR -> premises.monotonicReads();
            case MW -> premises.monotonicWrites();
            case WFR -> premises.writesFollowReads();
            case RA -> premises.readAtomic();
            case CC -> new ReachabilityChecks(readings, order, place).causal(sessionOrder);
            default -> throw new IllegalArgumentException(level.text());
        }
    }
}
